/** Errors about tokens that may stand nowhere, told once or a few times a kind. */
import type { Token, TokenKind } from './token.ts';
import type { SyntaxFault } from './token-cursor.ts';

interface Complaint {
  readonly summary: string;
  readonly detail: string;
  /** Which occurrences are reported, counted from 0 over all kinds of the same group. */
  readonly group: string;
  readonly reports: (occurrence: number) => boolean;
}

const bitwise = (suggestion: string): Complaint => ({
  summary: 'Unsupported operator',
  detail: `Bitwise operators are not supported.${suggestion}`,
  group: 'bitwise',
  reports: (occurrence) => occurrence < 4,
});

/** Quotes of other languages come in pairs: only the first of a pair is reported. */
const quote = (kind: TokenKind, detail: string): Complaint => ({
  summary: 'Invalid character',
  detail,
  group: kind,
  reports: (occurrence) => occurrence === 0 || occurrence === 2,
});

const COMPLAINTS: Partial<Record<TokenKind, Complaint>> = {
  '&': bitwise(' Did you mean boolean AND ("&&")?'),
  '|': bitwise(' Did you mean boolean OR ("||")?'),
  '^': bitwise(''),
  '~': bitwise(' Did you mean boolean NOT ("!")?'),
  '`': quote(
    '`',
    'The "`" character is not valid. To create a multi-line string, use the "heredoc" syntax, like "<<EOT".',
  ),
  "'": quote("'", 'Single quotes are not valid. Use double quotes (") to enclose strings.'),
  ';': {
    summary: 'Invalid character',
    detail:
      'The ";" character is not valid. Use newlines to separate arguments and blocks, and commas to separate items in collection values.',
    group: ';',
    reports: (occurrence) => occurrence === 0,
  },
  'quoted-newline': {
    summary: 'Invalid multi-line string',
    detail:
      'Quoted strings may not be split over multiple lines. To produce a multi-line string, either use the \\n escape to represent a newline character or use the "heredoc" multi-line template syntax.',
    group: 'quoted-newline',
    reports: () => true,
  },
  invalid: {
    summary: 'Invalid character',
    detail: 'This character is not used within the language.',
    group: 'invalid',
    reports: () => true,
  },
};

const CURLY_QUOTES: Complaint = {
  summary: 'Invalid character',
  detail:
    '"Curly quotes" are not valid here. These can sometimes be inadvertently introduced when sharing code via documents or discussion forums. It might help to replace the character with a "straight quote".',
  group: 'invalid',
  reports: () => true,
};

export function invalidTokenErrors(tokens: readonly Token[]): readonly SyntaxFault[] {
  const errors: SyntaxFault[] = [];
  const counts = new Map<string, number>();
  for (const { kind, text, range } of tokens) {
    const isCurly = kind === 'invalid' && (text === '\u201C' || text === '\u201D');
    const complaint = isCurly ? CURLY_QUOTES : COMPLAINTS[kind];
    if (complaint === undefined) continue;
    const { summary, detail, group } = complaint;
    const occurrence = counts.get(group) ?? 0;
    counts.set(group, occurrence + 1);
    if (complaint.reports(occurrence)) errors.push({ summary, detail, range });
  }
  return errors;
}
