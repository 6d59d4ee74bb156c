/** A configuration file's bytes → its tree, or what is wrong with its text. */
import { type Decoded, type Diagnostic, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import { rangeAt } from '../diagnostics/source-range.ts';
import type { Files } from '../host/host.ts';
import { findUnconfirmedCall } from './confirm-env-calls.ts';
import { findDifference } from './cross-check.ts';
import type { Judge, Verdict } from './hcl.ts';
import { judgeFaults } from './hcl-error.ts';
import { isTooHeavyForJudge } from './judge-load.ts';
import { readSource } from './read-source.ts';
import type { RawBody } from './syntax/ast.ts';
import { type HclText, wholeText } from './syntax/hcl-text.ts';
import { parseSource, type SyntaxTree } from './syntax/parse.ts';
import { nestingDiagnostic, syntaxDiagnostics } from './syntax-diagnostics.ts';
import type { VerdictCache } from './verdict-cache.ts';

/** A file whose text is right. */
export interface ParsedFile {
  /** The name that ranges carry. */
  readonly file: string;
  /** As read, for excerpts. */
  readonly bytes: Uint8Array;
  readonly body: RawBody;
}

export interface ParseSettings {
  /** Loads the judge; called only for a text that is not known to be accepted. */
  readonly judge: () => Promise<Judge>;
  readonly verdicts: VerdictCache;
}

/** Loads the judge when it is first asked for, and once. */
export function lazyJudge(files: Files): () => Promise<Judge> {
  let judge: Promise<Judge> | undefined;
  return () => {
    judge ??= import('./hcl.ts').then(({ loadJudge }) => loadJudge(files));
    return judge;
  };
}

/**
 * Reads and parses a configuration file.
 *
 * HCL's own parser decides whether the syntax is right; its diagnostics are the result when it is
 * not. The tree is our own. A text that it accepted before is not given to it again.
 *
 * @param file - The name of the file as a user should read it.
 * @returns The parsed file, or the errors of its text and nothing else.
 */
export async function parseConfigText(
  bytes: Uint8Array,
  file: string,
  settings: ParseSettings,
): Promise<Decoded<ParsedFile>> {
  const { value: source, diagnostics } = readSource(bytes, file);
  if (source === undefined) return { value: undefined, diagnostics };
  const tree = parseSource(source);
  if (tree.tooDeep !== undefined) return failed([nestingDiagnostic(tree.tooDeep)]);
  const parsed: Decoded<ParsedFile> = { value: { file, bytes, body: tree.body }, diagnostics: [] };
  if (tree.errors.length === 0 && (await settings.verdicts.isAccepted(bytes))) return parsed;
  if (isTooHeavyForJudge(tree)) {
    return tree.errors.length === 0 ? parsed : failed(syntaxDiagnostics(tree.errors, source.text));
  }
  const errors = await askJudge({ source, bytes, tree }, settings.judge);
  if (errors.length > 0) return failed(errors);
  await settings.verdicts.remember(bytes);
  return parsed;
}

function failed(diagnostics: readonly Diagnostic[]): Decoded<ParsedFile> {
  return { value: undefined, diagnostics };
}

interface Question {
  readonly source: HclText;
  readonly bytes: Uint8Array;
  readonly tree: SyntaxTree;
}

async function askJudge(
  question: Question,
  loadJudge: () => Promise<Judge>,
): Promise<readonly Diagnostic[]> {
  const { source, tree } = question;
  let judge: Judge;
  try {
    judge = await loadJudge();
  } catch (error) {
    return [unloadable(source, error)];
  }
  const verdict = judge.judge(wholeText(source));
  switch (verdict.type) {
    case 'rejected':
      return rejected(source, tree, verdict);
    case 'failed':
      return [internalError(source, `The parser failed: ${verdict.reason}.`)];
    case 'accepted':
      return checkAccepted(question, verdict.json, judge);
  }
}

function rejected(
  source: HclText,
  tree: SyntaxTree,
  { message }: Extract<Verdict, { type: 'rejected' }>,
): readonly Diagnostic[] {
  const told = judgeFaults(message, source, tree.tokens);
  const faults = told.length > 0 ? told : tree.errors;
  if (faults.length > 0) return syntaxDiagnostics(faults, source.text);
  return [internalError(source, 'The parser refused the file in words that are not understood.')];
}

function checkAccepted(
  { source, bytes, tree }: Question,
  json: unknown,
  judge: Judge,
): readonly Diagnostic[] {
  const [own] = tree.errors;
  if (own !== undefined) {
    const detail = `Two parsers disagree about this place: one of them says "${own.summary}".`;
    return [{ ...internalError(source, detail), range: own.range }];
  }
  const difference = json === undefined ? undefined : findDifference(tree.body, json);
  if (difference !== undefined) {
    const where = difference.length === 0 ? 'the file' : `"${difference.join('.')}"`;
    return [internalError(source, `Two parsers disagree about ${where}.`)];
  }
  const range = findUnconfirmedCall(tree.body, bytes, judge);
  if (range === undefined) return [];
  return [{ ...internalError(source, 'Two parsers disagree about this call of env.'), range }];
}

function internalError({ file, skippedBytes }: HclText, detail: string): Diagnostic {
  const start = { line: 1, column: 1, byte: skippedBytes };
  return errorDiagnostic({
    code: 'internal-error',
    summary: 'The file could not be parsed reliably',
    detail: `${detail} This is a fault of agent itself, please report it. Rewriting that part of the file may help.`,
    range: rangeAt(file, start),
  });
}

function unloadable({ file }: HclText, error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return errorDiagnostic({
    code: 'internal-error',
    summary: 'The parser could not be loaded',
    detail: `${file} could not be checked: ${reason}. The installation of agent seems incomplete; install it again.`,
  });
}
