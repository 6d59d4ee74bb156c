/** The HCL front end: text → tree with places, or errors as HCL's own parser words them. */
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { RawBody } from './ast.ts';
import { parseBody } from './body.ts';
import { parseExpression } from './expression.ts';
import type { HclText } from './hcl-text.ts';
import { invalidTokenErrors } from './invalid-tokens.ts';
import { scan } from './scan.ts';
import type { Token, TokenKind } from './token.ts';
import { MAX_NESTING, NestingTooDeep, type SyntaxFault, TokenCursor } from './token-cursor.ts';

export interface SyntaxTree {
  readonly tokens: readonly Token[];
  /** Trustworthy only without errors. */
  readonly body: RawBody;
  readonly errors: readonly SyntaxFault[];
  /** The first level of nesting too many; then `body` and `errors` are empty. */
  readonly tooDeep?: SourceRange | undefined;
}

/** Parses a whole file. Never fails: what is wrong is in the result. */
export function parseSource(source: HclText): SyntaxTree {
  const tokens = scan(source);
  const cursor = new TokenCursor(source.file, tokens, parseExpression);
  const range = { file: source.file, start: START, end: tokens.at(-1)?.range.end ?? START };
  const empty: RawBody = { attributes: [], blocks: [], range };
  const tooDeep = tooDeepBracket(tokens);
  if (tooDeep !== undefined) return { tokens, body: empty, errors: [], tooDeep };
  try {
    const body = parseBody(cursor, 'end-of-file');
    return { tokens, body, errors: [...invalidTokenErrors(tokens), ...cursor.errors] };
  } catch (error) {
    if (!(error instanceof NestingTooDeep)) throw error;
    return { tokens, body: empty, errors: [], tooDeep: error.range };
  }
}

const START = { line: 1, column: 1, byte: 0 };

const OPENERS: ReadonlySet<TokenKind> = new Set(['{', '[', '(', 'interpolation', 'directive']);
const CLOSERS: ReadonlySet<TokenKind> = new Set(['}', ']', ')', 'template-end']);

/** Counts brackets alone, so that parts which the parser skips after an error are counted too. */
function tooDeepBracket(tokens: readonly Token[]): SourceRange | undefined {
  let depth = 0;
  for (const { kind, range } of tokens) {
    if (CLOSERS.has(kind)) depth = Math.max(0, depth - 1);
    else if (OPENERS.has(kind)) {
      depth += 1;
      if (depth > MAX_NESTING) return range;
    }
  }
  return undefined;
}
