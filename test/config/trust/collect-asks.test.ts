import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ask, askKey } from '../../../src/config/trust/ask.ts';
import { foreignSubject, shippedSubject } from '../../../src/config/trust/ask-subject.ts';
import { collectAsks } from '../../../src/config/trust/collect-asks.ts';
import { parseEndpoint } from '../../../src/config/trust/endpoint.ts';
import type { ConfigSchema } from '../../../src/protocol/config-schema.ts';
import { configFrom, knownProviders } from '../../support/config-from.ts';

const SCHEMA: ConfigSchema = {
  attributes: [
    { name: 'api_key', type: 'string', sensitive: true },
    { name: 'base_url', type: 'string' },
    { name: 'command', type: 'string', default_json: '"claude"' },
    { name: 'extra_args', type: 'list_string' },
    { name: 'extra_headers', type: 'map_string' },
  ],
};
const ORIGIN = 'https://api.vendor.test';
const VARIABLES = {
  KEY: 'key-of-the-user',
  HTTPS_PROXY: 'http://proxy.test:3128',
  PATH: '/usr/bin',
  CLAUDE_TOKEN: 'token-of-the-user',
};

interface Scene {
  /** Body of the provider block. */
  readonly body: string;
  /** Built-in that serves it; absent: a stranger. */
  readonly builtIn?: string;
  readonly digests?: Readonly<Record<string, string>>;
}

async function asks({ body, builtIn, digests = {} }: Scene): Promise<readonly Ask[]> {
  const name = builtIn ?? 'acme';
  const source = builtIn ? '' : 'required_providers {\n  acme = { source = "./acme.mjs" }\n}\n';
  const text = `${source}provider "${name}" {\n${body}\n}\n`;
  const loaded = await configFrom(text, {
    builtIns: knownProviders({ [name]: SCHEMA }),
    environment: VARIABLES,
  });
  const subjects = loaded.providers.map((block) =>
    builtIn
      ? shippedSubject(block, { schema: SCHEMA, origins: [ORIGIN] }, VARIABLES)
      : foreignSubject(block, { path: '/p/acme.mjs', shown: './acme.mjs' }, VARIABLES),
  );
  return collectAsks({
    config: loaded.config,
    subjects,
    environment: VARIABLES,
    digest: (path) => Promise.resolve(digests[path]),
    digestText: (options) => `sha256:${options.length}`,
  });
}

const sentences = async (scene: Scene) => (await asks(scene)).map(({ sentence }) => sentence);
const env = (entry: string) => `  environment {\n    ${entry}\n  }`;

describe('a provider of ours asks for', () => {
  test.each([
    {
      name: 'another program than the default',
      builtIn: 'claude-cli',
      body: '  command    = "sh"\n  extra_args = ["-c", "curl x"]',
      expected: ['run "sh" "-c" "curl x" as you'],
    },
    {
      name: 'arguments to the default program',
      builtIn: 'claude-cli',
      body: '  extra_args = ["--mcp-config", "x.json"]',
      expected: ['run "claude" "--mcp-config" "x.json" as you'],
    },
    {
      name: 'another host, with the key that goes there',
      body: '  api_key  = env("KEY")\n  base_url = "https://llm.test/v1"',
      expected: ['send KEY to https://llm.test'],
    },
    {
      name: 'another host without a key',
      body: '  base_url = "https://llm.test"',
      expected: ['send what "vendor" is told to https://llm.test'],
    },
    {
      name: 'the host of the vendor without encryption',
      body: '  base_url = "http://api.vendor.test"',
      expected: ['send what "vendor" is told to http://api.vendor.test UNENCRYPTED'],
    },
    {
      name: 'another port of the vendor',
      body: '  base_url = "https://api.vendor.test:8443"',
      expected: ['send what "vendor" is told to https://api.vendor.test:8443'],
    },
    {
      name: 'a proxy of the file, without its password',
      body: env('HTTPS_PROXY = "http://me:pw@evil.test:1"'),
      expected: ['send what "vendor" sends through the proxy http://evil.test:1'],
    },
    {
      name: 'a lower-case proxy',
      body: env('all_proxy = "evil.test:1"'),
      expected: ['send what "vendor" sends through the proxy evil.test:1'],
    },
    {
      name: 'an authority, by its content',
      body: env('SSL_CERT_FILE = "ca.pem"'),
      expected: ['let "vendor" trust the certificates in ca.pem sha256:ca (SSL_CERT_FILE)'],
    },
    {
      name: 'authorities in several directories, each by its content',
      body: env('SSL_CERT_DIR = "certs:more:"'),
      expected: [
        'let "vendor" trust the certificates in certs sha256:one and more unreadable (SSL_CERT_DIR)',
      ],
    },
    {
      name: 'a name that loads code',
      body: env('LD_PRELOAD = "./x.so"'),
      expected: ['set LD_PRELOAD=./x.so for "vendor"'],
    },
    {
      name: 'a variable outside of its secret',
      body: `  base_url = "https://api.vendor.test/\${env("KEY")}"`,
      expected: ['read KEY into base_url of "vendor", which talks to https://api.vendor.test'],
    },
    {
      name: 'a variable in a header',
      body: '  extra_headers = { x = env("KEY") }',
      expected: [
        'read KEY into extra_headers.x of "vendor", which talks to https://api.vendor.test',
      ],
    },
    {
      name: 'a variable in the host itself, its value not shown',
      body: `  base_url = "https://\${env("KEY")}.evil.test"`,
      expected: [
        'read KEY into base_url of "vendor", which talks to https://$KEY.evil.test',
        'send what "vendor" is told to https://$KEY.evil.test',
      ],
    },
    {
      name: 'a token under a name of T3, its value not shown',
      body: env('CLAUDE_TOKEN = env("CLAUDE_TOKEN")'),
      expected: ['set CLAUDE_TOKEN=$CLAUDE_TOKEN for "vendor"'],
    },
    {
      name: 'a value that would draw a line of its own',
      body: env('PATH = "./bin\\n  allowed"'),
      expected: ['set PATH=./bin\\u{a}  allowed for "vendor"'],
    },
  ])('$name', async ({ builtIn = 'vendor', body, expected }) => {
    const found = await sentences({
      builtIn,
      body,
      digests: { 'ca.pem': 'sha256:ca', certs: 'sha256:one' },
    });

    expect([...found].sort()).toEqual([...expected].sort());
  });
});

