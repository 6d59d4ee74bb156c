import { expect, test } from 'vitest';
import { runTools, type ToolStep } from '../../src/turn/run-tools.ts';
import type { ToolCall, ToolHandler } from '../../src/turn/tool-handler.ts';
import { handlers, says } from '../support/tool-steps.ts';

const call = (id: string, name: string): ToolCall => ({ id, name, arguments: {} });

function step(calls: readonly ToolCall[], more: Partial<ToolStep> = {}): ToolStep {
  return {
    calls,
    handlers: handlers({ search: says('found') }),
    failures: new Map(),
    isParallel: true,
    signal: new AbortController().signal,
    ...more,
  };
}

/** Answers only when the other of two such tools runs as well. */
function meeting(): { readonly handler: ToolHandler; readonly most: () => number } {
  let running = 0;
  let most = 0;
  const handler: ToolHandler = async ({ id }) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return { type: 'result', text: id };
  };
  return { handler, most: () => most };
}

test.each([
  { isParallel: true, most: 2 },
  { isParallel: false, most: 1 },
])(
  'with isParallel $isParallel at most $most run at a time, and results stay with their calls',
  async (row) => {
    const { handler, most } = meeting();
    const calls = [call('a', 'meet'), call('b', 'meet')];

    const { results, hasRun } = await runTools(
      step(calls, { handlers: handlers({ meet: handler }), isParallel: row.isParallel }),
    );

    expect(results.map(({ toolUseId, content }) => [toolUseId, content])).toEqual([
      ['a', [{ type: 'text', text: 'a' }]],
      ['b', [{ type: 'text', text: 'b' }]],
    ]);
    expect({ hasRun, most: most() }).toEqual({ hasRun: true, most: row.most });
  },
);

const failing: Readonly<Record<string, ToolHandler>> = {
  throws: async () => {
    throw new Error('disk full');
  },
  throwsText: () => Promise.reject('no reason'),
  throwsAtOnce: () => {
    throw new Error('at once');
  },
  silent: async () => undefined,
  denied: async () => ({ type: 'denied', reason: 'a policy says no' }),
  fails: async () => ({ type: 'result', text: 'no such file', isError: true }),
};

test.each([
  { name: 'throws', text: 'The tool "throws" failed: disk full' },
  { name: 'throwsText', text: 'The tool "throwsText" failed: no reason' },
  { name: 'throwsAtOnce', text: 'The tool "throwsAtOnce" failed: at once' },
  { name: 'silent', text: 'The tool "silent" returned nothing.' },
  { name: 'denied', text: 'The tool "denied" was not allowed: a policy says no' },
  { name: 'fails', text: 'no such file' },
  {
    name: 'gone',
    text: 'There is no tool "gone". There are: "throws", "throwsText", "throwsAtOnce", "silent", "denied", "fails".',
  },
])('a tool that is $name gives a result marked as an error', async ({ name, text }) => {
  const { results } = await runTools(step([call('a', name)], { handlers: handlers(failing) }));

  expect(results).toEqual([
    { type: 'tool-result', toolUseId: 'a', content: [{ type: 'text', text }], isError: true },
  ]);
});

test('a call that could not be read is told as that, and nothing runs', async () => {
  const failures = new Map([['a', 'not JSON']]);

  const { results, hasRun } = await runTools(step([call('a', 'search')], { failures }));

  expect(results).toMatchObject([{ isError: true, content: [{ text: 'not JSON' }] }]);
  expect(hasRun).toBe(false);
});

test('a tool that does not listen is left when the turn ends, and the next is not begun', async () => {
  const turn = new AbortController();
  let begun = 0;
  const deaf: ToolHandler = () => {
    begun += 1;
    turn.abort();
    return new Promise(() => undefined);
  };

  const { results } = await runTools(
    step([call('a', 'deaf'), call('b', 'deaf')], {
      handlers: handlers({ deaf }),
      isParallel: false,
      signal: turn.signal,
    }),
  );

  expect(begun).toBe(1);
  expect(results.map(({ toolUseId, isError }) => [toolUseId, isError])).toEqual([
    ['a', true],
    ['b', true],
  ]);
});
