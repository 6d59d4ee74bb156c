import { expect, test } from 'vitest';
import type { CallOutcome } from '../../src/protocol/model-provider.ts';
import { type ConversationOptions, createConversation } from '../../src/turn/conversation.ts';
import { NUMBERED } from '../support/answer-schema.ts';
import {
  FakeProvider,
  type FakeProviderOptions,
  failure,
  modelSpec,
  type Step,
  stop,
  text,
  thinking,
} from '../support/fake-provider.ts';
import {
  dependencies,
  directoryOf,
  drain,
  LARGE,
  turnPlan,
  userMessage,
} from '../support/run-fake-turn.ts';

const answer = (value: string): readonly Step[] => [text(value), stop()];
const refused: readonly Step[] = [failure('invalid_request')];

function conversationWith(
  provider: FakeProviderOptions,
  options: Partial<ConversationOptions> = {},
) {
  const acme = new FakeProvider(provider);
  const conversation = createConversation({
    plan: turnPlan(),
    dependencies: dependencies(directoryOf({ acme })),
    sessionId: 'session-1',
    workingDirectory: '/project',
    ...options,
  });
  const sent = (call: number) =>
    acme.requests[call]?.messages.map(({ role, content }) => [
      role,
      ...content.map((block) => ('text' in block ? block.text : block.type)),
    ]);
  return { acme, conversation, sent };
}

test('an answer in plain prose is returned raw, neither parsed nor trimmed', async () => {
  const { conversation } = conversationWith({ scripts: [answer(' {"not": json}\n\n')] });

  const outcome = await conversation.ask('hello');

  expect(outcome.text).toBe(' {"not": json}\n\n');
});

test('a structured answer joins the history; one that stays wrong changes nothing', async () => {
  const { conversation, sent } = conversationWith({
    scripts: [answer('{"n":1}'), answer('one'), answer('still one'), answer('ok')],
  });

  conversation.add('some context');
  const right = await conversation.ask('which?', undefined, NUMBERED);
  conversation.add('more context');
  const wrong = await conversation.ask('and now?', undefined, NUMBERED);
  await conversation.chat('well?');

  expect([right.structured, wrong.structured]).toEqual([{ n: 1 }, undefined]);
  expect(wrong.error).toMatchObject({ category: 'unknown', rawDetail: 'still one' });
  expect(sent(3)).toEqual([
    ['user', 'some context'],
    ['user', 'which?'],
    ['assistant', '{"n":1}'],
    ['user', 'more context'],
    ['user', 'well?'],
  ]);
});

test('what was asked is in the request of the chat that follows, in order', async () => {
  const { conversation, sent } = conversationWith({ scripts: [answer('blue'), answer('because')] });

  await conversation.ask('which colour?');
  await conversation.chat('why?');

  expect(sent(1)).toEqual([
    ['user', 'which colour?'],
    ['assistant', 'blue'],
    ['user', 'why?'],
  ]);
});

test('ask offers no tools, and those declared are there again for chat', async () => {
  const inputSchema = {
    type: 'object' as const,
    description: '',
    properties: {},
    required: [],
    enumValues: [],
  };
  const tools = [{ name: 'search', description: 'finds', inputSchema }];
  const models = [modelSpec({ supportsToolUse: true })];
  const { acme, conversation } = conversationWith(
    { models, scripts: [answer('a'), answer('b')] },
    { tools },
  );

  await conversation.ask('one');
  await conversation.chat('two');

  expect(acme.requests.map((request) => request.tools.length)).toEqual([0, 1]);
});

test('a message that was added survives a failed call and is sent once with the next', async () => {
  const { conversation, sent } = conversationWith({ scripts: [refused, answer('ok')] });
  conversation.add('context');

  await conversation.chat('first');
  await conversation.chat('second');

  expect(sent(1)).toEqual([
    ['user', 'context'],
    ['user', 'second'],
  ]);
});

test('a failed chat leaves the history unchanged', async () => {
  const broken = [text('half'), failure('invalid_request')];
  const { conversation } = conversationWith({ scripts: [answer('a'), broken] });
  await conversation.chat('one');
  const before = conversation.history();

  const outcome = await conversation.chat('two');

  expect(outcome.status).toBe('error');
  expect(conversation.history()).toEqual(before);
});

