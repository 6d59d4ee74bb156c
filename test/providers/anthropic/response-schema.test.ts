import { expect, test } from 'vitest';
import { vendorSchema } from '../../../providers/anthropic/response-schema.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';

const CLOSED = { additionalProperties: false };

test.each<{ name: string; given: JsonObject; sent: JsonObject }>([
  {
    name: 'what the vendor takes as it is',
    given: { type: 'array', items: { enum: [1, 'a', null] }, minItems: 1, description: 'Some.' },
    sent: { type: 'array', items: { enum: [1, 'a', null] }, minItems: 1, description: 'Some.' },
  },
  {
    name: 'bounds in the description',
    given: { type: 'integer', minimum: 1, maximum: 9 },
    sent: { type: 'integer', description: 'minimum: 1, maximum: 9' },
  },
  {
    name: 'bounds behind a description',
    given: { type: 'string', description: 'A name.', maxLength: 8 },
    sent: { type: 'string', description: 'A name. (maxLength: 8)' },
  },
  {
    name: 'two of a list at the least in the description',
    given: { type: 'array', minItems: 2, maxItems: 3 },
    sent: { type: 'array', description: 'minItems: 2, maxItems: 3' },
  },
  {
    name: 'a format that is known, and one that is not',
    given: { anyOf: [{ format: 'date' }, { format: 'colour' }] },
    sent: { anyOf: [{ format: 'date' }, { description: 'format: "colour"' }] },
  },
  {
    name: 'one of several as any of them',
    given: { oneOf: [{ type: 'object' }, { minimum: 1 }] },
    sent: { anyOf: [{ type: 'object', ...CLOSED }, { description: 'minimum: 1' }] },
  },
  {
    name: 'objects closed, wherever they stand, also those that may be null',
    given: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: ['object', 'null'], properties: {} } },
      $defs: { b: { type: 'array', items: { type: 'object' } } },
    },
    sent: {
      type: 'object',
      properties: { a: { type: ['object', 'null'], properties: {}, ...CLOSED } },
      $defs: { b: { type: 'array', items: { type: 'object', ...CLOSED } } },
      ...CLOSED,
    },
  },
  {
    name: 'properties with the names of bounds, and data that look like schemas',
    given: {
      properties: { minimum: { type: 'number' }, format: { type: 'string' } },
      const: { type: 'object', minimum: 1 },
      default: { type: 'object' },
    },
    sent: {
      properties: { minimum: { type: 'number' }, format: { type: 'string' } },
      const: { type: 'object', minimum: 1 },
      default: { type: 'object' },
    },
  },
])('sends $name', ({ given, sent }) => {
  expect(vendorSchema(JSON.stringify(given))).toEqual(sent);
});
