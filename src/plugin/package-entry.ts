/** Finds the provider inside an installed npm package. */
import { basename, join, relative } from 'node:path';
import type { Files } from '../host/host.ts';

export type PackageEntry =
  | { readonly type: 'absent' }
  | { readonly type: 'found'; readonly path: string; readonly version: string }
  /** Completes "the package NAME …". */
  | { readonly type: 'unusable'; readonly problem: string };

/** A plain or scoped name; nothing that could lead out of `node_modules`. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;

/** Conditions of an `exports` target that hold for a started program, in Node's order. */
const CONDITIONS = new Set(['node', 'import', 'default']);

/**
 * @param folder - Absolute path of a `node_modules`.
 * @returns The file of `exports["./provider"]`, else of `bin`.
 */
export async function readPackageEntry(
  files: Files,
  folder: string,
  packageName: string,
): Promise<PackageEntry> {
  if (!PACKAGE_NAME.test(packageName)) return unusable('has no name a package can have');
  const directory = join(folder, ...packageName.split('/'));
  const text = await readText(files, join(directory, 'package.json'));
  if (text === undefined) return { type: 'absent' };
  const manifest = parseManifest(text);
  if (manifest === undefined) return unusable('has an unreadable package.json');
  const target = exportedProvider(manifest['exports']) ?? binOf(manifest['bin'], packageName);
  if (target === undefined) return unusable('has neither a "./provider" export nor one "bin"');
  const path = join(directory, target);
  if (relative(directory, path).startsWith('..')) return unusable('names a file outside itself');
  const version = manifest['version'];
  return { type: 'found', path, version: typeof version === 'string' ? version : '0.0.0' };
}

async function readText(files: Files, path: string): Promise<string | undefined> {
  try {
    return Buffer.from(await files.read(path)).toString('utf8');
  } catch {
    return undefined; // not installed here, or not readable, which is the same to us
  }
}

type Manifest = Readonly<Record<string, unknown>>;

function parseManifest(text: string): Manifest | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function exportedProvider(exports: unknown): string | undefined {
  return isObject(exports) ? targetOf(exports['./provider']) : undefined;
}

/** The first condition that holds, nested ones included. */
function targetOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (!isObject(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const path = CONDITIONS.has(condition) ? targetOf(inner) : undefined;
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The only command of a package, or the one that bears its name. */
function binOf(bin: unknown, packageName: string): string | undefined {
  if (typeof bin === 'string') return bin;
  if (!isObject(bin)) return undefined;
  const commands = Object.values(bin);
  const command = commands.length === 1 ? commands[0] : bin[basename(packageName)];
  return typeof command === 'string' ? command : undefined;
}

function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unusable(problem: string): PackageEntry {
  return { type: 'unusable', problem };
}