test.each([
  'NODE_OPTIONS',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'OPENSSL_CONF',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'PYTHONPATH',
  'PERL5LIB',
  'RUBYOPT',
  'JAVA_TOOL_OPTIONS',
  'BASH_ENV',
  'ENV',
  'GIT_SSH_COMMAND',
  'XDG_CONFIG_HOME',
  'CLAUDE_CONFIG_DIR',
  'ANTHROPIC_BASE_URL',
  'PATH',
  'HOME',
  'TMPDIR',
])('%s in environment {} asks', async (name) => {
  expect(await asks({ builtIn: 'vendor', body: env(`${name} = "x"`) })).toMatchObject([
    { kind: 'env', values: [name, 'x'] },
  ]);
});

describe('nothing is asked for', () => {
  test.each([
    { name: 'an empty block', body: '' },
    { name: 'the key of the vendor', body: '  api_key = env("KEY")' },
    { name: 'the vendor by its own origin', body: '  base_url = "https://api.vendor.test/v1"' },
    { name: 'loopback', body: '  base_url = "http://127.8.9.10:1"' },
    { name: 'loopback by name', body: '  base_url = "http://LOCALHOST:1"' },
    { name: 'loopback in IPv6', body: '  base_url = "http://[::1]:1"' },
    { name: "the user's own proxy", body: env('HTTPS_PROXY = env("HTTPS_PROXY")') },
    { name: 'a proxy on this machine', body: env('HTTPS_PROXY = "http://127.0.0.1:1"') },
    { name: 'no proxy at all', body: env('HTTPS_PROXY = ""') },
    { name: 'exceptions from a proxy', body: env('NO_PROXY = "*"') },
    { name: 'a harmless variable', body: env('LANG = "C"') },
    {
      name: 'proxy and authority of a server on this machine',
      body: `  base_url = "http://localhost:1"\n${env('HTTPS_PROXY = "http://x.test"\n    SSL_CERT_FILE = "x"')}`,
    },
  ])('$name', async ({ body }) => {
    expect(await sentences({ builtIn: 'vendor', body })).toEqual([]);
  });
});

describe('a build that is not ours asks', () => {
  test('to run, by the content of its entry', async () => {
    const found = await asks({ body: '', digests: { '/p/acme.mjs': 'sha256:one' } });

    expect(found).toMatchObject([{ kind: 'exec', values: ['./acme.mjs', 'sha256:one'] }]);
  });

  test.each([
    { body: '  url = "https://evil.test/x"', origin: 'https://evil.test' },
    { body: '  server = "evil.test:1"', origin: 'evil.test:1' },
    { body: '  nested = { deep = ["wss://evil.test"] }', origin: 'wss://evil.test' },
  ])('for every address in its block: $origin', async ({ body, origin }) => {
    const found = await asks({ body });

    expect(found.filter(({ kind }) => kind === 'endpoint')).toMatchObject([{ origin }]);
  });

  test('for each variable that it is given', async () => {
    expect(await sentences({ body: '  token = env("KEY")' })).toContain(
      'read KEY into token of "acme"',
    );
  });
});

test.each([
  'base_url = "https://a.test"',
  'environment {\n PATH = "a"\n }',
  'environment {\n HTTPS_PROXY = "http://a.test"\n }',
  `base_url = "http://127.0.0.1/a\${env("KEY")}"`,
])('another value is another ask: %s', async (body) => {
  const [before] = await asks({ builtIn: 'vendor', body });
  const [after] = await asks({
    builtIn: 'vendor',
    body: body.replace(/a\.test|"a"|KEY/, (found) =>
      found === 'KEY' ? 'PATH' : found.replace('a', 'b'),
    ),
  });

  expect(before && after && askKey(before) === askKey(after)).toBe(false);
});

test('only addresses of this machine count as loopback', () => {
  const host = fc.oneof(
    fc.webUrl().map((url) => new URL(url).host),
    fc.ipV4().filter((ip) => !ip.startsWith('127.')),
    fc.constantFrom('localhost.', '127.0.0.1.evil.test', '127.evil.test', 'localhost.evil.test'),
    fc.constantFrom('[::ffff:127.0.0.1]', '0.0.0.0', '127.0.0.1@evil.test', 'evil.test#127.0.0.1'),
  );

  fc.assert(
    fc.property(host, (name) => {
      expect(parseEndpoint(`http://${name}`).isLoopback).toBe(false);
    }),
  );
});
