/**
 * The candidate nearest to a mistyped name, for "Did you mean …?".
 *
 * @returns The nearest by edit distance below 3 (for names of three letters or fewer: exactly 1);
 *   the first among equals; `undefined` when none is near.
 */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = [...name].length <= 3 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?` with its leading blank, or an empty text. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = suggest(name, candidates);
  return candidate === undefined ? '' : ` Did you mean "${candidate}"?`;
}

/** Levenshtein distance by code points; gives up with `limit` once it can not be smaller. */
function editDistance(a: string, b: string, limit: number): number {
  const left = [...a];
  const right = [...b];
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let previous = right.map((_, index) => index + 1);
  previous.unshift(0);
  for (const [row, leftChar] of left.entries()) {
    const current = [row + 1];
    for (const [column, rightChar] of right.entries()) {
      const substitution = (previous[column] ?? 0) + (leftChar === rightChar ? 0 : 1);
      const deletion = (previous[column + 1] ?? 0) + 1;
      const insertion = (current[column] ?? 0) + 1;
      current.push(Math.min(substitution, deletion, insertion));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
