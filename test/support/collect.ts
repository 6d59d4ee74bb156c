/** Everything an async iterable yields, as an array. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Bytes in the given pieces: `cuts` are offsets, in any order. */
export async function* cutAt(
  bytes: Uint8Array,
  cuts: readonly number[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let start = 0;
  for (const cut of [...cuts, bytes.length].sort((a, b) => a - b)) {
    const end = Math.min(cut, bytes.length);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Bytes one at a time. */
export function singly(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  return cutAt(
    bytes,
    Array.from(bytes, (_, index) => index),
  );
}
