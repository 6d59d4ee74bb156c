/** `.agent/agent.lock.hcl`: which builds were resolved. Written by the program, read and checked. */
import {
  compareDiagnostics,
  type Diagnostic,
  errorDiagnostic,
  hasErrors,
} from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import { rangeAt } from '../diagnostics/source-range.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import { LOCK_FILE } from './block-schema.ts';
import { evaluator } from './evaluator.ts';
import { FaultLog } from './fault-log.ts';
import type { ParseFile } from './load.ts';
import type { ReadBlock, ReadBody } from './read-body.ts';
import { readFile } from './read-file.ts';
import { blocksOf, locatedText, textMap, textOf } from './read-values.ts';
import type { RawBody } from './syntax/ast.ts';
import { parseVersion } from './version.ts';

const LOCK_VERSION = 1;

export interface LockRow {
  readonly localName: string;
  readonly source: string;
  /** Exact, not a constraint. */
  readonly version: string;
  /** RFC 3339. */
  readonly resolvedAt: string;
  /** `OS_ARCH` → `sha256:…`. */
  readonly checksums: Readonly<Record<string, string>>;
  readonly range: SourceRange;
}

export interface LoadedLockFile {
  /** By local name; present when nothing in the file is wrong. */
  readonly rows: ReadonlyMap<string, LockRow> | undefined;
  readonly source: SourceText;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a lock file. Its version is read first, alone; another one ends the work. */
export async function loadLockFile(
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
  parse: ParseFile,
): Promise<LoadedLockFile> {
  const source = { file, bytes, masks: [] };
  const parsed = await parse(file, bytes);
  if (parsed.value === undefined)
    return { rows: undefined, source, diagnostics: parsed.diagnostics };
  const versionFaults = checkVersion(parsed.value, file);
  if (versionFaults.length > 0) return { rows: undefined, source, diagnostics: versionFaults };
  const log = new FaultLog();
  const body = readFile(parsed.value, LOCK_FILE, {
    conversion: 'strict',
    evaluate: evaluator({ environment: {}, isEnvAllowed: false }),
    report: log.report,
    reportCount: log.count,
  });
  const found = [...log.diagnostics, ...blocksOf(body, 'provider').flatMap(checkRow)];
  const diagnostics = found.map(asMalformed).sort(compareDiagnostics);
  return { rows: hasErrors(diagnostics) ? undefined : rowsOf(body), source, diagnostics };
}

function checkVersion(body: RawBody, file: string): readonly Diagnostic[] {
  const attribute = body.attributes.find(({ name }) => name === 'lock_file_version');
  if (attribute === undefined) {
    const range = rangeAt(file, { line: 1, column: 1, byte: 0 });
    const detail = `The lock file does not say which version of the format it has. Remove it, or restore it from version control: it must begin with lock_file_version = ${LOCK_VERSION}.`;
    return [
      errorDiagnostic({
        code: 'lock-version-missing',
        summary: 'Lock file without a version',
        detail,
        range,
      }),
    ];
  }
  const { expression } = attribute;
  if (expression.type === 'number' && Number(expression.text) === LOCK_VERSION) return [];
  const found = expression.type === 'number' ? expression.text : 'something else than a number';
  return [
    errorDiagnostic({
      code: 'lock-version-unsupported',
      summary: 'Unsupported version of the lock file',
      detail: `The lock file has version ${found}, but this program supports ${LOCK_VERSION}. Use a program that knows it.`,
      range: expression.range,
    }),
  ];
}

/** The program writes this file, so whatever is wrong in it has one id and one remedy. */
function asMalformed(diagnostic: Diagnostic): Diagnostic {
  const detail = `${diagnostic.detail}\nThe lock file is written by the program: restore it from version control.`;
  return { ...diagnostic, code: 'lock-malformed', detail };
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const PLATFORM = /^[a-z0-9]+_[a-z0-9]+$/;
const CHECKSUM = /^sha256:[0-9a-f]{64}$/;

function checkRow(block: ReadBlock): readonly Diagnostic[] {
  const fault = (range: SourceRange, summary: string, detail: string): Diagnostic =>
    errorDiagnostic({ code: 'lock-malformed', summary, detail, range, context: block.context });
  const time = locatedText(block.attributes.get('resolved_at'));
  const version = locatedText(block.attributes.get('version'));
  const faults: Diagnostic[] = [];
  if (time !== undefined && !isTimestamp(time.value)) {
    faults.push(
      fault(time.range, 'Bad timestamp', 'resolved_at must be a time as RFC 3339 writes it.'),
    );
  }
  if (version !== undefined && parseVersion(version.value) === undefined) {
    faults.push(fault(version.range, 'Bad version', 'version must be one exact version.'));
  }
  for (const [platform, node] of block.attributes.get('checksums')?.entries ?? []) {
    if (PLATFORM.test(platform) && CHECKSUM.test(String(node.value))) continue;
    const detail = 'checksums must map OS_ARCH to "sha256:" and 64 hexadecimal digits.';
    faults.push(fault(node.nameRange ?? node.range, 'Bad checksum', detail));
  }
  return faults;
}

function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text));
}

function rowsOf(body: ReadBody): ReadonlyMap<string, LockRow> {
  const rows = blocksOf(body, 'provider').map(
    (block): LockRow => ({
      localName: block.label,
      source: textOf(block, 'source') ?? '',
      version: textOf(block, 'version') ?? '',
      resolvedAt: textOf(block, 'resolved_at') ?? '',
      checksums: textMap(block.attributes.get('checksums')),
      range: block.range,
    }),
  );
  return new Map(rows.map((row) => [row.localName, row]));
}

/**
 * Holds an installed build against its row.
 *
 * @param platform - Such as `linux_amd64`.
 * @param digest - `sha256:…` of the build.
 */
export function checkLockedDigest(
  row: LockRow,
  platform: string,
  digest: string,
): readonly Diagnostic[] {
  const place = { range: row.range, context: `provider "${row.localName}"` };
  const isListed = Object.hasOwn(row.checksums, platform);
  const locked = isListed ? row.checksums[platform] : undefined;
  if (locked === undefined) {
    const detail = `The lock file has no checksum of provider "${row.localName}" for ${platform}.`;
    const summary = 'No checksum for this platform';
    return [errorDiagnostic({ ...place, code: 'lock-checksum-missing', summary, detail })];
  }
  if (locked === digest) return [];
  const detail = `Provider "${row.localName}" for ${platform} has ${digest}, but the lock file says ${locked}. Do not use this build unless you know why it changed.`;
  const summary = 'Checksum does not match';
  return [errorDiagnostic({ ...place, code: 'lock-checksum-mismatch', summary, detail })];
}
