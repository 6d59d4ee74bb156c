/** A conversation as a document to read. */
import { formatCost, formatTokens } from '../../format/quantities.ts';
import type { ContentBlock } from '../../protocol/message.ts';
import type { Replay } from '../../session/replay.ts';
import { shorten } from '../../session/session-notes.ts';
import type { HistoryMessage } from '../../turn/history.ts';

export function sessionMarkdown(session: Replay): string {
  const { header, title, history, turns, usage, costUsd, lastUsedAt } = session;
  const facts = [
    `- Session: ${header.id}`,
    ...(header.forked_from === null ? [] : [`- Copy of: ${header.forked_from}`]),
    `- Begun: ${header.created_at}, last used: ${lastUsedAt}`,
    `- Directory: ${header.cwd}`,
    `- Turns: ${turns}; tokens: ${formatTokens(usage.input_tokens ?? 0)} in, ${formatTokens(usage.output_tokens ?? 0)} out; cost: ${formatCost(costUsd ?? undefined)}`,
  ];
  const heading = title === '' ? header.id : shorten(title, 80);
  const parts = [`# ${heading}`, facts.join('\n'), ...history.map(messageMarkdown)];
  return `${parts.join('\n\n')}\n`;
}

function messageMarkdown(message: HistoryMessage): string {
  const { role, producedByProvider: provider, producedByModelId: model, isCut } = message;
  const who = role === 'user' ? 'You' : provider === undefined ? 'Model' : `${provider}/${model}`;
  const mark = isCut === true ? ' (cut)' : '';
  const content = message.content.map(blockMarkdown).filter((text) => text !== '');
  return [`## ${who}${mark}`, ...content].join('\n\n');
}

function blockMarkdown(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'thinking':
      return block.text === '' ? '' : quoted(block.text);
    case 'redacted-thinking':
      return quoted('[redacted thinking]');
    case 'tool-use':
      return `Tool call \`${block.name}\`:\n\n${fenced(JSON.stringify(block.arguments, undefined, 2), 'json')}`;
    case 'tool-result': {
      const text = block.content.map(blockMarkdown).join('\n\n');
      return `Tool result${block.isError ? ' (error)' : ''}:\n\n${fenced(text, '')}`;
    }
    case 'image':
      return `[image, ${block.mediaType}, ${block.data.length} bytes]`;
    case 'document':
      return `[document ${block.filename ?? ''}, ${block.mediaType}, ${block.data.length} bytes]`;
  }
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A fence longer than any inside. */
function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
