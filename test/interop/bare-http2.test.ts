/** A provider without a gRPC runtime and without our SDK, seen wherever Node runs. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkProgram } from '../../src/conformance/check-program.ts';
import type { ConformanceReport } from '../../src/conformance/report.ts';
import { pluginFixture } from '../support/plugin-kit.ts';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';

const program = pluginFixture('bare-http2.mjs');

describe('a provider on bare HTTP/2', () => {
  let report: ConformanceReport;

  beforeAll(async () => {
    report = await checkProgram({ command: process.execPath, args: [program] });
  });

  test('passes the suite, and the checks of start, health and identity really ran', () => {
    const remarks = report.findings.filter(({ outcome }) => outcome !== 'skip');
    const skipped = report.findings.flatMap(({ id, outcome }) => (outcome === 'skip' ? id : []));

    expect(remarks.map(({ id, message }) => ({ id, message }))).toEqual([
      { id: 'W-71', message: 'CountTokens is not offered' },
    ]);
    expect(report).toMatchObject({ verdict: 'conformant', provider: { name: 'bare' } });
    for (const id of ['HS-01', 'HS-04', 'W-01', 'W-40', 'W-52']) expect(skipped).not.toContain(id);
  });

  const askBare = (env: Readonly<Record<string, string>> = {}) =>
    runAgent(
      ['run', '-m', 'bare/bare', 'Who goes there?', '-o', 'stream-json', '--trust-providers'],
      {
        cwd: temporaryFolder({
          'agent.hcl': 'required_providers {\n  bare = { source = "./bare.mjs" }\n}\n',
          'bare.mjs': readFileSync(program, 'utf8'),
        }),
        env,
      },
    );

  test('asked for mutual TLS, which it lacks, it is not used in plaintext', async () => {
    const refused = await askBare({ AGENT_PLUGIN_TLS: 'always' });

    expect(refused.code).not.toBe(0);
    expect(jsonLines(refused.stdout).at(-1)).toMatchObject({
      error: {
        message: expect.stringContaining('asked for mutual TLS, as AGENT_PLUGIN_TLS wants'),
      },
    });
  });

  test('answers `agent run`', async () => {
    const answered = await askBare();

    expect(answered.stderr).toBe('');
    expect(jsonLines(answered.stdout).at(-1)).toMatchObject({
      type: 'result',
      status: 'success',
      result: 'Who goes there? ',
      request_id: 'bare-1',
      usage: { input_tokens: 1, output_tokens: 3 },
    });
  });
});
