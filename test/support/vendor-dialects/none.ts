/** Providers that ask no vendor over HTTP. */
import type { VendorDialect } from '../../../src/conformance/index.ts';
import type { Lack } from '../provider-conformance.ts';

/** @param prompt - What a user says to be refused. */
export function dialectWithoutVendor(prompt: string): VendorDialect {
  return {
    // Nobody asks.
    text: { status: 404 },
    refusal: { prompt },
  };
}

const IDS = [
  ...['W-18', 'W-19', 'W-45', 'W-51', 'W-56', 'W-57', 'W-58', 'W-59', 'W-60', 'W-61', 'W-62'],
  ...['W-63', 'W-64', 'W-66', 'W-68', 'W-69', 'W-72', 'W-76', 'W-77'],
];

export const LACKS_WITHOUT_VENDOR: readonly Lack[] = [
  ...IDS.map((id): Lack => [id, 'no stub', 'there is no request to a vendor']),
  ['W-32', 'no second stub: the provider takes no base_url', 'as above'],
  ['W-34', 'no sensitive attribute', 'it holds no credential'],
];
