import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { ALL_CHAT_CONTROLS } from '../fixtures/conformance/all-chat-controls.ts';
import { root } from '../support/shared.ts';

test('the document lists every case, with its claim and what it rejects', () => {
  const document = readFileSync(join(root, 'docs', 'conformance.md'), 'utf8');

  const rows = document.split('\n').filter((line) => /^\| CC-\d/.test(line));

  const expected = SUITE_C.map(({ id, name }) => {
    const controls = ALL_CHAT_CONTROLS.filter((control) => control.id === id);
    return `| ${id} | ${name} | ${controls.map((control) => control.name).join('; ')} |`;
  }).sort();
  expect(rows).toEqual(expected);
});
