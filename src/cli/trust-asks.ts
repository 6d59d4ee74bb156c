/** What a loaded file asks for, with its programs located. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ProviderBlock } from '../config/config.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Ask } from '../config/trust/ask.ts';
import {
  type AskSubject,
  type ForeignEntry,
  foreignSubject,
  shippedSubject,
} from '../config/trust/ask-subject.ts';
import { collectAsks } from '../config/trust/collect-asks.ts';
import { endpointsOf } from '../config/trust/endpoint-asks.ts';
import type { Host } from '../host/host.ts';
import { builtIns } from './built-ins.ts';
import type { Launchables } from './locate-providers.ts';
import { pathDigest, sha256 } from './trust-digest.ts';

/** Computed on the values that are then used: the file is not read again, nothing is started. */
export function asksOf(
  loaded: LoadedConfig,
  launchables: Launchables,
  { environment, files }: Pick<Host, 'environment' | 'files'>,
): Promise<readonly Ask[]> {
  const { projectRoot } = loaded;
  return collectAsks({
    config: loaded.config,
    subjects: loaded.providers.map((block) =>
      subjectOf(block, launchables, environment, projectRoot),
    ),
    environment,
    digest: (path) => pathDigest(resolve(projectRoot, path), files),
    digestText: sha256,
  });
}

/** Every other machine that a provider of the file would talk to, sorted. */
export function originsOf(
  { providers, projectRoot }: LoadedConfig,
  launchables: Launchables,
  { environment }: Pick<Host, 'environment'>,
): readonly string[] {
  const endpoints = providers.flatMap((block) =>
    endpointsOf(subjectOf(block, launchables, environment, projectRoot)),
  );
  const others = endpoints.filter(({ isLoopback }) => !isLoopback);
  return [...new Set(others.map(({ origin }) => origin))].sort();
}

function subjectOf(
  block: ProviderBlock,
  launchables: Launchables,
  environment: Host['environment'],
  projectRoot: string,
): AskSubject {
  const { implementation } = block;
  const builtIn =
    implementation?.type === 'built-in' ? builtIns.get(implementation.name) : undefined;
  if (builtIn) return shippedSubject(block, builtIn, environment);
  const replaced = implementation?.type === 'override' ? builtIns.get(block.localName) : undefined;
  return foreignSubject(block, entryOf(block, launchables, projectRoot), environment, replaced);
}

/** The user's own overrides need no grant to run. */
function entryOf(
  { implementation, localName }: ProviderBlock,
  launchables: Launchables,
  projectRoot: string,
): ForeignEntry | undefined {
  const launchable = launchables.get(localName);
  if (launchable?.type !== 'launchable') return undefined;
  const { program: path } = launchable.spec;
  const shown = shownPath(path, projectRoot);
  switch (implementation?.type) {
    case 'path':
      return { path, shown };
    case 'npm':
      return { path, shown: `npm:${implementation.packageName} (${shown})` };
    default:
      return undefined;
  }
}

/** The same on every machine for what lies in the project. */
function shownPath(path: string, projectRoot: string): string {
  const way = relative(projectRoot, path);
  const isInside = way !== '' && !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
  return isInside ? `./${way.split(sep).join('/')}` : path;
}
