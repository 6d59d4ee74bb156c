import type { ModelSpec } from '../protocol/model-spec.ts';

/** The visible model of the highest catalogue priority, the first listed among equals. */
export function bestModel(models: readonly ModelSpec[]): string | undefined {
  const [first, ...others] = models.filter(({ catalog }) => catalog?.visible !== false);
  const priority = ({ catalog }: ModelSpec) => catalog?.priority ?? 0;
  if (first === undefined) return undefined;
  return others.reduce((best, next) => (priority(next) > priority(best) ? next : best), first).id;
}
