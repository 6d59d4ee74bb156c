import { expect, test } from 'vitest';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../../src/config/syntax/parse.ts';

test.each([
  ['blocks', 'a {}\n'.repeat(5000)],
  ['lists in a list', `a = [${'[], '.repeat(5000)}]\n`],
  ['objects in an object', `a = {${'b = {}, '.repeat(5000)}}\n`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: HCL's own interpolation
  ['texts with interpolation', `a = [${'"${b}", '.repeat(5000)}]\n`],
])('thousands of %s side by side are not nested deeply', (_, text) => {
  const { tooDeep, errors } = parseSource(hclText('agent.hcl', text));

  expect(tooDeep).toBeUndefined();
  expect(errors).toEqual([]);
});
