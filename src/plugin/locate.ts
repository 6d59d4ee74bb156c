/** From what a file names to a program that can be started; nothing is downloaded or run here. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from '../host/host.ts';
import type { LaunchSpec } from './launch-spec.ts';
import { type PackageEntry, readPackageEntry } from './package-entry.ts';

/** The providers this program ships, each a file of its own below `dist/providers`. */
export const BUILT_IN_PROVIDERS = [
  'anthropic',
  'claude-cli',
  'example',
  'google',
  'openai',
  'openai-compatible',
  'openrouter',
  'xai',
] as const;

/** Where the implementation of a provider comes from (`agent-hcl.md` §3.1). */
export type ProviderSource =
  | { readonly type: 'built-in'; readonly name: string }
  /** An executable or a JavaScript entry file, relative to the project root. */
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'npm'; readonly packageName: string }
  /** Absolute, from the user's own `dev_overrides`. */
  | { readonly type: 'override'; readonly path: string };

export interface LocateContext {
  readonly files: Files;
  /** The running Node, which runs JavaScript entries. */
  readonly nodePath: string;
  /** Absolute. */
  readonly projectRoot: string;
  /** Of this program; also the version of its built-ins. */
  readonly programVersion: string;
}

/** A launch without what belongs to one provider block. */
export type Location = Omit<LaunchSpec, 'name' | 'environment'>;

export type Located =
  | { readonly type: 'found'; readonly location: Location }
  /** A sentence without a full stop that says what is missing and where it was looked for. */
  | { readonly type: 'not-found'; readonly message: string };

/** Extensions of files that need Node to run. */
const SCRIPT_EXTENSIONS = new Set(['.js', '.mjs', '.cjs']);

/**
 * Finds the program of a provider. Whether a path exists is left to the start, which says why.
 *
 * @returns `not-found` for an unknown built-in, or a package that is not installed or no provider.
 */
export async function locate(source: ProviderSource, context: LocateContext): Promise<Located> {
  switch (source.type) {
    case 'built-in':
      return locateBuiltIn(source.name, context);
    case 'path':
      return found('path', resolve(context.projectRoot, source.path), context);
    case 'override':
      return found('override', source.path, context);
    case 'npm':
      return locatePackage(source.packageName, context);
    default:
      return unreachable(source);
  }
}

function locateBuiltIn(name: string, context: LocateContext): Located {
  if (!BUILT_IN_PROVIDERS.some((builtIn) => builtIn === name)) {
    return { type: 'not-found', message: `no provider "${name}" is built in` };
  }
  const program = join(distributionDirectory(), 'providers', `${name}.js`);
  return {
    type: 'found',
    location: {
      kind: 'built-in',
      command: context.nodePath,
      args: [program],
      program,
      version: context.programVersion,
    },
  };
}

function found(
  kind: 'path' | 'npm' | 'override',
  program: string,
  context: LocateContext,
  version = '0.0.0',
): Located {
  const isScript = SCRIPT_EXTENSIONS.has(extname(program));
  return {
    type: 'found',
    location: {
      kind,
      command: isScript ? context.nodePath : program,
      args: isScript ? [program] : [],
      program,
      workingDirectory: context.projectRoot,
      version,
    },
  };
}

async function locatePackage(packageName: string, context: LocateContext): Promise<Located> {
  const folders = [join(context.projectRoot, 'node_modules'), ...programPackages()];
  for (const folder of folders) {
    const entry = await readPackageEntry(context.files, folder, packageName);
    if (entry.type !== 'absent') return fromEntry(entry, packageName, context);
  }
  const places = folders.join(' nor in ');
  return {
    type: 'not-found',
    message: `the package "${packageName}" is installed neither in ${places}`,
  };
}

function fromEntry(
  entry: Exclude<PackageEntry, { type: 'absent' }>,
  packageName: string,
  context: LocateContext,
): Located {
  if (entry.type === 'found') return found('npm', entry.path, context, entry.version);
  return { type: 'not-found', message: `the package "${packageName}" ${entry.problem}` };
}

/** This program's own `node_modules`, and the one it is installed in. */
function programPackages(): readonly string[] {
  const root = dirname(distributionDirectory());
  const parent = dirname(root);
  const scope = basename(parent).startsWith('@') ? dirname(parent) : parent;
  const own = join(root, 'node_modules');
  return basename(scope) === 'node_modules' ? [own, scope] : [own];
}

/** `dist`, whether this code runs as its main file, as one of its chunks or from the source. */
export function distributionDirectory(moduleUrl: string = import.meta.url): string {
  const directory = dirname(fileURLToPath(moduleUrl));
  if (basename(directory) === 'chunks') return dirname(directory);
  const isSource = basename(directory) === 'plugin' && basename(dirname(directory)) === 'src';
  return isSource ? join(directory, '..', '..', 'dist') : directory;
}

function unreachable(value: never): never {
  throw new Error(`not a provider source: ${JSON.stringify(value)}`);
}
