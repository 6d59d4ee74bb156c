import { expect, test } from 'vitest';
import { OptionalFields } from '../../../src/sdk/chat-completions/optional-fields.ts';

const BODY = {
  model: 'm',
  stream_options: { include_usage: true },
  reasoning: { summary: 'auto' },
};
const said = (message: string, param: string | null = null) =>
  JSON.stringify({ error: { message, param } });

test.each([
  { name: 'its parameter', text: said('no', 'stream_options'), field: 'stream_options' },
  { name: 'its text', text: said('Unknown field: stream_options.'), field: 'stream_options' },
  { name: 'a plain text', text: 'unknown field `stream_options`', field: 'stream_options' },
  { name: 'a path', text: said("Unsupported 'reasoning.summary'"), field: 'reasoning.summary' },
])('a refused field is known by $name', ({ text, field }) => {
  const fields = new OptionalFields(['stream_options', 'reasoning.summary']);

  expect(fields.refuse(400, text, BODY)).toBe(field);
});

test.each([
  { name: 'another status', status: 500, text: said('stream_options') },
  { name: 'another parameter', status: 400, text: said('stream_options are fine', 'model') },
  { name: 'a longer word', status: 400, text: said('my_stream_options_x') },
  { name: 'a field that was not sent', status: 400, text: said('no metadata') },
])('$name is about something else', ({ status, text }) => {
  const fields = new OptionalFields(['stream_options', 'metadata']);

  expect(fields.refuse(status, text, BODY)).toBeUndefined();
  expect(fields.fit(BODY)).toEqual(BODY);
});

test('a refused field is left out from then on, and what it alone was in', () => {
  const fields = new OptionalFields(['reasoning.summary']);
  fields.refuse(422, said('reasoning.summary'), BODY);

  expect(fields.fit(BODY)).toEqual({ model: 'm', stream_options: { include_usage: true } });
  expect(fields.fit({ reasoning: { summary: 'auto', effort: 'low' } })).toEqual({
    reasoning: { effort: 'low' },
  });
});