test('a chat appends exactly two turns', async () => {
  const { conversation } = conversationWith({ scripts: [answer('a')] });

  await conversation.chat('one');

  expect(conversation.history().map((message) => message.role)).toEqual(['user', 'assistant']);
});

test('size and estimate follow add, chat and reset', async () => {
  const { conversation } = conversationWith({ scripts: [answer('four')] });
  const sizes = [conversation.size()];

  conversation.add('12345678');
  sizes.push(conversation.size());
  await conversation.chat('1234');
  sizes.push(conversation.size());
  conversation.reset();
  sizes.push(conversation.size());

  expect(sizes).toEqual([
    { messages: 0, tokens: 0, exact: false },
    { messages: 1, tokens: 2, exact: false },
    { messages: 3, tokens: 4, exact: false },
    { messages: 0, tokens: 0, exact: false },
  ]);
});

test('one very long text is one message, whole', async () => {
  const long = 'ä'.repeat(3_000_000);
  const { acme, conversation } = conversationWith({ scripts: [answer('a')] });

  conversation.add(long);
  await conversation.chat('?');

  expect(acme.requests[0]?.messages).toHaveLength(2);
  expect(acme.requests[0]?.messages[0]?.content).toEqual([{ type: 'text', text: long }]);
});

test('there is no system section without a prompt, then exactly one', async () => {
  const { acme, conversation } = conversationWith(
    { scripts: [answer('a'), answer('b')] },
    { systemPrompt: '' },
  );

  await conversation.chat('one');
  conversation.setSystemPrompt('Be brief.');
  await conversation.chat('two');

  expect(acme.requests.map((request) => request.assembledContext)).toMatchObject([
    [],
    [{ content: [{ type: 'text', text: 'Be brief.' }], tokens: 3, stability: 'static' }],
  ]);
});

test('streamed and whole calls give the same text and the same history', async () => {
  const script = [thinking('hm'), text('Hel'), text('lo'), stop()];
  const whole = conversationWith({ scripts: [script] });
  const streamed = conversationWith({ scripts: [script] });

  const fromChat = await whole.conversation.chat('hi');
  const fromStream = await drain(streamed.conversation.stream('hi', new AbortController().signal));

  expect(fromStream).toEqual(fromChat);
  expect(streamed.conversation.history()).toEqual(whole.conversation.history());
});

test('the history is complete when the end of the turn is seen', async () => {
  const { conversation } = conversationWith({ scripts: [answer('a')] });
  let seen = 0;

  for await (const event of conversation.stream('hi', new AbortController().signal)) {
    if (event.type !== 'turn-end') continue;
    seen = conversation.history().length;
    break;
  }

  expect(seen).toBe(2);
});

test('a consumer that leaves early closes the call, and the conversation goes on', async () => {
  const { acme, conversation, sent } = conversationWith({
    scripts: [[text('a'), text('b'), stop()], answer('c')],
  });

  for await (const event of conversation.stream('one', new AbortController().signal)) {
    if (event.type === 'text-delta') break;
  }
  await conversation.chat('two');

  expect(acme.closed).toBe(2);
  expect(sent(1)).toEqual([['user', 'two']]);
});

test('a turn the user aborts joins the history with what was complete', async () => {
  const controller = new AbortController();
  const { conversation, sent } = conversationWith({
    scripts: [[text('so far'), { type: 'hang' }], answer('more')],
  });

  for await (const event of conversation.stream('one', controller.signal)) {
    if (event.type === 'text-delta') controller.abort();
  }
  await conversation.chat('go on');

  expect(conversation.history()[1]).toMatchObject({ isCut: true });
  expect(sent(1)).toEqual([
    ['user', 'one'],
    ['assistant', 'so far'],
    ['user', 'go on'],
  ]);
});

test('a tool call that nobody ran is answered by an error when the conversation goes on', async () => {
  const calls: readonly Step[] = [
    { type: 'tool-call-start', id: 'a', name: 'search' },
    { type: 'tool-call-delta', id: 'a', argumentsFragment: '{}' },
    { type: 'tool-call-done', id: 'a' },
    { type: 'tool-call-start', id: 'b', name: 'search' },
    { type: 'tool-call-delta', id: 'b', argumentsFragment: '{"q":' },
    { type: 'tool-call-done', id: 'b' },
    stop('tool_use'),
  ];
  const models = [modelSpec({ supportsToolUse: true })];
  const { acme, conversation } = conversationWith({ models, scripts: [calls, answer('ok')] });

  await conversation.chat('one');
  await conversation.chat('two');

  const result = (toolUseId: string, value: string) => ({
    type: 'tool-result',
    toolUseId,
    content: [{ type: 'text', text: value }],
    isError: true,
  });
  expect(acme.requests[1]?.messages[2]?.content).toEqual([
    result('a', 'The tool "search" is not available here.'),
    result('b', 'The arguments of "search" are not one JSON object.'),
    { type: 'text', text: 'two' },
  ]);
});

