// Every provider over HTTP in one agent.hcl, and one fault for all of them: each is named with its
// cause and its remedy, through what the providers themselves answer.
import { expect, onTestFinished, test } from 'vitest';
import { DIALECTS } from '../../providers/openai-compatible/dialects.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { testCertificate } from '../support/tls-vendor.ts';
import { startWireServer } from '../support/wire-server.ts';

interface Patient {
  /** Local name. */
  readonly name: string;
  readonly builtIn: string;
  readonly more?: string;
}

const patients: readonly Patient[] = [
  { name: 'anthropic', builtIn: 'anthropic' },
  { name: 'google', builtIn: 'google' },
  { name: 'openai', builtIn: 'openai' },
  { name: 'openai-chat', builtIn: 'openai', more: 'api = "chat"' },
  { name: 'openrouter', builtIn: 'openrouter' },
  { name: 'xai', builtIn: 'xai' },
  { name: 'xai-chat', builtIn: 'xai', more: 'api = "chat"' },
  ...['auto', ...Object.keys(DIALECTS)].map((dialect) => ({
    name: `compatible-${dialect}`,
    builtIn: 'openai-compatible',
    more: `dialect = "${dialect}"`,
  })),
];

interface Block {
  readonly baseUrl: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly key?: string;
}

function configFor({ baseUrl, variables = {}, key = 'E2E_KEY' }: Block): string {
  const required = patients.map(
    ({ name, builtIn }) =>
      `  ${name} = { source = "github.com/acme/provider-${builtIn}", version = ">= 0.0.0" }\n`,
  );
  const entries = Object.entries(variables).map(([name, value]) => `    ${name} = "${value}"\n`);
  const blocks = patients.map(
    ({ name, more = '' }) => `provider "${name}" {
  api_key  = env("${key}")
  base_url = "${baseUrl}"
  ${more}
  environment {
${entries.join('')}  }
}
`,
  );
  return `required_providers {\n${required.join('')}}\n${blocks.join('')}`;
}

interface Found {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
}

/** What is wrong with whom. */
async function faultsOf(block: Block) {
  const cwd = temporaryFolder({ 'agent.hcl': configFor(block) });
  const env = { E2E_KEY: 'sk-doctor-secret-key' };
  const args = ['doctor', '--json', '--trust-providers'];
  const { code, stdout } = await runAgent(args, { cwd, env });
  expect(code).toBe(1);
  expect(stdout).not.toContain(env.E2E_KEY);
  const { providers } = JSON.parse(stdout) as {
    readonly providers: readonly { readonly provider: string; readonly checks: readonly Found[] }[];
  };
  const faults = providers.map(({ provider, checks }) => [
    provider,
    checks.filter(({ status }) => status === 'error'),
  ]);
  return Object.fromEntries(faults) as Readonly<Record<string, readonly Found[]>>;
}

interface Expected {
  readonly name: string;
  readonly message: RegExp;
  readonly remedy: RegExp;
}

function expectEach(found: Readonly<Record<string, readonly Found[]>>, expected: Expected[]): void {
  const fault = ({ name, message, remedy }: Expected) => ({
    name,
    status: 'error',
    message: expect.stringMatching(message),
    remedy: expect.stringMatching(remedy),
  });
  const faults = expected.map(fault);
  expect(found).toEqual(Object.fromEntries(patients.map(({ name }) => [name, faults])));
}

/** A port of this machine where nobody listens. */
async function closedPort(): Promise<number> {
  const server = await startWireServer({});
  await server.close();
  return server.port;
}

test('a proxy that is none', async () => {
  const variables = { HTTPS_PROXY: 'socks5://127.0.0.1:1' };

  const found = await faultsOf({ baseUrl: 'https://vendor.test', variables });

  expectEach(found, [
    { name: 'proxy', message: /^HTTPS_PROXY is not the URL/, remedy: /http:\/\/HOST:PORT/ },
    { name: 'configure', message: /HTTPS_PROXY/, remedy: /HTTPS_PROXY/ },
  ]);
});

test('a proxy that is down', async () => {
  const port = await closedPort();
  const variables = { HTTPS_PROXY: `http://127.0.0.1:${port}` };

  const found = await faultsOf({ baseUrl: 'https://vendor.test', variables });

  const message = new RegExp(`the proxy 127\\.0\\.0\\.1:${port}`);
  expectEach(found, [{ name: 'endpoint', message, remedy: /Check HTTPS_PROXY/ }]);
});

test('a key that is not set', async () => {
  const found = await faultsOf({ baseUrl: 'https://vendor.test', key: 'NOT_SET' });

  expectEach(found, [
    { name: 'credential', message: /NOT_SET is not set/, remedy: /export NOT_SET=/ },
  ]);
});

test('a certificate that nobody vouches for', async () => {
  const certificate = testCertificate('localhost');
  onTestFinished(() => certificate.remove());
  const server = await startWireServer({ status: 404 }, { tls: certificate.tls });
  onTestFinished(() => server.close());

  const found = await faultsOf({ baseUrl: `https://localhost:${server.port}` });

  expect(server.requests).toEqual([]);
  expectEach(found, [{ name: 'endpoint', message: /certificate/, remedy: /NODE_EXTRA_CA_CERTS/ }]);
});

test('a server that is down', async () => {
  const found = await faultsOf({ baseUrl: `http://127.0.0.1:${await closedPort()}` });

  expectEach(found, [{ name: 'endpoint', message: /connection refused/, remedy: /base_url/ }]);
});

test('a key that the server refuses', async () => {
  const server = await startWireServer({
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: '{"error":{"type":"authentication_error","message":"invalid key"}}',
  });
  onTestFinished(() => server.close());

  const found = await faultsOf({ baseUrl: server.url });

  for (const { name } of patients) {
    const fault = { message: expect.any(String), remedy: expect.stringMatching(/key/) };
    expect({ name, faults: found[name] }).toMatchObject({ name, faults: [fault] });
  }
});
