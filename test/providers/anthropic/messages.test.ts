import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContentBlock, Message } from '../../../src/protocol/message.ts';
import { call, message, result, text, thought } from '../../support/sample-request.ts';
import { build, refusal } from './build-body.ts';

function messages(...history: readonly Message[]): unknown {
  return build({ messages: history }).body['messages'];
}

const user = (...content: readonly unknown[]) => ({ role: 'user', content });
const assistant = (...content: readonly unknown[]) => ({ role: 'assistant', content });
const said = (words: string) => ({ type: 'text', text: words });
const called = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} });
const answered = (id: string, words = 'done') => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [said(words)],
});
const interrupted = (id: string) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [said('The tool call was interrupted before it gave a result.')],
  is_error: true,
});

describe('roles', () => {
  test('consecutive messages of one role become one', () => {
    const built = messages(
      message('user', text('a')),
      message('user', text('b')),
      message('assistant', text('c')),
      message('assistant', text('d')),
      message('user', text('e')),
    );

    expect(built).toEqual([
      user(said('a'), said('b')),
      assistant(said('c'), said('d')),
      user(said('e')),
    ]);
  });

  test('a history that begins with an answer gets a user first', () => {
    const built = messages(message('assistant', text('a')), message('user', text('b')));

    expect(built).toEqual([
      user(said('(Earlier messages are left out.)')),
      assistant(said('a')),
      user(said('b')),
    ]);
  });

  test('empty and blank texts are dropped, and with them messages of nothing else', () => {
    const built = messages(
      message('user', text('a'), text('')),
      message('assistant', text(' \n')),
      message('user', text('b')),
    );

    expect(built).toEqual([user(said('a'), said('b'))]);
  });

  test('an answer to be continued loses the white space at its end', () => {
    const built = messages(message('user', text('a')), message('assistant', text('b \n')));

    expect(built).toEqual([user(said('a')), assistant(said('b'))]);
  });
});

