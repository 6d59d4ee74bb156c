/** W-59, W-60: what becomes of the operator's own options for a vendor. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { dialectCheck } from './dialect-check.ts';
import { completeWith, type Exercised } from './exercise.ts';
import { isInvalidRequest } from './refusals.ts';
import { outcomeOf } from './stream-shape.ts';
import type { VendorDialect } from './vendor-dialect.ts';
import type { WireSession } from './wire-session.ts';

const MUST = 'MUST' as const;
const LACK = 'no option is documented';
const UNKNOWN = 'agent_conformance_unknown';

async function exerciseOptions(
  session: WireSession,
  providerOptions: JsonObject,
): Promise<Exercised | undefined> {
  const model = await session.model();
  return model && completeWith(session, model, { content: { providerOptions } });
}

const NO_MODEL = skipped('the model asked for is not offered');

const passesOptions = dialectCheck(
  {
    id: 'W-59',
    name: 'a documented option reaches the vendor as it is, an unknown one does no harm',
    level: MUST,
    part: ({ options }) => options,
    lack: LACK,
  },
  async (session, { documented, unknown }) => {
    const { name, value, read } = documented;
    const known = await exerciseOptions(session, { [name]: value });
    const other = await exerciseOptions(session, { [UNKNOWN]: true });
    if (!known || !other) return [NO_MODEL];
    const found = known.sent && read(known.sent);
    const isUntouched = isDeepStrictEqual(found, value);
    const reached = known.sent ? text(found) : outcomeOf(known.record);
    const remarks: readonly Remark[] = isUntouched
      ? []
      : [violation(name, `the vendor gets ${reached}, expected ${text(value)}`)];
    return [...remarks, ...unknownRemarks(session, other, unknown)];
  },
);

function unknownRemarks(
  session: WireSession,
  { record, sent }: Exercised,
  documented: (VendorDialect['options'] & object)['unknown'],
): readonly Remark[] {
  if (documented === 'refused') {
    return isInvalidRequest(record) ? [] : [violation('unknown', expected('invalid_request'))];
  }
  const usual = outcomeOf(session.records[0]?.record);
  return outcomeOf(record) === usual ? [] : [violation('unknown', expected(usual))];

  function expected(outcome: string): string {
    return `it ends with ${outcomeOf(record)}${sent ? '' : ' and asks no vendor'}, expected ${outcome}`;
  }
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Beyond what a double holds exactly: 2^53 + 1 arrives as 2^53, which no reader can trust. */
const BEYOND_EXACT = 2 ** 53;

/** What is no whole number must not become one (MP-93). */
const NO_INTEGERS: readonly (readonly [subject: string, value: JsonValue])[] = [
  ['1.5', 1.5],
  ['2^53+1', BEYOND_EXACT],
  ['"7"', '7'],
];

const keepsNumbers = dialectCheck(
  {
    id: 'W-60',
    name: 'what is no whole number is neither cut to one nor made one',
    level: MUST,
    needs: ['W-59'],
    part: ({ options }) => options?.integer,
    lack: 'no option is a whole number',
  },
  async (session, { name, read }) => {
    const remarks: Remark[] = [];
    for (const [subject, value] of [['7', 7] as const, ...NO_INTEGERS]) {
      const exercised = await exerciseOptions(session, { [name]: value });
      if (!exercised) return [NO_MODEL];
      const { sent, record } = exercised;
      const found = sent && read(sent);
      const isLeftOut = value !== 7 && found === undefined;
      if (found === value || (isLeftOut && (sent || isInvalidRequest(record)))) continue;
      const reached = sent ? text(found) : outcomeOf(record);
      remarks.push(violation(subject, `the vendor gets ${reached}`));
    }
    return remarks;
  },
);

/** In the order they run. */
export const optionChecks = [passesOptions, keepsNumbers] as const;
