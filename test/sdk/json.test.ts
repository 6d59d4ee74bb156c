import { expect, test } from 'vitest';
import {
  arrayAt,
  booleanAt,
  countAt,
  numberAt,
  objectAt,
  parseJson,
  stringAt,
  valueAt,
} from '../../src/sdk/json.ts';

const body = parseJson(
  '{"error":{"type":"x","code":429,"on":true},"list":[{"a":1},"b"],"none":null}',
);

test('text that is not JSON reads as undefined', () => {
  expect(parseJson('<html>502</html>')).toBeUndefined();
  expect(parseJson('')).toBeUndefined();
});

test('a value is found by names and indices', () => {
  expect(stringAt(body, 'error', 'type')).toBe('x');
  expect(numberAt(body, 'error', 'code')).toBe(429);
  expect(booleanAt(body, 'error', 'on')).toBe(true);
  expect(numberAt(body, 'list', 0, 'a')).toBe(1);
  expect(stringAt(body, 'list', -1)).toBe('b');
  expect(objectAt(body, 'error')).toEqual({ type: 'x', code: 429, on: true });
  expect(arrayAt(body, 'list')).toEqual([{ a: 1 }, 'b']);
  expect(valueAt(body, 'none')).toBeNull();
});

test.each([
  ['a missing member', stringAt(body, 'nothing', 'type')],
  ['a wrong type', stringAt(body, 'error', 'code')],
  ['a step into a text', stringAt(body, 'error', 'type', 'length')],
  ['a name on an array', valueAt(body, 'list', 'length')],
  ['an index on an object', valueAt(body, 'error', 0)],
  ['an inherited name', valueAt(body, 'constructor')],
  ['a step into null', valueAt(body, 'none', 'x')],
  ['an array asked for as an object', objectAt(body, 'list')],
  ['no value at all', stringAt(undefined, 'a')],
])('%s reads as undefined', (_, found) => {
  expect(found).toBeUndefined();
});

test('no array reads as an empty one', () => {
  expect(arrayAt(body, 'error')).toEqual([]);
});

test.each([-1, 1.5, 2 ** 53, '7', null])('a counter of %s is no news', (value) => {
  expect(countAt({ value }, 'value')).toBeUndefined();
});

test('a counter may be zero', () => {
  expect(countAt({ value: 0 }, 'value')).toBe(0);
});
