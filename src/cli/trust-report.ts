/** Asks that are not granted, as diagnostics. */

import type { Ask } from '../config/trust/ask.ts';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { Judgement } from './trust-gate.ts';

/** One for each open ask, with the command that grants it. */
export function askDiagnostics(
  judgement: Judgement,
  asks: readonly Ask[] = judgement.open,
  severity: Severity = 'error',
): readonly Diagnostic[] {
  return asks.map((ask) => ({
    severity,
    code: 'not-trusted',
    summary: `Not allowed yet: ${ask.sentence}`,
    detail: remedyFor(ask, judgement),
    range: ask.range,
    context: ask.context,
  }));
}

function remedyFor({ provider, kind, range }: Ask, { store, subject, chdir }: Judgement): string {
  if (store?.refusal !== undefined) {
    return `Grants can not be kept: ${store.refusal}. Set XDG_STATE_HOME to a directory outside, or allow this one call with --trust-providers.`;
  }
  if (subject === undefined) {
    return 'A configuration from standard input has no name to grant it under. If you know the file, add --trust-providers.';
  }
  const flags = `${chdir === undefined ? '' : ` -C ${shellWord(chdir)}`}${configFlag(range.file)}`;
  const all = `agent trust --accept${flags}`;
  if (provider === undefined || kind === 'options') return `If you want this, run: ${all}`;
  const narrow = `agent provider trust ${shellWord(provider)}${flags}`;
  return `If you want this, run: ${narrow}\nTo allow everything that the file asks for: ${all}`;
}

function configFlag(file: string): string {
  return file === 'agent.hcl' ? '' : ` --config ${shellWord(file)}`;
}

/** A word as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
