/** The asks of a file, for people and as one JSON document. */
import type { Ask } from '../config/trust/ask.ts';
import { terminalSafe } from '../format/terminal-safe.ts';
import { trustDigest } from './trust-digest.ts';
import type { Judgement } from './trust-gate.ts';

export function asksText(file: string, { asks, open }: Judgement): string {
  if (asks.length === 0) return `${file} asks for nothing.\n`;
  const count = asks.length === 1 ? '1 thing' : `${asks.length} things`;
  const lines = asks.map((ask) => {
    const state = open.includes(ask) ? 'not allowed' : 'allowed    ';
    return `  ${state}  ${askLine(ask)}\n`;
  });
  const advice =
    open.length === 0
      ? ''
      : '"agent trust --accept" allows all of them, "agent provider trust NAME" those of one provider.\n';
  return `${file} asks for ${count}\n${lines.join('')}${advice}`;
}

/** In full: what is not shown can not be judged. */
export function askLine({ sentence, range }: Ask): string {
  return `${terminalSafe(sentence)}    (line ${range.start.line})`;
}

/** The published form (`schemas/json/trust.schema.json`). */
export function asksJson(file: string, { asks, open }: Judgement): string {
  const document = {
    schema_version: '1.0',
    file,
    digest: trustDigest(asks),
    asks: asks.map((ask) => ({
      kind: ask.kind,
      provider: ask.provider ?? null,
      sentence: ask.sentence,
      granted: !open.includes(ask),
      line: ask.range.start.line,
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
