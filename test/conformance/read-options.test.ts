import { expect, test } from 'vitest';
import { checkProgram } from '../../src/conformance/check-program.ts';
import { conformanceOptions } from '../../src/conformance/read-options.ts';

test('a request is read as the JSON form of protobuf', () => {
  const request = { messages: [{ role: 'ROLE_USER', content: [{ text: { text: 'Hi' } }] }] };

  expect(conformanceOptions({ request })).toMatchObject({
    limitMs: 30_000,
    request: { messages: [{ role: 1, content: [{ block: { value: { text: 'Hi' } } }] }] },
  });
});

test('what is no request of the contract is refused before anything is started', async () => {
  const checked = checkProgram({ command: '/nowhere', request: { nothing: 1 } });

  await expect(checked).rejects.toThrow(/^request: nothing is no field of the contract$/);
});
