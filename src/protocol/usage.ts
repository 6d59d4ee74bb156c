/** Tokens of one call. The five counters never overlap: cached tokens are not in `inputTokens`. */
export interface Usage {
  readonly inputTokens: number;
  /** Without reasoning, where the vendor reports that apart. */
  readonly outputTokens: number;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  /** Reported by the vendor, never derived. */
  readonly vendorCost?: VendorCost | undefined;
  readonly vendorTotalTokens?: number | undefined;
  readonly components?: readonly UsageComponent[] | undefined;
  /** Set only on an explicit vendor statement: reasoning is inside `outputTokens`. */
  readonly reasoningAlreadyCounted?: boolean | undefined;
}

/** What the vendor says a call cost; `amount` is an exact decimal text. */
export interface VendorCost {
  readonly amount: string;
  readonly unit: string;
  readonly currency?: string | undefined;
}

export interface UsageComponent {
  readonly name: string;
  readonly value: number;
}
