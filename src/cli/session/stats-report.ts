/** The ledger summed up, as the JSON and the text of `agent stats`. */
import { formatCost, formatTokens } from '../../format/quantities.ts';
import { terminalLine } from '../../format/terminal-safe.ts';
import { SCHEMA_VERSION } from '../../output/printer.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { usageObject } from '../../session/costs.ts';
import { type CallTotal, groupCalls, totalOf } from '../../session/ledger.ts';
import type { CallRecord } from '../../session/record.ts';
import { textTable } from '../text-table.ts';

const dayOf = ({ at }: CallRecord): string => at.slice(0, 10);
const providerOf = ({ provider }: CallRecord): string => provider;
const modelOf = ({ provider, model }: CallRecord): string => JSON.stringify([provider, model]);
const cellOf = (call: CallRecord): string =>
  JSON.stringify([dayOf(call), call.provider, call.model]);

/** @param since - First day, in UTC; `undefined`: all there is. */
export function statsJson(calls: readonly CallRecord[], since: string | undefined): JsonObject {
  const by = (
    keyOf: (call: CallRecord) => string,
    names: readonly ('day' | 'provider' | 'model')[],
  ) =>
    groupCalls(calls, keyOf).flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const all = { day: dayOf(first), provider: first.provider, model: first.model };
      const key = Object.fromEntries(names.map((name) => [name, all[name]]));
      return [{ ...key, ...totalJson(totalOf(group)) }];
    });
  return {
    schema_version: SCHEMA_VERSION,
    since: since ?? null,
    total: totalJson(totalOf(calls)),
    providers: by(providerOf, ['provider']),
    models: by(modelOf, ['provider', 'model']),
    days: by(dayOf, ['day']),
    entries: by(cellOf, ['day', 'provider', 'model']),
  };
}

function totalJson(total: CallTotal): JsonObject {
  return {
    calls: total.calls,
    unfinished_calls: total.unfinishedCalls,
    usage: usageObject(total.usage),
    cost_usd: total.costUsd,
    known_cost_usd: total.knownCostUsd,
    unpriced_calls: total.unpricedCalls,
  };
}

const HEAD = ['CALLS', 'INPUT', 'CACHED', 'OUTPUT', 'REASONING', 'COST'];

export function statsText(calls: readonly CallRecord[]): string {
  if (calls.length === 0) return 'No call was made in this time.\n';
  const tables = [
    table('PROVIDER', calls, providerOf, providerOf),
    table('MODEL', calls, modelOf, ({ provider, model }) => `${provider}/${model}`),
    table('DAY (UTC)', calls, dayOf, dayOf),
    textTable([
      ['', ...HEAD],
      ['total', ...cells(totalOf(calls))],
    ]),
  ];
  return tables.join('\n');
}

function table(
  title: string,
  calls: readonly CallRecord[],
  keyOf: (call: CallRecord) => string,
  nameOf: (call: CallRecord) => string,
): string {
  const rows = groupCalls(calls, keyOf).map(([key, group]) => [
    terminalLine(group[0] === undefined ? key : nameOf(group[0])),
    ...cells(totalOf(group)),
  ]);
  return textTable([[title, ...HEAD], ...rows]);
}

function cells({ calls, usage, ...cost }: CallTotal): readonly string[] {
  return [
    String(calls),
    tokens(usage.input_tokens),
    tokens(usage.cache_read_tokens),
    tokens(usage.output_tokens),
    tokens(usage.reasoning_tokens),
    costText(cost),
  ];
}

function tokens(count: number | undefined): string {
  return count === undefined ? '-' : formatTokens(count);
}

/** An amount that lacks a part is no amount: what is missing is said with what is known. */
function costText({ costUsd, knownCostUsd, unpricedCalls }: Omit<CallTotal, 'calls' | 'usage'>) {
  if (costUsd !== null) return formatCost(costUsd);
  if (knownCostUsd === 0) return 'n/a';
  const plural = unpricedCalls === 1 ? '1 call' : `${unpricedCalls} calls`;
  return `n/a (${formatCost(knownCostUsd)} and ${plural} of unknown price)`;
}
