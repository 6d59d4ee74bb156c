import type { JsonValue } from '../../protocol/json.ts';
import type { RateLimitSnapshot } from '../../protocol/rate-limit.ts';
import type { StreamEvent, StreamMetadata } from '../../protocol/stream-event.ts';
import { stringAt } from '../json.ts';

export interface AnswerHeadOptions {
  /** From the response's headers; without it the answer's own id has to do. */
  readonly requestId?: string | undefined;
  /** Published with this response. */
  readonly limits?: readonly RateLimitSnapshot[] | undefined;
  /** What was asked for; a dated snapshot of it is the same model at the same price. */
  readonly modelId?: string | undefined;
}

/**
 * Who answers, and how: told before everything else, once. What the headers say is told at once,
 * what only the body says with its first event.
 */
export class AnswerHead {
  readonly limits: readonly RateLimitSnapshot[];
  readonly #requestId: string | undefined;
  readonly #modelId: string | undefined;
  #isStarted = false;
  #isDescribed = false;

  constructor({ requestId, limits = [], modelId }: AnswerHeadOptions = {}) {
    this.limits = limits;
    this.#requestId = requestId || undefined;
    this.#modelId = modelId;
  }

  /** What the headers say; nothing while the request has no id yet, for the id comes first. */
  open(): readonly StreamEvent[] {
    return this.#requestId === undefined ? [] : this.#start(this.#requestId);
  }

  /** Reads id, model, tier and fingerprint of the first chunk or response that has them. */
  describe(body: JsonValue | undefined): readonly StreamEvent[] {
    const id = stringAt(body, 'id') || undefined;
    const model = stringAt(body, 'model') || undefined;
    if (this.#isDescribed || (id === undefined && model === undefined)) return [];
    this.#isDescribed = true;
    const snapshot = this.#isSnapshot(model) ? model : undefined;
    const news = {
      actualModel: snapshot === undefined ? model : this.#modelId,
      systemFingerprint: stringAt(body, 'system_fingerprint') || undefined,
      serviceTier: stringAt(body, 'service_tier') || undefined,
      attrs: { ...attr('response_id', id), ...attr('model_snapshot', snapshot) },
    };
    return [...this.#start(id), metadata(news)];
  }

  /** At the end: the limits of a request that got no id are not lost with it. */
  close(): readonly StreamEvent[] {
    return this.#start(this.#requestId);
  }

  #start(requestId: string | undefined): readonly StreamEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    return [
      ...(requestId === undefined
        ? []
        : [{ type: 'stream-start', requestId, correlationIds: {} } as const]),
      ...(this.limits.length === 0 ? [] : [metadata({ attrs: {} }, this.limits)]),
    ];
  }

  #isSnapshot(model: string | undefined): boolean {
    const rest = model?.slice(this.#modelId?.length ?? 0) ?? '';
    const isSame = this.#modelId !== undefined && model?.startsWith(this.#modelId) === true;
    return isSame && /^-(?:\d{4}-\d{2}-\d{2}|\d{4,8})$/.test(rest);
  }
}

function metadata(
  news: Omit<StreamMetadata, 'rateLimits'>,
  rateLimits: readonly RateLimitSnapshot[] = [],
): StreamEvent {
  return { type: 'metadata', metadata: { ...news, rateLimits } };
}

function attr(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value };
}
