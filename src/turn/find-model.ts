import type { ModelSpec } from '../protocol/model-spec.ts';

/** The model of that id or, lacking one, the first that has it as an alias. */
export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return (
    models.find((model) => model.id === id) ??
    models.find((model) => model.catalog?.aliases.includes(id) === true)
  );
}
