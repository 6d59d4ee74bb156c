/** A definition served in the process of a test, over the connection that a host would use. */
import { platform, tmpdir } from 'node:os';
import { nodeClock } from '../host/node-clock.ts';
import { pluginCredentials } from './credentials.ts';
import { listen } from './listen.ts';
import { createPluginServer } from './plugin-server.ts';
import type { ProviderDefinition } from './provider.ts';
import { Secrets } from './secrets.ts';
import { ServedProvider } from './served-provider.ts';

export interface ServeOptions {
  /** What the provider's process would find in its environment; default nothing. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** A provider that listens in this process, in plaintext, for its owner alone. */
export interface ServedTestProvider {
  readonly network: 'unix' | 'tcp';
  /** Absolute path of a socket; on Windows a loopback address with a port. */
  readonly address: string;
  /** Aborts what runs, closes the connections and removes the socket. */
  close(): Promise<void>;
}

/**
 * Serves a definition from the process of a test, so that `testProvider` of
 * `agent-hcl/conformance/vitest` can judge it without a program. Its log is not kept.
 */
export async function serveTestProvider(
  definition: ProviderDefinition,
  { environment = {} }: ServeOptions = {},
): Promise<ServedTestProvider> {
  const listener = await listen({
    environment: { TMPDIR: tmpdir() },
    platform: platform(),
  });
  const secrets = new Secrets();
  const provider = new ServedProvider({ definition, environment, secrets, log: () => {} });
  const credentials = pluginCredentials({}, nodeClock.now());
  const server = createPluginServer(provider, credentials, () => provider.stop());
  listener.server.on('connection', (socket) => server.accept(socket));
  return {
    network: listener.network,
    address: listener.address,
    async close() {
      listener.close();
      await provider.stop();
      await server.close();
    },
  };
}