describe('tool calls', () => {
  test('results come first in the very next message, in the order of the calls', () => {
    const built = messages(
      message('user', text('a')),
      message('assistant', call('one'), call('two')),
      message('user', text('b'), result('two', '2'), result('one', '1')),
    );

    expect(built).toEqual([
      user(said('a')),
      assistant(called('one'), called('two')),
      user(answered('one', '1'), answered('two', '2'), said('b')),
    ]);
  });

  test.each([
    { name: 'the user went on', next: [message('user', text('b'))], after: [said('b')] },
    { name: 'nothing followed', next: [], after: [] },
  ])('a call without a result is answered with an error when $name', ({ next, after }) => {
    const built = messages(message('user', text('a')), message('assistant', call('one')), ...next);

    expect(built).toEqual([
      user(said('a')),
      assistant(called('one')),
      user(interrupted('one'), ...after),
    ]);
  });

  test('one missing result among several is made up, the others are kept', () => {
    const built = messages(
      message('assistant', call('one'), call('two')),
      message('user', result('two')),
    );

    expect(built).toMatchObject([
      {},
      assistant(called('one'), called('two')),
      user(interrupted('one'), answered('two')),
    ]);
  });

  test('an answer right after a call does not come between the call and its result', () => {
    const built = messages(
      message('user', text('a')),
      message('assistant', call('one')),
      message('assistant', text('b')),
      message('user', result('one')),
    );

    expect(built).toEqual([
      user(said('a')),
      assistant(called('one')),
      user(answered('one')),
      assistant(said('b')),
    ]);
  });

  test('a result without a call is told as text', () => {
    expect(messages(message('user', result('gone', 'found')))).toEqual([user(said('found'))]);
  });

  test('foreign ids are rewritten, the same on both sides', () => {
    const built = messages(message('assistant', call('fc:1/a')), message('user', result('fc:1/a')));

    expect(built).toMatchObject([{}, assistant(called('fc_1_a')), user(answered('fc_1_a'))]);
  });

  test('an id that was used before becomes another one, and results follow their own call', () => {
    const built = messages(
      message('assistant', call('call_0')),
      message('user', result('call_0', 'first')),
      message('assistant', call('call_0')),
      message('user', result('call_0', 'second')),
    );

    expect(built).toMatchObject([
      {},
      assistant(called('call_0')),
      user(answered('call_0', 'first')),
      assistant(called('call_0_2')),
      user(answered('call_0_2', 'second')),
    ]);
  });

  test('an id that was used before does not answer the call that was interrupted', () => {
    const built = messages(
      message('assistant', call('call_0')),
      message('user', text('go on')),
      message('assistant', call('call_0')),
      message('user', result('call_0')),
    );

    expect(built).toMatchObject([
      {},
      assistant(called('call_0')),
      user(interrupted('call_0'), said('go on')),
      assistant(called('call_0_2')),
      user(answered('call_0_2')),
    ]);
  });

  test('a failure without words gets some, for the vendor wants them', () => {
    const built = messages(
      message('assistant', call('one')),
      message('user', result('one', '', true)),
    );

    expect(built).toMatchObject([
      {},
      {},
      user({ is_error: true, content: [said('The tool failed without a message.')] }),
    ]);
  });

  test('a success without words stays empty', () => {
    const built = messages(message('assistant', call('one')), message('user', result('one', '')));

    expect(built).toMatchObject([{}, {}, user({ type: 'tool_result', tool_use_id: 'one' })]);
    expect(JSON.stringify(built)).not.toContain('"content":[]');
  });

  test('a picture of a failure follows after the results', () => {
    const image: ContentBlock = {
      type: 'image',
      data: new Uint8Array([1]),
      mediaType: 'image/png',
    };
    const built = messages(
      message('assistant', call('one'), call('two')),
      message('user', { type: 'tool-result', toolUseId: 'one', content: [image], isError: true }),
      message('user', result('two')),
    );

    expect(built).toMatchObject([
      {},
      {},
      user({ tool_use_id: 'one', is_error: true }, answered('two'), { type: 'image' }),
    ]);
  });

  test('names the vendor would refuse are rewritten', () => {
    const built = messages(message('assistant', call('one', 'files.read')));

    expect(built).toMatchObject([{}, assistant({ name: 'files_read' }), {}]);
  });
});

describe('thoughts', () => {
  const history = (author: string | undefined) => [
    message('user', text('a')),
    {
      ...message('assistant', thought('hm', 'c2ln+/=='), text('b')),
      ...(author === undefined ? {} : { producedByModelId: author }),
    },
    message('user', text('c')),
  ];

  test.each([
    { author: undefined, model: 'claude-sonnet-5' },
    { author: 'claude-sonnet-5', model: 'claude-sonnet-5' },
    { author: 'claude-haiku-4-5-20251001', model: 'claude-haiku-4-5' },
  ])('of $author go back to $model exactly as they came, first and in order', (row) => {
    const { body } = build({ modelId: row.model, messages: history(row.author) });

    expect(body['messages']).toMatchObject([
      {},
      assistant({ type: 'thinking', thinking: 'hm', signature: 'c2ln+/==' }, said('b')),
      {},
    ]);
  });

  test.each(['claude-opus-5', 'gpt-5'])('of %s are not sent to another model', (author) => {
    const { body } = build({ messages: history(author) });

    expect(body['messages']).toMatchObject([{}, assistant(said('b')), {}]);
  });

  test('hidden ones go back as their own bytes, odd padding and all', () => {
    const data = new TextEncoder().encode('EqkE=odd==');
    const built = messages(
      message('user', text('a')),
      message('assistant', { type: 'redacted-thinking', data }, text('b')),
    );

    expect(built).toMatchObject([
      {},
      assistant({ type: 'redacted_thinking', data: 'EqkE=odd==' }, said('b')),
    ]);
  });

  test('an empty one with a signature is sent, one without a signature is not', () => {
    const built = messages(
      message('user', text('a')),
      message('assistant', thought('', 'sig'), thought('cut', ''), text('b')),
    );

    expect(built).toMatchObject([
      {},
      assistant({ type: 'thinking', thinking: '', signature: 'sig' }, said('b')),
    ]);
  });
});

