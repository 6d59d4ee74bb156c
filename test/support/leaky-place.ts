/** A project whose provider gives away every secret it knows, and what may not be in any output. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { runAgent, temporaryFolder } from './run-agent.ts';
import { root } from './shared.ts';

export const KEY = 'sk-leak/9+f& "canary"=';
const PASSWORD = 'pass-of-the-proxy';
const MIRROR = 'credential-of-the-mirror';
export const SECRETS = [KEY, PASSWORD, MIRROR];

/** Base64 that is decided by what stands behind the first bytes. */
function middle(bytes: Buffer, before: number): string {
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), -4);
}

const FORMS = SECRETS.flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  JSON.stringify(secret).slice(1, -1),
  // What of it stands in the base64 of a user and a password, wherever it begins.
  ...['u:', 'us:', 'use:'].map((user) => middle(Buffer.from(`${user}${secret}:`), user.length)),
]);

const MIRRORS =
  'registry_mirror {\n  default = "https://forge.test"\n  mirror {\n    prefix = "github.com/"\n    url = "https://mirror.test"\n    auth = env("E2E_MIRROR")\n  }\n}\n';

export interface LeakyPlace {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A project whose provider gives away all it knows. */
export function leakyPlace(block = ''): LeakyPlace {
  const home = temporaryFolder();
  mkdirSync(join(home, '.config', 'agent'), { recursive: true });
  writeFileSync(join(home, '.config', 'agent', 'config.hcl'), MIRRORS);
  const fixture = pathToFileURL(join(root, 'test/fixtures/plugins/leaky.mjs')).href;
  const cwd = temporaryFolder({
    'leaky.mjs': `import '${fixture}';\n`,
    'agent.hcl': [
      'required_providers {\n  leaky = { source = "./leaky.mjs" }\n}',
      `provider "leaky" {\n  api_key = env("E2E_KEY")\n${block}`,
      `  environment {\n    HTTPS_PROXY = "http://me:${PASSWORD}@127.0.0.1:9"\n  }\n}`,
      'settings {\n  default_frontend = ""\n  log_level = "trace"\n  telemetry = false\n',
      '  retry {\n    base_delay_ms = 1\n    backoff_factor = 1\n    max_retries = 1\n  }\n}\n',
    ].join('\n'),
  });
  return { cwd, home, env: { HOME: home, E2E_KEY: KEY, E2E_MIRROR: MIRROR } };
}

/** Everything below a folder that the program may have written. */
export function written(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !['agent.hcl', 'config.json'].includes(name))
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

export async function outputsOf(args: readonly string[], place: LeakyPlace) {
  const { code, stdout, stderr } = await runAgent([...args, '--trust-providers'], place);
  const files = [...written(place.home), ...written(place.cwd)];
  return {
    code,
    outputs: [['stdout', stdout], ['stderr', stderr], ...files] as const,
    stdout,
    stderr,
  };
}

export function expectNoLeak(outputs: readonly (readonly [string, string])[]): void {
  const leaks = outputs.flatMap(([name, text]) =>
    FORMS.filter((form) => text.includes(form)).map((form) => `${name}: ${form}`),
  );
  expect(leaks).toEqual([]);
}
