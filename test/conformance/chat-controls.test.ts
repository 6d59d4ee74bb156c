import { describe, expect, test } from 'vitest';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { chatControls } from '../fixtures/conformance/chat-controls.ts';
import { runFakeChat } from './chat-run.ts';
import { idsOf } from './fake-run.ts';

describe('a bad client or provider is rejected by exactly its case', () => {
  test.each(chatControls)('$id: $name', async ({ id, change }) => {
    const report = await runFakeChat(change);

    expect(idsOf(report, 'fail')).toEqual([id]);
  });
});

test('every case has a control', () => {
  const rejected = new Set(chatControls.map(({ id }) => id));

  const without = SUITE_C.map(({ id }) => id).filter((id) => !rejected.has(id));

  expect(without).toEqual([]);
});
