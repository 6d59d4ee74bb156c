/**
 * Exact decimal arithmetic. HCL computes in binary floating point of 512 bits; in decimal, what
 * people write comes out as they expect: 0.1 + 0.2 is 0.3.
 */

/** A number: `coefficient × 10^exponent`, without trailing zeros. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
  /** It comes from a division that does not end; only a double's digits are then shown. */
  readonly isRounded?: boolean | undefined;
}

/** Digits of a quotient that does not end. */
const QUOTIENT_DIGITS = 40;
/** Digits kept of what is computed from such a quotient, so that a third times three is one. */
const ROUNDED_DIGITS = 38;
/** Digits kept of any other result; about what HCL's 512 bits hold. */
const RESULT_DIGITS = 160;
/** Digits kept of a number as written: more than it takes to find the nearest double. */
const WRITTEN_DIGITS = 1200;
/** Powers of ten beyond which nothing is computed, so that no input can take long. */
const MAX_POWER = 1000;

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

export const ZERO: Decimal = { coefficient: 0n, exponent: 0 };

/** Reads decimal notation, with or without fraction and exponent; no blanks, no hexadecimals. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const written = (whole + fraction).replace(/^0+/, '');
  if (whole === '' && fraction === '') return undefined;
  const kept = written.slice(0, WRITTEN_DIGITS);
  // A last digit that is not zero stands for all that is cut off, so that rounding stays right.
  const isExact = /^0*$/.test(written.slice(WRITTEN_DIGITS));
  const digits = isExact ? kept : `${kept}1`;
  const exponent = Number(power) - fraction.length + written.length - digits.length;
  return normalize(sign === '-' ? -BigInt(digits || '0') : BigInt(digits || '0'), exponent);
}

export function negate(value: Decimal): Decimal {
  return { ...value, coefficient: -value.coefficient };
}

/** @returns Negative, zero or positive, as `left` is smaller, equal or greater. */
export function compare(left: Decimal, right: Decimal): number {
  const difference = Number(left.coefficient > 0n) - Number(left.coefficient < 0n);
  const sign = Number(right.coefficient > 0n) - Number(right.coefficient < 0n);
  if (difference !== sign || sign === 0) return difference - sign;
  const powers = power(left) - power(right);
  if (powers !== 0) return powers * sign;
  const [a, b] = align(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether it can be computed with, and a double can hold it at least about. */
export function isInBounds(value: Decimal): boolean {
  return Math.abs(power(value)) <= MAX_POWER && Number.isFinite(toDouble(value));
}

/** The nearest double. */
export function toDouble({ coefficient, exponent }: Decimal): number {
  return Number(`${coefficient}e${exponent}`);
}

/** Results beyond all bounds are `undefined`, here and below. */
export function add(left: Decimal, right: Decimal): Decimal | undefined {
  const [a, b, exponent] = align(left, right);
  return result(a + b, exponent, left, right);
}

export function subtract(left: Decimal, right: Decimal): Decimal | undefined {
  return add(left, negate(right));
}

export function multiply(left: Decimal, right: Decimal): Decimal | undefined {
  const exponent = left.exponent + right.exponent;
  return result(left.coefficient * right.coefficient, exponent, left, right);
}

/** @param divisor - Not zero. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal | undefined {
  const shift = Math.max(0, QUOTIENT_DIGITS + digitCount(divisor) - digitCount(dividend) + 1);
  const scaled = dividend.coefficient * 10n ** BigInt(shift);
  const quotient = scaled / divisor.coefficient;
  const exponent = dividend.exponent - divisor.exponent - shift;
  const isExact = quotient * divisor.coefficient === scaled;
  if (isExact) return result(quotient, exponent, dividend, divisor);
  return bounded({ ...round(quotient, exponent, QUOTIENT_DIGITS), isRounded: true });
}

/** The remainder with the sign of the dividend. @param divisor - Not zero. */
export function remainder(dividend: Decimal, divisor: Decimal): Decimal | undefined {
  const [a, b, exponent] = align(dividend, divisor);
  return result(a % b, exponent, dividend, divisor);
}

export function isInteger(value: Decimal): boolean {
  return value.exponent >= 0;
}

/** Power of ten of the first digit: 1 for 12, -3 for 0.00125. */
function power(value: Decimal): number {
  return value.exponent + digitCount(value) - 1;
}

function digitCount({ coefficient }: Decimal): number {
  return coefficient.toString().length - (coefficient < 0n ? 1 : 0);
}

/** Both coefficients brought to the smaller exponent. */
function align(left: Decimal, right: Decimal): readonly [bigint, bigint, number] {
  const exponent = Math.min(left.exponent, right.exponent);
  const scale = (value: Decimal): bigint =>
    value.coefficient * 10n ** BigInt(value.exponent - exponent);
  return [scale(left), scale(right), exponent];
}

function result(
  coefficient: bigint,
  exponent: number,
  left: Decimal,
  right: Decimal,
): Decimal | undefined {
  const isRounded = left.isRounded === true || right.isRounded === true;
  if (!isRounded) return bounded(round(coefficient, exponent, RESULT_DIGITS));
  return bounded({ ...round(coefficient, exponent, ROUNDED_DIGITS), isRounded });
}

function bounded(value: Decimal): Decimal | undefined {
  return Math.abs(power(value)) > MAX_POWER ? undefined : value;
}

/** Rounds half to even. */
function round(coefficient: bigint, exponent: number, digits: number): Decimal {
  const excess = digitCount({ coefficient, exponent }) - digits;
  if (excess <= 0) return normalize(coefficient, exponent);
  const unit = 10n ** BigInt(excess);
  const negative = coefficient < 0n;
  const magnitude = negative ? -coefficient : coefficient;
  const twice = (magnitude % unit) * 2n;
  let kept = magnitude / unit;
  if (twice > unit || (twice === unit && kept % 2n === 1n)) kept += 1n;
  return normalize(negative ? -kept : kept, exponent + excess);
}

function normalize(coefficient: bigint, exponent: number): Decimal {
  if (coefficient === 0n) return ZERO;
  const digits = coefficient.toString();
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  const zeros = digits.length - end;
  if (zeros === 0) return { coefficient, exponent };
  return { coefficient: BigInt(digits.slice(0, end)), exponent: exponent + zeros };
}
