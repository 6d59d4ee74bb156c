/** What a running provider answers: its own calls are the only connections that are made. */
import type { ProviderBlock } from '../../config/config.ts';
import { bringUpFailureText } from '../../plugin/bring-up-failure.ts';
import type { Fleet } from '../../plugin/fleet.ts';
import type { PluginLogRecord } from '../../plugin/plugin-log.ts';
import { type ModelError, parseErrorDetail } from '../../protocol/model-error.ts';
import type { CallOutcome } from '../../protocol/model-provider.ts';
import type { CountTokensRequest } from '../../protocol/model-request.ts';
import type { AccountSnapshot } from '../../protocol/model-spec.ts';
import { bestModel } from '../best-model.ts';
import { turnErrorOf } from '../directory.ts';
import { type Check, type CheckName, failed, passed, skipped } from './check.ts';
import { remedyFor } from './remedy.ts';
import { endpointFromLog } from './told.ts';

export interface Asked {
  readonly fleet: Fleet;
  /** What the provider has told its log so far. */
  readonly records: () => readonly PluginLogRecord[];
}

/** Configures the provider, then asks for its account and counts a few tokens. */
export async function callChecks(
  block: ProviderBlock,
  { fleet, records }: Asked,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const ready = await fleet.get(block.localName, signal);
  if (ready.type === 'unavailable') {
    const { failure } = ready;
    if (failure.type === 'undecodable') {
      return [skipped('configure', 'its block is not valid; see what is said about the file')];
    }
    const { category, message } = turnErrorOf(failure);
    const { summary } = bringUpFailureText(failure);
    const fault = failure.type === 'refused' ? failure.error.message : message;
    return [failed('configure', `${summary}: ${fault}`, remedyFor(category, fault, block))];
  }
  const { client, capabilities } = ready;
  const account = await client.account(signal);
  const told = accountCheck(account, block);
  const model = bestModel(capabilities.models);
  const counted =
    model === undefined ? undefined : await client.countTokens(countRequest(model), signal);
  const isTold = told.status === 'error';
  const count = capabilities.models.length;
  const offered = count === 1 ? '1 model' : `${count} models`;
  return [
    passed('configure', offered),
    told,
    endpointCheck(counted, block, isTold) ??
      endpointCheck(account, block, isTold) ??
      endpointFromLog(records(), block) ??
      skipped('endpoint', 'it offers no call that costs nothing; the first answer will tell'),
  ];
}

function accountCheck(outcome: CallOutcome<AccountSnapshot>, block: ProviderBlock): Check {
  if (outcome.type === 'not-offered' || isNoSuchCall(statusOf(outcome))) {
    return skipped('account', 'the vendor tells nothing about it');
  }
  if (outcome.type === 'error' && statusOf(outcome) === undefined) {
    return skipped('account', 'the vendor could not be asked');
  }
  if (outcome.type !== 'ok') return failure('account', outcome, block);
  const { method, metering, plan, quotas, labels } = outcome.value;
  const left = quotas.flatMap(({ limitName, limitId, kind, usedPercent, remaining, limit }) => {
    const name = limitName ?? limitId ?? kind;
    if (usedPercent !== undefined) return [`${name} ${usedPercent} % used`];
    return remaining === undefined ? [] : [`${name} ${remaining} of ${limit ?? '?'} left`];
  });
  const known = [method, metering, plan].filter((text) => text && text !== 'unspecified');
  const told = Object.entries(labels).map(([name, value]) => `${name} ${value}`);
  return passed('account', [...known, ...left, ...told].join(', ') || 'known to the vendor');
}

function countRequest(modelId: string): CountTokensRequest {
  const content = [{ type: 'text', text: 'Hello' }] as const;
  const messages = [{ id: 'doctor', role: 'user', content }] as const;
  return { modelId, messages, assembledContext: [], tools: [] };
}

/**
 * What a call tells about the way to the vendor.
 *
 * @param isTold - That the vendor refuses is said of the account already.
 * @returns `undefined` when it tells nothing.
 */
function endpointCheck(
  outcome: CallOutcome<unknown> | undefined,
  block: ProviderBlock,
  isTold: boolean,
): Check | undefined {
  if (outcome === undefined || outcome.type === 'not-offered') return undefined;
  if (outcome.type === 'ok') return passed('endpoint', 'it answers');
  const status = statusOf(outcome);
  if (isNoSuchCall(status) || (isTold && status !== undefined)) {
    return passed('endpoint', `it answers (HTTP ${status})`);
  }
  return failure('endpoint', outcome, block);
}

function statusOf(outcome: CallOutcome<unknown>): number | undefined {
  return outcome.type === 'error'
    ? parseErrorDetail(outcome.error.rawDetail).httpStatus
    : undefined;
}

/** Whoever answers that there is no such call can be reached. */
function isNoSuchCall(status: number | undefined): boolean {
  return status === 404 || status === 405;
}

function failure(
  name: CheckName,
  outcome: Exclude<CallOutcome<unknown>, { type: 'ok' } | { type: 'not-offered' }>,
  block: ProviderBlock,
): Check {
  switch (outcome.type) {
    case 'error':
      return failed(name, outcome.error.message, remedyOf(outcome.error, block));
    case 'crash':
      return failed(
        name,
        `its process ended: ${[outcome.crash.message, ...outcome.crash.stderrTail].join('; ')}`,
        'Report its last lines to the author of the provider.',
      );
    case 'cancelled':
      return skipped(name, 'it was not waited for');
  }
}

function remedyOf({ category, message }: ModelError, block: ProviderBlock): string {
  return remedyFor(category, message, block);
}
