import { expect, test } from 'vitest';
import { escapeCommands, workflowSafe } from '../../src/cli/workflow-safe.ts';
import type { Host } from '../../src/host/host.ts';

test.each([
  { text: '::set-env name=X::y\n', expected: '\\::set-env name=X::y\n' },
  { text: 'fine\n  ::error::x\n', expected: 'fine\n  \\::error::x\n' },
  { text: '##[command]x', expected: '\\##[command]x' },
  { text: 'a::b and ::c', expected: 'a::b and ::c' },
])('a line that would command the runner is escaped: $text', ({ text, expected }) => {
  expect(escapeCommands(text)).toBe(expected);
});

test.each([
  { value: 'true', expected: '\\::x' },
  { value: undefined, expected: '::x' },
])('stderr is escaped in a workflow alone: $value', async ({ value, expected }) => {
  const written: string[] = [];
  const stderr = {
    isTerminal: false,
    columns: 80,
    write: async (text: string) => {
      written.push(text);
    },
  };
  // Nothing else of a host is looked at.
  const host = { environment: { GITHUB_ACTIONS: value }, stderr } as unknown as Host;

  await workflowSafe(host).stderr.write('::x');

  expect(written).toEqual([expected]);
  expect(workflowSafe(host).stderr.columns).toBe(80);
});
