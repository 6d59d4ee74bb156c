import type { ProviderBlock } from '../config/config.ts';
import { variableReads } from '../config/trust/reads.ts';
import type { Environment } from '../host/host.ts';

const SECRET_NAME = /key|token|secret|pass|credential|auth/i;

/**
 * What a provider whose schema only it knows will probably call secret: a prompt is kept, and faults
 * of the command line are told, before it runs.
 */
export function suspectedSecrets(
  { body, implementation }: ProviderBlock,
  environment: Environment,
): readonly string[] {
  if (body === undefined || implementation?.type === 'built-in') return [];
  return variableReads(body, { attributes: [] })
    .filter(({ path, variable }) => SECRET_NAME.test(path) || SECRET_NAME.test(variable))
    .flatMap(({ variable }) => environment[variable] ?? []);
}