test('a change of provider drops foreign reasoning and keeps who produced what', async () => {
  const signature = new Uint8Array([1, 2]);
  const acme = new FakeProvider({
    scripts: [[thinking('why'), { type: 'thinking-signature', signature }, text('a'), stop()]],
  });
  const other = new FakeProvider({ name: 'other', scripts: [answer('b'), answer('c')] });
  const conversation = createConversation({
    plan: turnPlan(),
    dependencies: dependencies(directoryOf({ acme, other })),
    sessionId: 's',
    workingDirectory: '/project',
  });

  await conversation.chat('one');
  conversation.setPlan(turnPlan([{ provider: 'other', model: 'large' }]));
  await conversation.chat('two');
  acme.play(answer('d'));
  conversation.setPlan(turnPlan());
  await conversation.chat('three');

  expect(other.requests[0]?.messages[1]).toMatchObject({
    content: [{ type: 'text', text: 'a' }],
    producedByProvider: 'acme',
    producedByModelId: 'large',
  });
  expect(acme.requests[1]?.messages[1]?.content[0]).toEqual({
    type: 'thinking',
    text: 'why',
    signature,
  });
});

test('a resumed conversation begins with its history', async () => {
  const history = [userMessage('before')];
  const { conversation, sent } = conversationWith({ scripts: [answer('a')] }, { history });

  await conversation.chat('now');

  expect(sent(0)).toEqual([
    ['user', 'before'],
    ['user', 'now'],
  ]);
});

test('turns are numbered over the conversation', async () => {
  const { conversation } = conversationWith({ scripts: [answer('a'), answer('b')] });
  await conversation.chat('one');
  const turns: number[] = [];

  for await (const event of conversation.stream('two', new AbortController().signal)) {
    if (event.type === 'turn-start') turns.push(event.turn);
  }

  expect(turns).toEqual([2]);
});

test('a second turn while one is running is refused', async () => {
  const controller = new AbortController();
  const { conversation } = conversationWith({ scripts: [[text('a'), { type: 'hang' }]] });
  const running = conversation.stream('one', controller.signal);
  await running.next();

  await expect(conversation.chat('two')).rejects.toThrow('still running');
  expect(() => conversation.add('x')).toThrow('still running');
  controller.abort();
  await drain(running);
});

test('attachments travel with the text', async () => {
  const models = [modelSpec({ supportsVision: true })];
  const { acme, conversation } = conversationWith({ models, scripts: [answer('a cat')] });
  const image = { type: 'image' as const, data: new Uint8Array([1]), mediaType: 'image/png' };

  await conversation.chat([image, { type: 'text', text: 'what is it?' }]);

  expect(acme.requests[0]?.messages[0]?.content).toEqual([
    image,
    { type: 'text', text: 'what is it?' },
  ]);
});

test.each<{ name: string; outcome: CallOutcome<number>; tokens: number; exact: boolean }>([
  { name: 'counts', outcome: { type: 'ok', value: 42 }, tokens: 42, exact: true },
  { name: 'does not count', outcome: { type: 'not-offered' }, tokens: 1, exact: false },
])('a conversation counts exactly where its provider $name', async (row) => {
  const { conversation } = conversationWith({ countTokens: () => row.outcome });
  conversation.add('four');

  const size = await conversation.count();

  expect(size).toEqual({ messages: 1, tokens: row.tokens, exact: row.exact });
});

test('an unavailable provider leaves the estimate', async () => {
  const error = { category: 'provider_unavailable' as const, message: 'gone', retryable: false };
  const { conversation } = conversationWith(
    {},
    {
      plan: turnPlan([LARGE]),
      dependencies: dependencies(directoryOf({ acme: [{ type: 'unavailable', error }] })),
    },
  );
  conversation.add('four');

  const size = await conversation.count();

  expect(size).toEqual({ messages: 1, tokens: 1, exact: false });
});
