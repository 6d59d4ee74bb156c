import type { JsonObject } from '../../protocol/json.ts';
import { numberAt, stringAt } from '../json.ts';

/** How much of each part was told, so that an event that repeats the whole adds only the rest. */
export class ToldTexts {
  readonly #lengths = new Map<string, number>();

  /** Whether anything was told at all. */
  get hasAny(): boolean {
    return this.#lengths.size > 0;
  }

  /** Notes a piece of a part. */
  add(event: JsonObject, kind: string, text: string): void {
    const key = partKey(event, kind);
    this.#lengths.set(key, (this.#lengths.get(key) ?? 0) + text.length);
  }

  /** What of a whole part was not told yet. */
  rest(event: JsonObject, kind: string, whole: string): string {
    return whole.slice(this.#lengths.get(partKey(event, kind)) ?? 0);
  }
}

function partKey(event: JsonObject, kind: string): string {
  const part = numberAt(event, 'content_index') ?? numberAt(event, 'summary_index') ?? 0;
  const item = numberAt(event, 'output_index') ?? stringAt(event, 'item_id') ?? '';
  return `${kind} ${item} ${part}`;
}
