// The demonstration in docs is what the built program shows: UPDATE_DOCUMENTS=1 writes it anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAgentChat, projectWith, say } from '../support/pty-agent.ts';
import type { PtyChat } from '../support/pty-chat.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';
import { windowPicture, windowText } from '../support/terminal-picture.ts';

const READY = 'Write a message';

const MARKDOWN = `some **Markdown** with \`code\`:

| Provider  | Window |
|-----------|-------:|
| anthropic |   200k |
| example   |   200k |

\`\`\`js
const answer = 6 * 7; // highlighted
\`\`\``;

const INTRODUCTION = `# The chat, frame by frame

<!-- Made by test/e2e/demonstration.test.ts from the built program and its offline \`example\` provider: UPDATE_DOCUMENTS=1 writes it anew. -->

Each frame is a window of 80 columns as a terminal emulator shows it. Durations, times and ids are
replaced by fixed ones.

![The chat with an answer laid out](chat.svg)
`;

interface Frame {
  readonly title: string;
  readonly rows: string;
}

function document(frames: readonly Frame[]): string {
  const sections = frames.map(
    ({ title, rows }) => `## ${title}\n\n\`\`\`\`\`text\n${rows}\n\`\`\`\`\`\n`,
  );
  return [INTRODUCTION, ...sections].join('\n');
}

function expectDocument(name: string, text: string): void {
  const path = join(root, 'docs', name);
  if (process.env['UPDATE_DOCUMENTS'] === '1') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
}

async function paste(chat: PtyChat, text: string): Promise<void> {
  chat.type(`\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~`);
  await chat.shows(text.split('\n').at(-2) ?? '');
  chat.type('\r');
}

test('docs/demonstration.md and docs/chat.svg', async () => {
  const cwd = projectWith('provider "example" {\n  pace_ms = 10\n}\n');
  const chat = openAgentChat({ cwd, home: temporaryFolder(), rows: 40 });
  const frames: Frame[] = [];
  const take = (title: string) => frames.push({ title, rows: windowText(chat.window()) });
  await chat.shows(READY);
  await chat.shows('context 200k');
  take('It begins with a prompt and what is known of the model');

  // By the end of this answer the highlighting is loaded.
  await say(chat, 'hello');
  await chat.shows('reasoning 12');
  await chat.shows(READY);
  await paste(chat, MARKDOWN);
  await chat.shows('reasoning 24');
  await chat.shows(READY);
  const picture = windowPicture(chat.terminal);
  take('An answer is laid out while it streams; thinking folds; the footer has the figures');

  await say(chat, '/thinking');
  await chat.shows('as configured');
  take('What the model declares can be chosen from a list');
  chat.type('\u001b[B\u001b[B\r');
  await chat.shows('Thinking: high.');

  await say(chat, 'error rate_limited');
  await chat.shows('Enter tries now, Esc stops');
  take('A failed call says what failed, when it is tried again, and what can be done meanwhile');
  chat.type('\u001b');
  await chat.shows('Stopped.');

  await say(chat, '/context');
  await chat.shows('Context used:');
  await say(chat, '/limits');
  await chat.shows('Limits of example');
  await chat.shows(READY);
  take('Panels tell what the conversation has used');

  expectDocument('demonstration.md', document(frames));
  expectDocument('chat.svg', picture);
});
