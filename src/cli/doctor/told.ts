/** What a provider told its log while it was configured, where no call of its own says it. */
import type { ProviderBlock } from '../../config/config.ts';
import type { PluginLogRecord } from '../../plugin/plugin-log.ts';
import { type Check, failed, passed } from './check.ts';
import { remedyFor } from './remedy.ts';

/** Words of the transport for an endpoint that can not be used. */
const UNREACHABLE = /could not be reached|did not connect|certificate|proxy/i;

/** @returns `undefined` when nothing was told about the endpoint. */
export function endpointFromLog(
  records: readonly PluginLogRecord[],
  block: ProviderBlock,
): Check | undefined {
  for (const { fields } of records) {
    const { reason, status } = fields;
    if (typeof reason === 'string' && UNREACHABLE.test(reason)) {
      return failed('endpoint', reason, remedyFor('overloaded', reason, block));
    }
    if (status === 401 || status === 403) {
      const message = `it answers, and refuses the credential (HTTP ${status})`;
      return failed('endpoint', message, remedyFor('auth_error', message, block));
    }
    if (typeof status === 'number') return passed('endpoint', `it answers (HTTP ${status})`);
  }
  return undefined;
}
