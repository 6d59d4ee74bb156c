import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { schemaFaults } from '../support/json-schema.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { testCertificate } from '../support/tls-vendor.ts';
import { startWireServer } from '../support/wire-server.ts';

const KEY = 'sk-doctor-secret-key';

interface FoundCheck {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
}

interface FoundHealth {
  readonly healthy: boolean;
  readonly not_passed: readonly string[];
  readonly configuration: readonly { readonly code: string }[];
  readonly providers: readonly {
    readonly provider: string;
    readonly environment: readonly string[];
    readonly checks: readonly FoundCheck[];
  }[];
}

async function examine(config: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder({ 'agent.hcl': config });
  const result = await runAgent(['doctor', '--json'], { cwd, env: { E2E_KEY: KEY, ...env } });
  expect(`${result.stdout}${result.stderr}`).not.toContain(KEY);
  const health = JSON.parse(result.stdout) as FoundHealth;
  expect(schemaFaults('doctor')(health)).toEqual([]);
  const [provider] = health.providers;
  const faults = (provider?.checks ?? []).filter(({ status }) => status === 'error');
  return { code: result.code, health, provider, faults };
}

const anthropic = (baseUrl: string, more = '') =>
  `provider "anthropic" {\n  api_key  = env("E2E_KEY")\n  base_url = "${baseUrl}"\n${more}}\n`;
const variable = (name: string, value: string) =>
  `  environment {\n    ${name} = "${value}"\n  }\n`;

async function countingServer(options: Parameters<typeof startWireServer>[1] = {}) {
  const server = await startWireServer(
    { headers: { 'content-type': 'application/json' }, body: '{"input_tokens":3}' },
    options,
  );
  onTestFinished(() => server.close());
  return server;
}

/** A port of this machine where nobody listens. */
async function closedPort(): Promise<number> {
  const server = await startWireServer({});
  await server.close();
  return server.port;
}

test('a provider in order is said to be so, by counting tokens alone', async () => {
  const server = await countingServer();

  const { code, health, provider } = await examine(anthropic(server.url), {
    HTTPS_PROXY: 'http://proxy.test:3128',
  });

  expect({ code, healthy: health.healthy }).toEqual({ code: 0, healthy: true });
  expect(health.not_passed).toEqual(['HTTPS_PROXY']);
  expect(provider?.environment).toEqual(['HOME', 'OTEL_RESOURCE_ATTRIBUTES', 'PATH']);
  expect(provider?.checks).toContainEqual(
    expect.objectContaining({ name: 'endpoint', status: 'ok' }),
  );
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/messages/count_tokens']);
});

test('an unset key is named with the variable to set', async () => {
  const { code, health, faults } = await examine(
    'provider "anthropic" {\n  api_key = env("NOT_SET")\n}\n',
  );

  expect(code).toBe(1);
  expect(health.configuration).toMatchObject([{ code: 'env-unset' }]);
  expect(faults).toMatchObject([
    { name: 'credential', remedy: expect.stringContaining('export NOT_SET=') },
  ]);
});

test('a short secret is warned of, and not shown', async () => {
  const server = await countingServer();

  const { provider } = await examine(anthropic(server.url), { E2E_KEY: 'abc' });

  expect(provider?.checks).toContainEqual(
    expect.objectContaining({ name: 'credential', status: 'warning' }),
  );
});

test('a proxy that is no URL, and one that is down, are told apart', async () => {
  const port = await closedPort();
  const vendor = 'https://api.anthropic.com';

  const bad = await examine(anthropic(vendor, variable('HTTPS_PROXY', 'socks5://127.0.0.1:1')));
  const down = await examine(
    anthropic(vendor, variable('HTTPS_PROXY', `http://127.0.0.1:${port}`)),
  );

  expect(bad.faults.map(({ name }) => name)).toEqual(['proxy', 'configure']);
  expect(bad.faults[0]?.remedy).toContain('http://HOST:PORT');
  expect(down.faults).toMatchObject([
    {
      name: 'endpoint',
      message: expect.stringContaining(`the proxy 127.0.0.1:${port}`),
      remedy: expect.stringContaining('HTTPS_PROXY'),
    },
  ]);
});

