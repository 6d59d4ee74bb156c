/** Whether a provider's secrets are there: names only, never a value. */
import type { ProviderBlock } from '../../config/config.ts';
import { variableReads } from '../../config/trust/reads.ts';
import type { Environment } from '../../host/host.ts';
import type { ConfigSchema } from '../../protocol/config-schema.ts';
import { type Check, failed, passed, skipped } from './check.ts';

/** Shorter values can not be searched for in what is printed. */
const LEAST_LENGTH = 4;

export function credentialChecks(
  { body, localName }: ProviderBlock,
  schema: ConfigSchema,
  shell: Environment,
): readonly Check[] {
  const secrets = schema.attributes.filter(({ sensitive }) => sensitive === true);
  if (secrets.length === 0) return [skipped('credential', 'it takes none')];
  const reads = body ? variableReads(body, schema).filter(({ isSensitive }) => isSensitive) : [];
  if (reads.length === 0) {
    const names = secrets.map(({ name }) => name).join(' or ');
    return [skipped('credential', `provider "${localName}" is given no ${names}`)];
  }
  return reads.map(({ variable, path }) => checkVariable(variable, path, shell[variable]));
}

function checkVariable(variable: string, path: string, value: string | undefined): Check {
  const remedy = `Set it before you start agent: export ${variable}=…`;
  if (value === undefined) return failed('credential', `${path}: ${variable} is not set`, remedy);
  if (value.trim() === '') return failed('credential', `${path}: ${variable} is empty`, remedy);
  if (value.length >= LEAST_LENGTH) return passed('credential', `${path} comes from ${variable}`);
  return {
    name: 'credential',
    status: 'warning',
    message: `${path}: the value of ${variable} is shorter than ${LEAST_LENGTH} characters, so it can not be searched for in what is printed`,
    remedy: 'Use a longer secret, or take care where output goes.',
  };
}
