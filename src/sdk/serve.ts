/** A definition becomes a program: the composition root of every provider process. */
import process from 'node:process';
import type { Clock } from '../host/host.ts';
import { nodeClock } from '../host/node-clock.ts';
import {
  COOKIE,
  chooseHandshakeVersion,
  formatHandshake,
  LAUNCH_VARIABLES,
} from '../protocol/handshake.ts';
import { pluginCredentials } from './credentials.ts';
import { HostWatch } from './host-watch.ts';
import { type Listener, listen, StartRefused } from './listen.ts';
import { createLog } from './log.ts';
import { createPluginServer, type PluginServer } from './plugin-server.ts';
import type { Log, ProviderDefinition } from './provider.ts';
import { Secrets } from './secrets.ts';
import { ServedProvider } from './served-provider.ts';
import { claimStandardStreams, type StandardStreams } from './standard-streams.ts';

/** For calls to clean up; a host that asked for the end waits no longer than 2 s in all. */
const CLEAN_UP_MS = 1200;
/** For the last answer to be read; the connections are closed then. */
const GOODBYE_MS = 600;
/** As a shell reports a program ended by SIGTERM. */
const EXIT_TERMINATED = 143;

/**
 * Serves a provider until its host ends it: the whole `main` of a provider process.
 *
 * Started by anything but a host, it says so on stderr and exits with code 1; so it does when it
 * can not listen. stdout belongs to the handshake from here on: `console.log` goes to stderr.
 */
export function serve(definition: ProviderDefinition): void {
  const streams = claimStandardStreams();
  const secrets = new Secrets();
  streams.redactWith(secrets.redact);
  const log = createLog({
    module: definition.name,
    write: streams.writeError,
    now: nodeClock.now,
    redact: secrets.redact,
  });
  run(definition, { streams, secrets, log, clock: nodeClock }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    streams.writeError(secrets.redact(`${definition.name}: can not start: ${reason}\n`));
    process.exit(1);
  });
}

interface Setting {
  readonly streams: StandardStreams;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly clock: Clock;
}

async function run(definition: ProviderDefinition, setting: Setting): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: this is the composition root
  const environment = process.env;
  if (environment[COOKIE.name] !== COOKIE.value) {
    throw new StartRefused(
      'this program is a provider and is started by its host; name it in agent.hcl instead',
    );
  }
  const { secrets, log, clock, streams } = setting;
  const credentials = pluginCredentials(environment, clock.now());
  const listener = await listen({ environment, platform: process.platform });
  const provider = new ServedProvider({ definition, environment, secrets, log });
  const lifetime = new Lifetime(provider, listener, clock);
  const server = createPluginServer(provider, credentials, () => lifetime.answerShutdown());
  lifetime.begin(server, log);
  const multiplexing = environment[LAUNCH_VARIABLES.multiplexing];
  streams.announce(
    formatHandshake({
      handshakeVersion: chooseHandshakeVersion(environment[LAUNCH_VARIABLES.protocolVersions]),
      network: listener.network,
      address: listener.address,
      certificate: credentials.certificate,
      // A host that offers multiplexing expects the segment, whatever the value.
      isMultiplexed: multiplexing ? false : undefined,
    }),
  );
}

/** Everything that ends a provider process, and the one way in which it ends. */
class Lifetime {
  readonly #provider: ServedProvider;
  readonly #listener: Listener;
  readonly #clock: Clock;
  #server: PluginServer | undefined;
  #released: Promise<void> | undefined;

  constructor(provider: ServedProvider, listener: Listener, clock: Clock) {
    this.#provider = provider;
    this.#listener = listener;
    this.#clock = clock;
  }

  begin(server: PluginServer, log: Log): void {
    this.#server = server;
    const watch = new HostWatch(this.#clock, () => void this.#end(0));
    this.#listener.server.on('connection', (socket) => {
      watch.connected();
      socket.on('close', () => watch.disconnected());
      server.accept(socket);
    });
    watch.start();
    // Ctrl-C reaches the whole process group; what it means is the host's decision.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => void this.#end(EXIT_TERMINATED));
    process.on('uncaughtException', (error) => {
      log('error', `the provider failed: ${error.stack ?? error.message}`);
      process.exit(1);
    });
    // Whatever ends the process, the socket does not stay behind.
    process.on('exit', () => this.#listener.close());
  }

  /** Resolves when nothing is left to do, so that the host may end the process at once. */
  async answerShutdown(): Promise<void> {
    await this.#release();
    setImmediate(() => void this.#end(0));
  }

  async #end(exitCode: number): Promise<void> {
    await this.#release();
    if (this.#server) await this.#atMost(GOODBYE_MS, this.#server.close());
    process.exit(exitCode);
  }

  /** Aborts what runs, lets it clean up, and takes the socket away. */
  #release(): Promise<void> {
    this.#released ??= this.#atMost(CLEAN_UP_MS, this.#provider.stop()).finally(() => {
      this.#listener.close();
      // The launcher of a bundled provider records what has been compiled by now.
      const events: NodeJS.EventEmitter = process;
      events.emit('provider-released');
    });
    return this.#released;
  }

  async #atMost(limitMs: number, promise: Promise<void>): Promise<void> {
    await Promise.race([promise, this.#clock.sleep(limitMs)]);
  }
}
