// Prices of the gateway's list: decimal texts, US dollars for a single token.
import {
  arrayAt,
  countAt,
  type JsonObject,
  type JsonValue,
  type Pricing,
  type PricingTier,
  stringAt,
  unknownPrice,
  valueAt,
} from 'agent-hcl/sdk';

/**
 * Reads a price list. What can not be told in tiers, such as a price that changes with the hour, is
 * unknown rather than wrong.
 */
export function priceOf(pricing: JsonObject | undefined, hasCaching: boolean): Pricing {
  const base = ratesOf(pricing, undefined, hasCaching);
  const overrides = arrayAt(pricing, 'overrides');
  if (base === undefined || overrides.some(isByHour)) return unknownPrice(hasCaching);
  const steps = overrides
    .flatMap((override): readonly Step[] => {
      const above = countAt(override, 'min_prompt_tokens');
      const rates = ratesOf(pricing, override, hasCaching);
      return above === undefined || rates === undefined ? [] : [{ from: above + 1, rates }];
    })
    .sort((one, other) => one.from - other.from);
  const isFree = steps.length === 0 && base.inputPerMtok === 0 && base.outputPerMtok === 0;
  return {
    currency: 'USD',
    free: isFree,
    sourceUnit: 'USD per token',
    tiers: isFree ? [] : tiersOf(base, steps),
  };
}

/** Rates of prompts from a size on. */
interface Step {
  readonly from: number;
  readonly rates: PricingTier;
}

function tiersOf(base: PricingTier, steps: readonly Step[]): readonly PricingTier[] {
  const all = [{ from: 0, rates: base }, ...steps];
  return all
    .map(({ from, rates }, index) => ({ from, rates, until: all[index + 1]?.from }))
    .filter(({ from, until }) => from !== until)
    .map(({ from, rates, until }) => ({
      ...rates,
      ...(from === 0 ? {} : { inputTokensFrom: from }),
      ...(until === undefined ? {} : { inputTokensUntil: until }),
    }));
}

function isByHour(override: JsonValue): boolean {
  return ['utc_start', 'utc_end'].some((name) => (valueAt(override, name) ?? null) !== null);
}

/** A cache price that is not named is that of input. */
function ratesOf(
  pricing: JsonObject | undefined,
  override: JsonValue | undefined,
  hasCaching: boolean,
): PricingTier | undefined {
  const rate = (name: string) => perMillion(stringAt(override, name) ?? stringAt(pricing, name));
  const inputPerMtok = rate('prompt');
  const outputPerMtok = rate('completion');
  if (inputPerMtok === undefined || outputPerMtok === undefined) return undefined;
  if (!hasCaching) return { inputPerMtok, outputPerMtok };
  return {
    inputPerMtok,
    outputPerMtok,
    cacheReadPerMtok: rate('input_cache_read') ?? inputPerMtok,
    cacheWritePerMtok: rate('input_cache_write') ?? inputPerMtok,
  };
}

const MILLION = 1_000_000;

/** Rounded to the sixth place: 0.0000003 times a million is not quite 0.3. "-1" means unknown. */
function perMillion(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || value < 0) return undefined;
  return Math.round(value * MILLION * MILLION) / MILLION;
}
