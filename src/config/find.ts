/** Which configuration file is meant, and its bytes. Parent directories are never searched. */
import { basename, dirname, join, resolve } from 'node:path';
import type { DiagnosticCode } from '../diagnostics/code.ts';
import { type Decoded, type Diagnostic, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { FileInfo, Files } from '../host/host.ts';
import type { ConfigText } from './load.ts';

/** Bytes, at most; beyond that a file is refused before it is read. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/** Name of standard input in diagnostics. */
export const STDIN_NAME = '<stdin>';

const FILE_NAME = 'agent.hcl';

export interface FindOptions {
  /** `--config`, the PATH of `validate`, else `AGENT_CONFIG`; `-` is standard input. */
  readonly path?: string | undefined;
  /** A directory means the `agent.hcl` in it (`validate PATH`); otherwise it is refused. */
  readonly takesDirectory?: boolean | undefined;
  /** Absolute: `agent` in the user's configuration directory. */
  readonly userDirectory: string;
  /** Absolute. */
  readonly workingDirectory: string;
  /** Numeric id of the user; `undefined` where the system has none. */
  readonly userId: number | undefined;
  readonly files: Files;
  /** Read for `-` only. */
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Finds and reads the configuration: the path given, else `./agent.hcl`, else the user's own
 * `agent.hcl`.
 *
 * @returns No value and no diagnostic when no path is given and neither file exists: the caller
 *   knows whether its command needs one (`configNotFound`).
 */
export async function findConfig(options: FindOptions): Promise<Decoded<ConfigText>> {
  const { path, workingDirectory, userDirectory } = options;
  const own = join(userDirectory, FILE_NAME);
  if (path === '-') return readStdin(options);
  if (path !== undefined && path !== '') return readGiven(path, options);
  const candidates = [
    { shown: FILE_NAME, path: join(workingDirectory, FILE_NAME) },
    { shown: own, path: own },
  ];
  for (const { shown, path: candidate } of candidates) {
    const info = await inspect(candidate, options.files);
    if (info.type === 'absent') continue;
    return readFound({ shown, path: candidate, info, isNamed: false }, options);
  }
  return { value: undefined, diagnostics: [] };
}

/** The error of a command that needs a configuration where there is none. */
export function configNotFound({
  userDirectory,
}: Pick<FindOptions, 'userDirectory'>): Decoded<never> {
  const own = join(userDirectory, FILE_NAME);
  return failure(
    'config-not-found',
    'No configuration file',
    `There is no ${FILE_NAME} in this directory, and no ${own}. Write one with "agent init", or name one with --config FILE.`,
  );
}

async function readStdin({ stdin, workingDirectory }: FindOptions): Promise<Decoded<ConfigText>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_CONFIG_BYTES) return tooLarge(STDIN_NAME, `more than ${MAX_CONFIG_BYTES}`);
  }
  const text = { file: STDIN_NAME, bytes: joinChunks(chunks, size), projectRoot: workingDirectory };
  return { value: text, diagnostics: [] };
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

async function readGiven(shown: string, options: FindOptions): Promise<Decoded<ConfigText>> {
  const path = resolve(options.workingDirectory, shown);
  const info = await inspect(path, options.files);
  const isDirectory = info.type === 'found' && info.info.kind === 'directory';
  if (!isDirectory || options.takesDirectory !== true) {
    return readFound({ shown, path, info, isNamed: true }, options);
  }
  const inside = join(path, FILE_NAME);
  const found = await inspect(inside, options.files);
  return readFound(
    { shown: join(shown, FILE_NAME), path: inside, info: found, isNamed: true },
    options,
  );
}

type Inspection =
  | { readonly type: 'found'; readonly info: FileInfo }
  | { readonly type: 'absent' }
  | { readonly type: 'failed'; readonly reason: string };

async function inspect(path: string, files: Files): Promise<Inspection> {
  try {
    return { type: 'found', info: await files.info(path) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { type: 'absent' };
    return { type: 'failed', reason: reasonOf(error) };
  }
}

interface Candidate {
  readonly shown: string;
  readonly path: string;
  readonly info: Inspection;
  /** The user has named it, so whose it is does not matter. */
  readonly isNamed: boolean;
}

async function readFound(candidate: Candidate, options: FindOptions): Promise<Decoded<ConfigText>> {
  const { shown, path, info } = candidate;
  if (info.type === 'absent') {
    const advice = 'Check the path, or write a first configuration with "agent init".';
    return failure(
      'config-not-found',
      'Configuration file not found',
      `There is no ${shown}. ${advice}`,
    );
  }
  if (info.type === 'failed') return unreadable(shown, info.reason);
  const refusal = refuse(info.info, candidate, options.userId);
  if (refusal !== undefined) return unreadable(shown, refusal);
  // In the user's own directory a link is the user's; in a project it came with the project.
  const isOfProject = !candidate.isNamed && dirname(path) === options.workingDirectory;
  if (isOfProject && (await isLink(path, options.files))) {
    return unreadable(shown, 'it is a symbolic link. If you trust it, name it with --config');
  }
  if (info.info.sizeBytes > MAX_CONFIG_BYTES) return tooLarge(shown, String(info.info.sizeBytes));
  try {
    const bytes = await options.files.read(path);
    if (bytes.length > MAX_CONFIG_BYTES) return tooLarge(shown, String(bytes.length));
    return { value: { file: shown, bytes, projectRoot: dirname(path) }, diagnostics: [] };
  } catch (error) {
    return unreadable(shown, reasonOf(error));
  }
}

async function isLink(path: string, files: Files): Promise<boolean> {
  const folder = await files.realPath(dirname(path));
  return (await files.realPath(path)) !== join(folder, basename(path));
}

/** Why a file must not be read; a pipe or device could keep the program waiting for ever. */
function refuse(info: FileInfo, { shown, isNamed }: Candidate, userId: number | undefined) {
  if (info.kind === 'directory')
    return `it is a directory. Name the file in it, such as ${join(shown, FILE_NAME)}`;
  if (info.kind === 'other')
    return 'it is neither a file nor a directory. To read a pipe, give "-"';
  if (isNamed) return undefined;
  if (info.isWorldWritable) {
    return `everybody may write to it. Change that with: chmod o-w ${basename(shown)}; or name it with --config`;
  }
  const isOwn = userId === undefined || info.ownerId === userId || info.ownerId === 0;
  return isOwn ? undefined : 'it belongs to another user. If you trust it, name it with --config';
}

function unreadable(shown: string, reason: string): Decoded<never> {
  const detail = `${shown} can not be read: ${reason}.`;
  return failure('config-unreadable', 'Configuration file can not be read', detail);
}

function tooLarge(shown: string, size: string): Decoded<never> {
  const detail = `${shown} has ${size} bytes; at most ${MAX_CONFIG_BYTES} are allowed.`;
  return failure('config-too-large', 'Configuration file is too large', detail);
}

function failure(code: DiagnosticCode, summary: string, detail: string): Decoded<never> {
  return { value: undefined, diagnostics: [errorDiagnostic({ code, summary, detail })] };
}

/** What failed when an optional file was read; nothing when it does not exist. */
export function readFault(path: string, error: unknown): readonly Diagnostic[] {
  const code = systemCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return [];
  return unreadable(path, reasonOf(error)).diagnostics;
}

function systemCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** What the system says, without the call and the path that Node puts around it. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const { reason = message } = /^[A-Z0-9]+: (?<reason>[^,]+),/.exec(message)?.groups ?? {};
  const code = systemCode(error);
  return typeof code === 'string' ? `${reason} (${code})` : reason;
}
