/** An exact decimal number: `coefficient × 10^exponent`, without trailing zeros. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}
