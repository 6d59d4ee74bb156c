import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConfigAttribute } from '../../src/protocol/config-schema.ts';
import { startBuiltProvider } from '../support/built-provider.ts';
import { root } from '../support/shared.ts';

const providers = readdirSync(join(root, 'providers'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => existsSync(join(root, 'providers', name, 'provider.ts')));

function shipped(name: string): string {
  return readFileSync(join(root, 'schemas', 'config', `${name}.json`), 'utf8');
}

function generated(name: string): string {
  const module = JSON.stringify(join(root, 'src', 'bundle', 'schemas.mjs'));
  const script = `const { shippedSchema } = await import(${module}); process.stdout.write(await shippedSchema('${name}'));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
}

/** Absent and false or empty are one on the wire. */
function plain({ name, type, required, sensitive, description, default_json }: ConfigAttribute) {
  return {
    name,
    type,
    required: required ?? false,
    sensitive: sensitive ?? false,
    description: description ?? '',
    default_json,
  };
}

describe.each(providers)('what is shipped of %s', (name) => {
  test('is what its definition says; `npm run schemas` writes it', () => {
    expect(shipped(name)).toBe(generated(name));
  });

  test('is what the running provider advertises', async () => {
    const facts = JSON.parse(shipped(name));
    const provider = await startBuiltProvider(name);
    const { configSchema, models } = provider.capabilities;
    await provider.close();

    expect(configSchema?.attributes.map(plain)).toEqual(facts.schema.attributes.map(plain));
    expect(models).toMatchObject(facts.models);
  });

  test('names origins that are encrypted', () => {
    const { roster, origins } = JSON.parse(shipped(name));

    expect(['static', 'dynamic']).toContain(roster);
    for (const origin of origins)
      expect(origin).toBe(new URL(origin).origin.replace('http:', 'https:'));
  });
});
