// One agent.hcl, every vendor's provider, through the built program: each speaks its own protocol
// with its own key, and none learns anything of another.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FixtureCase, loadFixtureCases } from '../support/fixture-cases.ts';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';
import { startWireServer } from '../support/wire-server.ts';

interface Vendor {
  readonly name: string;
  readonly model: string;
  readonly recording: string;
  /** Attributes besides the key and the address. */
  readonly more?: string;
}

const vendors: readonly Vendor[] = [
  { name: 'anthropic', model: 'claude-haiku-4-5', recording: 'text' },
  { name: 'google', model: 'gemini-3-pro-preview', recording: 'usage-cached-and-thoughts' },
  {
    name: 'openai',
    model: 'gpt-5.6-sol',
    recording: 'responses-refusal-without-event-names',
  },
  {
    name: 'openai-compatible',
    model: 'recorded',
    recording: 'keep-alive-and-cached',
    more: 'dialect = "deepseek"\n  extra_models = { recorded = "131072/8192" }',
  },
  {
    name: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    recording: 'reason-null-after-stop',
  },
  { name: 'xai', model: 'grok-3-mini', recording: 'chat-cached-on-top', more: 'api = "chat"' },
];

const keyOf = ({ name }: Vendor) => `key-of-${name}-and-nobody-else`;
const variableOf = ({ name }: Vendor) => `${name.replace('-', '_').toUpperCase()}_KEY`;

const SETTINGS = `settings {
  default_frontend = ""
  log_level        = "info"
  telemetry        = false
  retry {
    base_delay_ms  = 1
    backoff_factor = 1
    max_retries    = 0
  }
}
`;

function configFor(url: string): string {
  const blocks = vendors.map(
    (vendor) => `provider "${vendor.name}" {
  api_key  = env("${variableOf(vendor)}")
  base_url = "${url}"
  ${vendor.more ?? ''}
}`,
  );
  return `${blocks.join('\n')}\n${SETTINGS}`;
}

function recordingOf({ name, recording }: Vendor): FixtureCase {
  const found = loadFixtureCases(join(root, 'test', 'fixtures', 'wire', name)).find(
    (fixture) => fixture.name === recording,
  );
  if (found === undefined) throw new Error(`no recording ${name}/${recording}`);
  return found;
}

test.each(vendors)(
  '$name answers from the one file, and sees its own key alone',
  async (vendor) => {
    const { response, expected } = recordingOf(vendor);
    const server = await startWireServer(({ method }) =>
      method === 'GET' ? { status: 404 } : response,
    );
    onTestFinished(() => server.close());
    const cwd = temporaryFolder({ 'agent.hcl': configFor(server.url) });
    const env = Object.fromEntries(vendors.map((each) => [variableOf(each), keyOf(each)]));

    const args = ['run', 'hello', '-m', `${vendor.name}/${vendor.model}`, '-o', 'stream-json'];
    const { stdout, stderr } = await runAgent(args, { cwd, env });

    expect(jsonLines(stdout).at(-1)).toMatchObject({
      type: 'result',
      provider: vendor.name,
      result: expected.text,
      usage: {
        input_tokens: expected.usage?.input,
        output_tokens: expected.usage?.output,
        cache_read_tokens: expected.usage?.cache_read,
      },
    });
    const sent = JSON.stringify(server.requests);
    expect(sent).toContain(keyOf(vendor));
    for (const other of vendors.filter(({ name }) => name !== vendor.name)) {
      expect(sent).not.toContain(keyOf(other));
    }
    for (const each of vendors) expect(stdout + stderr).not.toContain(keyOf(each));
  },
);

test('a profile falls back from one vendor to another', async () => {
  const xai = vendors.find(({ name }) => name === 'xai');
  if (xai === undefined) throw new Error('no xai');
  const { response, expected } = recordingOf(xai);
  const server = await startWireServer(({ path }) =>
    path.includes('messages') ? { status: 529, body: '{"type":"error"}' } : response,
  );
  onTestFinished(() => server.close());
  const cwd = temporaryFolder({
    'agent.hcl': `${configFor(server.url)}
agent_profile "default" {
  model {
    primary {
      provider = "anthropic"
      id       = "claude-haiku-4-5"
    }
    fallback {
      provider = "xai"
      id       = "grok-3-mini"
    }
  }
}
`,
  });
  const env = Object.fromEntries(vendors.map((each) => [variableOf(each), keyOf(each)]));

  const { code, stdout } = await runAgent(['run', 'hello', '-o', 'stream-json'], { cwd, env });

  expect(code).toBe(0);
  expect(jsonLines(stdout).at(-1)).toMatchObject({ provider: 'xai', result: expected.text });
});
