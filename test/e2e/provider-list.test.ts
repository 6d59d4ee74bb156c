import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFaults } from '../support/json-schema.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

interface Listing {
  readonly providers: readonly {
    readonly name: string;
    readonly kind: string;
    readonly configured: boolean;
    readonly trusted: boolean;
    readonly argv: readonly string[] | null;
    readonly environment: readonly string[];
  }[];
}

test('lists built-in and configured providers in the published form, and starts none', async () => {
  const cwd = temporaryFolder({
    'agent.hcl': `required_providers {
  local = { source = "./provider.mjs" }
}

provider "anthropic" {
  api_key = env("NOT_SET_ANYWHERE")

  environment {
    HTTPS_PROXY = "http://user:proxy-secret@127.0.0.1:1"
  }
}

provider "local" {}
`,
  });

  const { code, stdout } = await runAgent(['provider', 'list', '--json'], { cwd });

  const listing = JSON.parse(stdout) as Listing;
  expect(code).toBe(0);
  expect(schemaFaults('provider-list')(listing)).toEqual([]);
  const named = new Map(listing.providers.map((provider) => [provider.name, provider]));
  expect(named.get('anthropic')).toMatchObject({ kind: 'built-in', configured: true });
  expect(named.get('anthropic')?.environment).toContain('HTTPS_PROXY');
  expect(named.get('openai')).toMatchObject({ configured: false, trusted: true });
  expect(named.get('local')).toMatchObject({ kind: 'path', configured: true, trusted: false });
  expect(named.get('local')?.argv?.every(isAbsolute)).toBe(true);
  expect(stdout).not.toContain('proxy-secret');
});

test('prints a table for people', async () => {
  const { code, stdout } = await runAgent(['provider', 'list']);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^example +built-in/m);
});
