/** How a plugin says where it listens: one line on stdout, after a few environment variables. */

/** Stops a person from running a plugin by hand; it is no secret. */
export const COOKIE = {
  name: 'PLUGGABLEHARNESS_AGENT_PLUGIN',
  value: 'pluggableharness-agent-v1-a6f3c9d2-plugin-handshake',
} as const;

/** Variables a host sets beside the cookie. */
export const LAUNCH_VARIABLES = {
  protocolVersions: 'PLUGIN_PROTOCOL_VERSIONS',
  minPort: 'PLUGIN_MIN_PORT',
  maxPort: 'PLUGIN_MAX_PORT',
  clientCertificate: 'PLUGIN_CLIENT_CERT',
  socketDirectory: 'PLUGIN_UNIX_SOCKET_DIR',
  socketGroup: 'PLUGIN_UNIX_SOCKET_GROUP',
  multiplexing: 'PLUGIN_MULTIPLEX_GRPC',
} as const;

/** Ports for plugins that can not use a unix socket. */
export const DEFAULT_PORTS = { min: 10_000, max: 25_000 } as const;

/** Version of the line's own format. */
export const CORE_VERSION = 1;
/** Version of cookie, broker and services; never compared with the one of the model contract. */
export const HANDSHAKE_VERSION = 1;
/** Version of the model contract, the `v1` of its package. */
export const MODEL_PROTOCOL_VERSION = 1;
/** Name under which a plugin reports its health. */
export const HEALTH_SERVICE = 'plugin';

/** How long a host waits for the line, milliseconds. */
export const HANDSHAKE_TIMEOUT_MS = 60_000;

/** Hosts ignore a shorter certificate segment, as the launcher library does. */
const SHORTEST_CERTIFICATE = 51;

export interface Handshake {
  readonly handshakeVersion: number;
  readonly network: 'unix' | 'tcp';
  /** An absolute path, or a loopback host with its port. */
  readonly address: string;
  /** DER in base64 without padding; absent without TLS. */
  readonly certificate?: string | undefined;
  /** The plugin multiplexes its connections; only printed when asked for. */
  readonly isMultiplexed?: boolean | undefined;
}

/** What is wrong with a line that should have been a handshake; `found` is its text, trimmed. */
export type HandshakeFault =
  /** The program printed something else. */
  | { readonly type: 'not-a-handshake'; readonly found: string }
  | { readonly type: 'core-version'; readonly found: string }
  | {
      readonly type: 'handshake-version';
      readonly found: string;
      readonly offered: readonly number[];
    }
  | { readonly type: 'network'; readonly found: string }
  /** No absolute path, or no address of this machine. */
  | { readonly type: 'address'; readonly found: string }
  /** Not `grpc`; empty when the segment is missing, as older plugins leave it out. */
  | { readonly type: 'protocol'; readonly found: string }
  | { readonly type: 'multiplexing'; readonly found: string };

export type ParsedHandshake =
  | { readonly type: 'handshake'; readonly handshake: Handshake }
  | { readonly type: 'fault'; readonly fault: HandshakeFault };

/** Writes the line, with its line feed. */
export function formatHandshake(handshake: Handshake): string {
  const { handshakeVersion, network, address, certificate = '', isMultiplexed } = handshake;
  const segments = [CORE_VERSION, handshakeVersion, network, address, 'grpc', certificate];
  const multiplexing = isMultiplexed === undefined ? '' : `|${isMultiplexed}`;
  return `${segments.join('|')}${multiplexing}\n`;
}

/** Writes a certificate as the line carries it: hosts can not decode padding. */
export function certificateSegment(der: Uint8Array): string {
  return Buffer.from(der).toString('base64').replace(/=+$/, '');
}

/**
 * Reads the first line a plugin printed.
 *
 * @param line - With or without its line feed.
 * @param offered - Handshake versions the host offered.
 */
export function parseHandshake(
  line: string,
  offered: readonly number[] = [HANDSHAKE_VERSION],
): ParsedHandshake {
  const found = line.trim();
  const segments = found.split('|').map((segment) => segment.trim());
  const fault = faultIn(segments, found, offered);
  if (fault) return { type: 'fault', fault };
  const [, version, network, address, , certificate = '', multiplexing] = segments;
  return {
    type: 'handshake',
    handshake: {
      handshakeVersion: Number(version),
      network: network === 'tcp' ? 'tcp' : 'unix',
      address: address ?? '',
      certificate: certificate.length < SHORTEST_CERTIFICATE ? undefined : certificate,
      isMultiplexed: multiplexing === undefined ? undefined : multiplexing === 'true',
    },
  };
}

function faultIn(
  segments: readonly string[],
  found: string,
  offered: readonly number[],
): HandshakeFault | undefined {
  const [core = '', version = '', network = '', address = '', protocol = ''] = segments;
  // Only a number in front makes it a handshake at all; a table drawn with bars is none.
  if (segments.length < 4 || segments.length > 7 || !/^\d+$/.test(core)) {
    return { type: 'not-a-handshake', found };
  }
  if (Number(core) !== CORE_VERSION) return { type: 'core-version', found: core };
  if (!/^\d+$/.test(version) || !offered.includes(Number(version))) {
    return { type: 'handshake-version', found: version, offered };
  }
  if (network !== 'unix' && network !== 'tcp') return { type: 'network', found: network };
  if (!isOwnAddress(network, address)) return { type: 'address', found: address };
  if (protocol !== 'grpc') return { type: 'protocol', found: protocol };
  const multiplexing = segments[6] ?? 'false';
  return multiplexing === 'true' || multiplexing === 'false'
    ? undefined
    : { type: 'multiplexing', found: multiplexing };
}

function isOwnAddress(network: 'unix' | 'tcp', address: string): boolean {
  return network === 'unix'
    ? address.startsWith('/')
    : /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]):\d{1,5}$/.test(address);
}

/**
 * Chooses the handshake version a plugin announces.
 *
 * @param offered - Value of `PLUGIN_PROTOCOL_VERSIONS`; absent means the host did not say.
 * @param supported - Ascending, not empty.
 * @returns The highest shared version; without one the lowest of ours, which the host then refuses.
 */
export function chooseHandshakeVersion(
  offered: string | undefined,
  supported: readonly [number, ...number[]] = [HANDSHAKE_VERSION],
): number {
  const versions = new Set((offered ?? '').split(',').map((text) => text.trim()));
  return supported.findLast((version) => versions.has(String(version))) ?? supported[0];
}
