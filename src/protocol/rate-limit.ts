export type RateLimitKind = 'requests' | 'tokens' | 'input_tokens' | 'output_tokens' | 'credits';

/** One budget as the vendor published it; nothing is derived, a figure not reported is absent. */
export interface RateLimitSnapshot {
  readonly kind: RateLimitKind;
  readonly remaining?: number | undefined;
  readonly limit?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly resetAtMs?: number | undefined;
  /** The vendor's own bucket name, unchanged. */
  readonly limitId?: string | undefined;
  readonly limitName?: string | undefined;
  readonly windowRole?: 'primary' | 'secondary' | undefined;
  /** 0 to 100. */
  readonly usedPercent?: number | undefined;
  readonly windowSeconds?: number | undefined;
}
