/** Everything a provider process may know of its surroundings (`wire.md` §1.1), and nothing else. */
import type { Environment } from '../host/host.ts';
import {
  COOKIE,
  DEFAULT_PORTS,
  HANDSHAKE_VERSION,
  LAUNCH_VARIABLES,
} from '../protocol/handshake.ts';
import type { LaunchSpec } from './launch-spec.ts';

/** Passed on when this process has them. */
const BASE_NAMES = ['PATH', 'HOME', 'TMPDIR'] as const;

/** What the launch itself tells the child. */
export interface LaunchVariables {
  /** Private directory for every socket the child makes. */
  readonly socketDirectory: string;
  /** Our PEM certificate, final newline included; asks for mutual TLS. */
  readonly clientCertificate?: string | undefined;
}

/**
 * Builds the whole environment of a child, sorted by name.
 *
 * @param own - This process's variables; only three names of it are read.
 * @throws RangeError - an entry has a name of the launcher's own, which loading refuses earlier.
 */
export function childEnvironment(
  own: Environment,
  spec: LaunchSpec,
  launch: LaunchVariables,
): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const name of BASE_NAMES) {
    const value = own[name];
    if (value !== undefined) variables.set(name, value);
  }
  variables.set('OTEL_RESOURCE_ATTRIBUTES', resourceAttributes(spec));
  for (const [name, value] of spec.environment) {
    if (isLauncherVariable(name)) {
      throw new RangeError(`the environment entry ${name} of "${spec.name}" is the launcher's own`);
    }
    variables.set(name, value);
  }
  for (const [name, value] of launcherVariables(launch)) variables.set(name, value);
  return new Map([...variables].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the launcher sets, or may set, a variable of this name itself. */
function isLauncherVariable(name: string): boolean {
  return name === COOKIE.name || name.startsWith('PLUGIN_');
}

function launcherVariables(launch: LaunchVariables): readonly (readonly [string, string])[] {
  const certificate = launch.clientCertificate;
  return [
    [COOKIE.name, COOKIE.value],
    [LAUNCH_VARIABLES.protocolVersions, String(HANDSHAKE_VERSION)],
    [LAUNCH_VARIABLES.minPort, String(DEFAULT_PORTS.min)],
    [LAUNCH_VARIABLES.maxPort, String(DEFAULT_PORTS.max)],
    [LAUNCH_VARIABLES.socketDirectory, launch.socketDirectory],
    ...(certificate === undefined
      ? []
      : [[LAUNCH_VARIABLES.clientCertificate, certificate] as const]),
  ];
}

function resourceAttributes(spec: LaunchSpec): string {
  const pairs = [
    ['category', 'model'],
    ['name', spec.name],
    ['version', spec.version],
  ] as const;
  return pairs
    .map(([key, value]) => `pluggableharness.producer.${key}=${queryEscape(value)}`)
    .join(',');
}

/** Form encoding: everything but letters, digits, `-_.~` as `%XX`, a blank as `+`. */
function queryEscape(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'))
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
