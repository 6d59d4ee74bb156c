import { expect, test } from 'vitest';
import { type ErrorCategoryName, modelErrorText } from '../../src/format/model-error-text.ts';
import { MODEL_ERROR_CATEGORIES } from '../../src/protocol/model-error.ts';

const categories: readonly ErrorCategoryName[] = [
  ...MODEL_ERROR_CATEGORIES,
  'configuration',
  'no_eligible_model',
  'provider_unavailable',
  'provider_crashed',
];

test('every category has a title of its own and an advice that is a sentence', () => {
  const texts = categories.map(modelErrorText);

  expect(new Set(texts.map((text) => text.title)).size).toBe(categories.length);
  expect(texts.filter((text) => !text.advice.endsWith('.'))).toEqual([]);
});
