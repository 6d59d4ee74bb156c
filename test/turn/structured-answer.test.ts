import { expect, test } from 'vitest';
import { askForShape, readAnswer, repairText } from '../../src/turn/structured-answer.ts';
import { NUMBERED } from '../support/answer-schema.ts';
import { modelSpec } from '../support/fake-provider.ts';
import { userMessage } from '../support/run-fake-turn.ts';

const NOT_JSON = ['it is not one JSON value, without other text around it'];

test.each([
  { name: 'a bare value', text: '{"n":1}' },
  { name: 'blanks around it', text: '\n {"n":1}\n\n' },
  { name: 'a fence of its language', text: '```json\n{"n":1}\n```' },
  { name: 'a fence in capitals, with line ends of Windows', text: '```JSON\r\n{"n":1}\r\n```\r\n' },
  { name: 'a fence of no language', text: '```\n{"n":\n1}\n```' },
])('reads $name', ({ text }) => {
  expect(readAnswer(text, NUMBERED)).toEqual({ type: 'value', value: { n: 1 } });
});

test.each([
  { name: 'nothing', text: '' },
  { name: 'prose', text: 'The number is 1.' },
  { name: 'a value within prose', text: 'Here it is: {"n":1}' },
  { name: 'a fence within prose', text: 'For example:\n```json\n{"n":1}\n```' },
  { name: 'a fence that goes on', text: '```json\n{"n":1}\n```\nHope this helps!' },
  { name: 'a fence of another language', text: '```python\n{"n":1}\n```' },
  { name: 'a fence that is not closed', text: '```json\n{"n":1}' },
  { name: 'a closing fence alone', text: '{"n":1}\n```' },
  { name: 'two values', text: '{"n":1}{"n":2}' },
  { name: 'a value that is cut', text: '{"n":1' },
  { name: 'what only JavaScript takes', text: "{n:1,'m':2}" },
])('does not take for a value: $name', ({ text }) => {
  expect(readAnswer(text, NUMBERED)).toEqual({ type: 'wrong', problems: NOT_JSON });
});

test('a value of another shape is wrong, for the reasons of the schema', () => {
  expect(readAnswer('{"n":"1"}', NUMBERED)).toEqual({
    type: 'wrong',
    problems: ['/n must be a number'],
  });
});

const REQUEST = {
  messages: [userMessage('before', 'a'), userMessage('how many?', 'b')],
  params: { stopSequences: ['END'], temperature: 1 },
};
const able = modelSpec({ supportsResponseSchema: true });

test('a model with a mechanism of its own gets the schema as a parameter, and no words', () => {
  const asked = askForShape(REQUEST, able, NUMBERED);

  expect(asked.messages).toEqual(REQUEST.messages);
  expect(asked.params).toEqual({
    ...REQUEST.params,
    responseSchemaJson: JSON.stringify(NUMBERED.schema),
  });
});

test('a model without one is asked in words, behind what the user said', () => {
  const asked = askForShape(REQUEST, modelSpec(), NUMBERED);

  expect(asked.params).toEqual(REQUEST.params);
  expect(asked.messages[0]).toEqual(REQUEST.messages[0]);
  expect(asked.messages[1]?.content).toEqual([
    { type: 'text', text: 'how many?' },
    { type: 'text', text: expect.stringContaining(JSON.stringify(NUMBERED.schema)) },
  ]);
});

test('a value that is no object is asked for in words, which every model understands', () => {
  const list = { schema: { type: 'array' }, problems: () => [] };

  const asked = askForShape(REQUEST, able, list);

  expect(asked.params).toEqual(REQUEST.params);
  expect(asked.messages[1]?.content).toHaveLength(2);
});

test('what is wrong is said line by line', () => {
  expect(repairText(['/a must be string', '/b is missing'])).toContain(
    '\n- /a must be string\n- /b is missing\n',
  );
});