describe('media', () => {
  const image = (mediaType: string, data = new Uint8Array([0xff, 0x00])): ContentBlock => ({
    type: 'image',
    data,
    mediaType,
  });
  const document = (mediaType: string, data = new TextEncoder().encode('é')): ContentBlock => ({
    type: 'document',
    data,
    mediaType,
    filename: 'a.pdf',
  });

  test.each([
    ['image/png', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/jpg', 'image/jpeg'],
    ['IMAGE/GIF; x=1', 'image/gif'],
    ['image/webp', 'image/webp'],
  ])('an image of type %s is sent as %s', (given, sent) => {
    expect(messages(message('user', image(given)))).toEqual([
      user({ type: 'image', source: { type: 'base64', media_type: sent, data: '/wA=' } }),
    ]);
  });

  test('a PDF is sent encoded, with its name', () => {
    expect(messages(message('user', document('application/pdf')))).toEqual([
      user({
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'w6k=' },
        title: 'a.pdf',
      }),
    ]);
  });

  test('a plain text document is sent as its text', () => {
    expect(messages(message('user', document('text/plain; charset=utf-8')))).toMatchObject([
      user({ source: { type: 'text', media_type: 'text/plain', data: 'é' } }),
    ]);
  });

  test.each([
    { name: 'another kind of image', block: image('image/tiff'), says: '"image/tiff"' },
    { name: 'an empty image', block: image('image/png', new Uint8Array()), says: 'without data' },
    { name: 'another kind of document', block: document('text/csv'), says: '"text/csv"' },
    {
      name: 'an empty document',
      block: document('application/pdf', new Uint8Array()),
      says: 'without data',
    },
    {
      name: 'a text that is none',
      block: document('text/plain', new Uint8Array([0xc3, 0x28])),
      says: 'UTF-8',
    },
  ])('$name is refused, also inside a tool result', ({ block, says }) => {
    const inside: ContentBlock = {
      type: 'tool-result',
      toolUseId: 'one',
      content: [block],
      isError: false,
    };

    for (const history of [[message('user', block)], [message('user', inside)]]) {
      expect(refusal({ messages: history })).toContain('invalid_request: anthropic: ');
      expect(refusal({ messages: history })).toContain(says);
    }
  });
});

const anyBlock = (ids: fc.Arbitrary<string>): fc.Arbitrary<ContentBlock> =>
  fc.oneof(
    fc.string().map(text),
    ids.map((id) => call(id)),
    ids.map((id) => result(id)),
    fc.tuple(fc.string(), fc.string()).map(([words, signature]) => thought(words, signature)),
  );

const anyHistory = fc.array(
  fc
    .tuple(
      fc.constantFrom('user' as const, 'assistant' as const),
      fc.array(anyBlock(fc.constantFrom('a', 'b', 'a/b')), { maxLength: 4 }),
    )
    .map(([role, content]) =>
      message(
        role,
        ...content.filter(({ type }) =>
          role === 'user' ? type !== 'tool-use' && type !== 'thinking' : type !== 'tool-result',
        ),
      ),
    ),
  { maxLength: 8 },
);

interface Wire {
  readonly role: string;
  readonly content: readonly { type: string; id?: string; tool_use_id?: string; text?: string }[];
}

test('any history keeps the rules: roles in turn, a user first, every call answered at once', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const built = messages(...history) as readonly Wire[];

      built.forEach(({ role, content }, index) => {
        expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
        expect(content.length).toBeGreaterThan(0);
        expect(content.filter((block) => block.text?.trim() === '')).toEqual([]);
        const calls = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
        const answers = built[index + 1]?.content.slice(0, calls.length) ?? [];
        expect(answers.map((answer) => answer.tool_use_id)).toEqual(calls);
      });
      const ids = built.flatMap(({ content }) => content.flatMap(({ id }) => id ?? []));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => /^[a-zA-Z0-9_-]+$/.test(id))).toBe(true);
    }),
  );
});
