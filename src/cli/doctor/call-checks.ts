/** What a running provider answers: its own calls are the only connections that are made. */
import type { ProviderBlock } from '../../config/config.ts';
import { bringUpFailureText } from '../../plugin/bring-up-failure.ts';
import type { Fleet } from '../../plugin/fleet.ts';
import type { PluginLogRecord } from '../../plugin/plugin-log.ts';
import { type ModelError, parseErrorDetail } from '../../protocol/model-error.ts';
import type { CallOutcome, ModelProvider } from '../../protocol/model-provider.ts';
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
  const account = accountCheck(await client.account(signal), block);
  const model = bestModel(capabilities.models);
  const endpoint =
    model === undefined
      ? skipped('endpoint', 'it offers no model to ask about')
      : await endpointCheck(client, model, block, signal);
  const count = capabilities.models.length;
  const offered = count === 1 ? '1 model' : `${count} models`;
  const told = endpoint.status === 'skipped' ? endpointFromLog(records(), block) : undefined;
  return [passed('configure', offered), account, told ?? endpoint];
}

function accountCheck(outcome: CallOutcome<AccountSnapshot>, block: ProviderBlock): Check {
  if (outcome.type === 'not-offered')
    return skipped('account', 'the vendor tells nothing about it');
  if (outcome.type !== 'ok') return failure('account', outcome, block);
  const { method, metering, plan, quotas } = outcome.value;
  const left = quotas.flatMap(({ limitName, limitId, kind, usedPercent, remaining, limit }) => {
    const name = limitName ?? limitId ?? kind;
    if (usedPercent !== undefined) return [`${name} ${usedPercent} % used`];
    return remaining === undefined ? [] : [`${name} ${remaining} of ${limit ?? '?'} left`];
  });
  const known = [method, metering, plan].filter((text) => text && text !== 'unspecified');
  return passed('account', [...known, ...left].join(', ') || 'known to the vendor');
}

async function endpointCheck(
  client: ModelProvider,
  modelId: string,
  block: ProviderBlock,
  signal: AbortSignal,
): Promise<Check> {
  const outcome = await client.countTokens(
    {
      modelId,
      messages: [{ id: 'doctor', role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      assembledContext: [],
      tools: [],
    },
    signal,
  );
  if (outcome.type === 'ok') return passed('endpoint', 'it answers');
  if (outcome.type === 'not-offered') {
    return skipped('endpoint', 'it offers no call that costs nothing; the first answer will tell');
  }
  const status = outcome.type === 'error' && parseErrorDetail(outcome.error.rawDetail).httpStatus;
  // Whoever answers that there is no such call can be reached.
  if (status === 404 || status === 405) return passed('endpoint', `it answers (HTTP ${status})`);
  return failure('endpoint', outcome, block);
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
