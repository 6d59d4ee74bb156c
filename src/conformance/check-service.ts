/** A provider that already listens, such as one served by the test that checks it. */
import { nodeClock } from '../host/node-clock.ts';
import type { CheckOptions } from './check-options.ts';
import { checkProvider } from './check-provider.ts';
import { conformanceOptions } from './read-options.ts';
import type { ConformanceReport } from './report.ts';

export interface ServiceOptions extends CheckOptions {
  readonly network: 'unix' | 'tcp';
  /** Absolute path of a socket, or a loopback address with a port; plaintext. */
  readonly address: string;
}

/**
 * Checks a service, which is not ended. What only a program can show is skipped. It never rejects for
 * what the service does.
 *
 * @throws TypeError - `request` is no request of the contract.
 */
export async function checkService(options: ServiceOptions): Promise<ConformanceReport> {
  const { network, address, ...rest } = options;
  const target = { type: 'service', network, address, clock: nodeClock } as const;
  return checkProvider(target, conformanceOptions(rest));
}
