import { expect, test } from 'vitest';
import { sarifReport } from '../../src/output/sarif-report.ts';
import { configFrom } from '../support/config-from.ts';

async function sarifOf(text: string) {
  const { diagnostics, source } = await configFrom(text);
  const sources = new Map([[source.file, source]]);
  return JSON.parse(
    sarifReport({ diagnostics, sources, warningsAsErrors: false, notes: [] }, '1.2.3'),
  );
}

test('a log has one run that names tool, version and the rules in use', async () => {
  const log = await sarifOf('session {}\nlog = 1\n');

  expect(log.version).toBe('2.1.0');
  expect(log.$schema).toMatch(/sarif-2\.1\.0\.json$/);
  expect(log.runs).toHaveLength(1);
  expect(log.runs[0].tool.driver).toMatchObject({ name: 'agent', semanticVersion: '1.2.3' });
  expect(log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'top-level-attribute',
    'unknown-block',
  ]);
});

test('a result points at its rule and its place', async () => {
  const { runs } = await sarifOf('session {}\nlog = 1\n');
  const [first] = runs[0].results;

  expect(first).toMatchObject({
    ruleId: 'unknown-block',
    ruleIndex: 1,
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'agent.hcl' },
          region: {
            startLine: 1,
            startColumn: 1,
            endLine: 1,
            endColumn: 8,
            byteOffset: 0,
            byteLength: 7,
          },
        },
      },
    ],
  });
  expect(
    runs[0].results.every(
      ({ ruleIndex, ruleId }: { ruleIndex: number; ruleId: string }) =>
        runs[0].tool.driver.rules[ruleIndex].id === ruleId,
    ),
  ).toBe(true);
});

test('columns count UTF-16 units, as the log says', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: HCL's own interpolation
  const { runs } = await sarifOf('provider "anthropic" {\n  base_url = "👍🏽é${x}"\n}\n');
  const { region } = runs[0].results[0].locations[0].physicalLocation;

  expect(runs[0].columnKind).toBe('utf16CodeUnits');
  expect(region).toMatchObject({ startLine: 2, startColumn: 22, endColumn: 23 });
});

test('a snippet shows no secret', async () => {
  const text = JSON.stringify(
    await sarifOf('provider "anthropic" {\n  api_key = "sk-do-not-print"\n}\n'),
  );

  expect(text).not.toContain('sk-do-not-print');
  expect(text).toContain('api_key = *****************');
});

test('without diagnostics the log is complete and empty', async () => {
  const { runs } = await sarifOf('');

  expect(runs[0].results).toEqual([]);
  expect(runs[0].tool.driver.rules).toEqual([]);
});