test('an untrusted certificate is named with the variable that names an authority', async () => {
  const certificate = testCertificate('localhost');
  onTestFinished(() => certificate.remove());
  const server = await countingServer({ tls: certificate.tls });
  const url = `https://localhost:${server.port}`;

  const unknown = await examine(anthropic(url));
  const known = await examine(anthropic(url, variable('NODE_EXTRA_CA_CERTS', certificate.caFile)));

  expect(unknown.faults).toMatchObject([
    {
      name: 'endpoint',
      message: expect.stringContaining('certificate'),
      remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    },
  ]);
  expect(known.faults).toEqual([]);
});

test('an authority that is not there is named by its path', async () => {
  const path = join(temporaryFolder(), 'nowhere.pem');

  const { faults } = await examine(
    anthropic('https://localhost:1', variable('NODE_EXTRA_CA_CERTS', path)),
  );

  expect(faults[0]).toMatchObject({ name: 'certificates', message: expect.stringContaining(path) });
});

test.each([
  { provider: 'anthropic', config: (url: string) => anthropic(url) },
  {
    provider: 'openai-compatible',
    config: (url: string) => `provider "openai-compatible" {\n  base_url = "${url}/v1"\n}\n`,
  },
])('a server that is down is named with base_url: $provider', async ({ config }) => {
  const port = await closedPort();

  const { code, faults } = await examine(config(`http://127.0.0.1:${port}`));

  expect(code).toBe(1);
  expect(faults).toMatchObject([
    {
      name: 'endpoint',
      message: expect.stringContaining('connection refused'),
      remedy: expect.stringContaining('base_url'),
    },
  ]);
});

test('a refused key is told from a server that is down', async () => {
  const server = await startWireServer({
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
  });
  onTestFinished(() => server.close());

  const { faults } = await examine(anthropic(server.url));

  expect(faults).toMatchObject([{ name: 'endpoint', remedy: expect.stringContaining('key') }]);
});

test('a provider whose asks are open is not started', async () => {
  const { code, provider } = await examine(anthropic('https://llm.test'));

  expect(code).toBe(1);
  expect(provider?.checks[0]).toMatchObject({
    name: 'trust',
    status: 'error',
    remedy: expect.stringContaining('agent provider trust anthropic'),
  });
  expect(provider?.checks.map(({ name }) => name)).not.toContain('process');
});

test('the text form names cause and remedy, and exits as the JSON form does', async () => {
  const cwd = temporaryFolder({
    'agent.hcl': 'provider "anthropic" {\n  api_key = env("NOT_SET")\n}\n',
  });

  const { code, stdout, stderr } = await runAgent(['doctor'], { cwd });

  expect(code).toBe(1);
  expect(stdout).toMatch(/ERROR {3}credential {4}api_key: NOT_SET is not set\n +Set it before/);
  expect(stderr).toContain('env-unset');
});

test('models lists every model of every provider with its price, thinking and caching', async () => {
  const config = `${anthropic('http://127.0.0.1:1', '  extra_models = { "new-model" = "1000/100" }\n')}provider "example" {}\n`;
  const cwd = temporaryFolder({ 'agent.hcl': config });
  const env = { E2E_KEY: KEY };

  const [json, text] = await Promise.all([
    runAgent(['models', '--json'], { cwd, env }),
    runAgent(['models'], { cwd, env }),
  ]);

  const document = JSON.parse(json.stdout) as { models: readonly Record<string, unknown>[] };
  expect(schemaFaults('models')(document)).toEqual([]);
  const named = (id: string) => document.models.find((model) => model['id'] === id);
  expect(named('claude-haiku-4-5')).toMatchObject({
    provider: 'anthropic',
    caching: { supported: true },
    price: { currency: 'USD', tiers: [{ cache_read_per_mtok: expect.any(Number) }] },
  });
  expect(named('new-model')).toMatchObject({ context_window: 1000, price: null });
  expect(named('demo')).toMatchObject({ provider: 'example' });
  expect(text.stdout).toMatch(/^anthropic\/new-model +1k +100 .* n\/a$/m);
  expect([json.code, text.code]).toEqual([0, 0]);
});

test('models starts nothing of a file that asks for something', async () => {
  const cwd = temporaryFolder({ 'agent.hcl': anthropic('https://llm.test') });

  const { code, stderr, stdout } = await runAgent(['models'], { cwd, env: { E2E_KEY: KEY } });

  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('not-trusted');
});
