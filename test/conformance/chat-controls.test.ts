import { expect, test } from 'vitest';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { ALL_CHAT_CONTROLS } from '../fixtures/conformance/all-chat-controls.ts';
import { chatControls } from '../fixtures/conformance/chat-controls.ts';
import { describeControls } from './chat-run.ts';

describeControls(chatControls);

test('every case has a control', () => {
  const rejected = new Set(ALL_CHAT_CONTROLS.map(({ id }) => id));

  const without = SUITE_C.map(({ id }) => id).filter((id) => !rejected.has(id));

  expect(without).toEqual([]);
});
