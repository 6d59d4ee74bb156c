// What follows from a model's description for the requests it takes.
import type { ModelSpec } from 'agent-hcl/sdk';

/** Finds a model by its id, with or without the vendor's prefix. */
export function findModel(models: readonly ModelSpec[], name: string): ModelSpec | undefined {
  const id = name.replace(/^models\//, '');
  return models.find((model) => model.id === id);
}

/** Whether a model belongs to the line that thinks by level and demands its signatures back. */
export function demandsSignatures(model: ModelSpec): boolean {
  return model.thinking?.effort !== undefined;
}
