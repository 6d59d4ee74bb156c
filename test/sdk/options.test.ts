import { describe, expect, test } from 'vitest';
import { configView, providerOptions } from '../../src/sdk/options.ts';

const view = providerOptions({
  text: 'a',
  empty: '',
  number: 1.5,
  seed: 7,
  flag: false,
  list: ['a', 'b'],
  mixed: ['a', 1],
  map: { a: 'b' },
  badMap: { a: 1 },
  nested: { seed: 3 },
  nothing: null,
});

test('a value of the asked type is returned', () => {
  expect(view.string('text')).toBe('a');
  expect(view.number('number')).toBe(1.5);
  expect(view.integer('seed')).toBe(7);
  expect(view.boolean('flag')).toBe(false);
  expect(view.stringList('list')).toEqual(['a', 'b']);
  expect(view.stringMap('map')).toEqual({ a: 'b' });
  expect(view.object('nested')?.integer('seed')).toBe(3);
});

describe('absent and wrongly typed both read as not set', () => {
  test.each([
    ['string', view.string('seed')],
    ['number', view.number('text')],
    ['boolean', view.boolean('nothing')],
    ['list with a number in it', view.stringList('mixed')],
    ['list that is a text', view.stringList('text')],
    ['map with a number in it', view.stringMap('badMap')],
    ['map that is a list', view.stringMap('list')],
    ['object that is null', view.object('nothing')],
    ['absent', view.string('absent')],
    ['inherited', view.object('constructor')],
  ])('%s', (_, value) => {
    expect(value).toBeUndefined();
  });

  test('has tells them apart', () => {
    expect(view.has('nothing')).toBe(true);
    expect(view.has('absent')).toBe(false);
    expect(view.has('toString')).toBe(false);
  });
});

test.each([1.5, 2 ** 53, -(2 ** 53), 2 ** 63, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  'an integer of %d is not set, never truncated',
  (value) => {
    expect(providerOptions({ value }).integer('value')).toBeUndefined();
  },
);

test.each([0, -3, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
  'an integer of %d is exact',
  (value) => {
    expect(providerOptions({ value }).integer('value')).toBe(value);
  },
);

test('a key called __proto__ is a key like any other', () => {
  const map = JSON.parse('{"headers":{"__proto__":"x"}}');

  const headers = providerOptions(map).stringMap('headers');

  expect(Object.keys(headers ?? {})).toEqual(['__proto__']);
});

test('absent options are empty ones', () => {
  expect(providerOptions(undefined).keys()).toEqual([]);
});

test('the empty text the kernel fills in is not a set text', () => {
  const config = configView({ base_url: '', api_key: 'k' });

  expect(config.setString('base_url')).toBeUndefined();
  expect(config.string('base_url')).toBe('');
  expect(config.setString('api_key')).toBe('k');
});
