import { expect, test } from 'vitest';
import { guardOutput } from '../../src/cli/guard-output.ts';
import { Secrets } from '../../src/cli/secrets.ts';
import type { Host } from '../../src/host/host.ts';
import { MemoryOutput } from '../support/fake-host.ts';

async function printed(secret: string, text: string): Promise<string> {
  const [stdout, stderr] = [new MemoryOutput(), new MemoryOutput()];
  const secrets = new Secrets();
  // Nothing else of a host is looked at.
  const host = guardOutput({ stdout, stderr } as unknown as Host, secrets);
  secrets.add([secret]);
  await host.stdout.write(text);
  await host.stderr.write('');
  return stdout.text;
}

test.each([
  { secret: 'sk-key-1', text: 'the key sk-key-1 is bad\n', safe: 'the key *** is bad\n' },
  { secret: 'sk-key-1', text: '{"a":"x sk-key-1"}\n', safe: '{"a":"x ***"}\n' },
  // A secret may read like a part of our formats.
  { secret: 'true', text: '{"ok":true,"a":"true"}\n', safe: '{"ok":true,"a":"***"}\n' },
  { secret: 'null', text: '[null,"null"]\n', safe: '[null,"***"]\n' },
  { secret: '1234', text: '{"n":1234,"s":"1234"}', safe: '{"n":1234,"s":"***"}' },
  { secret: 'name', text: '{"name":"name"}', safe: '{"name":"***"}' },
  {
    secret: 'text',
    text: '{"type":"text_delta","text":"text"}\n',
    safe: '{"type":"text_delta","text":"***"}\n',
  },
  { secret: '","b', text: '{"a":"","b":"x"}', safe: '{"a":"","b":"x"}' },
  { secret: 'quo"te', text: '{"a":"a quo\\"te"}', safe: '{"a":"a ***"}' },
  // Lines of which each is a document, and text that only looks like one.
  { secret: 'true', text: '{"a":true}\n{"a":"true"}\n', safe: '{"a":true}\n{"a":"***"}\n' },
  { secret: 'true', text: '{ not true', safe: '{ not ***' },
])('$secret in $text', async ({ secret, text, safe }) => {
  expect(await printed(secret, text)).toBe(safe);
});
