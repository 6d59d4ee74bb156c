import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { githubReport } from '../../src/output/github-report.ts';
import { sarifReport } from '../../src/output/sarif-report.ts';
import {
  type ValidateReport,
  validateJson,
  validateText,
} from '../../src/output/validate-report.ts';
import { configFrom, knownProviders, TEST_SCHEMAS } from '../support/config-from.ts';
import { root, sharedFolder, sharedNote } from '../support/shared.ts';

const FORMATS: Readonly<Record<string, (report: ValidateReport) => string>> = {
  text: (report) => validateText(report),
  json: validateJson,
  github: githubReport,
  sarif: (report) => sarifReport(report, '0.0.0'),
};

/** A literal that stands in secret places of the texts below and of the shared cases. */
const LITERAL = 'sk-do-not-print';
const ENVIRONMENT = {
  ANTHROPIC_API_KEY: 'value-of-key-7f3a',
  OTHER: 'value-of-other-91bc',
};

async function outputsOf(
  text: string | Uint8Array,
  environment: Readonly<Record<string, string>>,
  schemas = {},
): Promise<readonly (readonly [string, string])[]> {
  const builtIns = knownProviders({ ...TEST_SCHEMAS, ...schemas });
  const { diagnostics, source } = await configFrom(text, { environment, builtIns });
  const sources = new Map([[source.file, source]]);
  const report = { diagnostics, sources, warningsAsErrors: false, notes: [] };
  return Object.entries(FORMATS).map(([format, print]) => [format, print(report)]);
}

const provider = (...lines: readonly string[]): string =>
  `provider "anthropic" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: HCL's own interpolation */
const LEAKS: Readonly<Record<string, string>> = {
  'a literal': provider(`api_key = "${LITERAL}"`),
  'a heredoc': provider(`api_key = <<EOT`, LITERAL, 'EOT'),
  'a template around a call and a literal': provider(`api_key = "${LITERAL}\${env("OTHER")}"`),
  'a conditional with a literal': provider(`api_key = true ? "${LITERAL}" : env("OTHER")`),
  'a name of a variable that is no name': provider(`api_key = env("${LITERAL}")`),
  'the same in a harmless attribute': provider(`base_url = env("${LITERAL}")`),
  'a misspelled attribute': provider(`apikey = "${LITERAL}"`),
  'a misspelled attribute whose value has no quotes': provider(`apikey = ${LITERAL}`),
  'an unquoted literal': provider(`api_key = ${LITERAL}`),
  'the attribute in an unknown provider': `provider "nosuch" { api_key = "${LITERAL}" }\n`,
  'the attribute in a duplicate block': provider() + provider(`api_key = "${LITERAL}"`),
  'the attribute in a block without label': `provider { api_key = "${LITERAL}" }\n`,
  'the attribute in the wrong block': `agent_profile "a" { api_key = "${LITERAL}" }\n`,
  'the attribute at the top level': `api_key = "${LITERAL}"\n`,
  'a key of an object': provider(`extra_headers = { "X-Api-Key" = ["${LITERAL}"] }`),
  'a bearer header': provider(`extra_headers = { Authorization = ["Bearer ${LITERAL}"] }`),
  'a URL with a user': provider(`environment {`, `  P = ["http://me:${LITERAL}@proxy.test"]`, '}'),
  'a source with a user': `required_providers {\n  a = { source = "https://x:${LITERAL}@github.com/a/b", version = "1" }\n}\n`,
  'a syntax error on its line': provider(`api_key = "${LITERAL}" "x"`),
  'a syntax error in a one-line block': `provider "anthropic" { api_key = "${LITERAL}", base_url = "x" }\n`,
  'a string that is not closed': provider(`api_key = "${LITERAL}`),
  'single quotes': provider(`api_key = '${LITERAL}'`),
  'a missing equals sign': provider(`api_key "${LITERAL}"`),
  'a bad escape': provider(`api_key = "\\q${LITERAL}"`),
  'a string over two lines': provider(`api_key = "`, `${LITERAL}"`),
  'a value of a variable as a key': provider('extra_headers = { (env("OTHER")) = [1] }'),
  'a value of a variable as a repeated key': provider(
    'extra_headers = { (env("OTHER")) = "a", (env("OTHER")) = "b" }',
  ),
  'a value of a variable that is no number': provider('timeout_ms = env("OTHER")'),
  'a value of a variable as an operand': provider('timeout_ms = env("OTHER") + 1'),
  'a value of a variable as an index': provider('base_url = { a = "b" }[env("OTHER")]'),
  'a value of a variable as a condition': provider('base_url = env("OTHER") ? "a" : "b"'),
  'a value of a variable in a computed object': provider(
    'extra_headers = { for x in [env("OTHER")] : x => [x] }',
  ),
};
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: HCL's own interpolation */

describe.each(Object.entries(LEAKS))('no format shows %s', (_, text) => {
  test('and each says what is wrong', async () => {
    for (const [format, output] of await outputsOf(text, ENVIRONMENT)) {
      expect(output, format).toMatch(/error/i);
      expect(output, format).not.toContain(LITERAL);
      for (const value of Object.values(ENVIRONMENT)) expect(output, format).not.toContain(value);
    }
  });
});

test('a literal that is no secret is shown, so that the check above can fail', async () => {
  const outputs = await outputsOf(provider('bse_url = "shown-as-it-is"'), ENVIRONMENT);

  expect(
    outputs.filter(([, output]) => output.includes('shown-as-it-is')).map(([format]) => format),
  ).toEqual(['text', 'json', 'sarif']);
});

const folder = join(sharedFolder ?? root, 'spec', 'cases');
const names =
  sharedFolder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.hcl'));

describe.skipIf(sharedFolder === undefined)(`shared cases${sharedNote}`, () => {
  test.each(names)('%s shows no secret in any format, and the same bytes twice', async (name) => {
    const { env = {}, schemas = {} } = JSON.parse(
      readFileSync(join(folder, name.replace(/\.hcl$/, '.json')), 'utf8'),
    );
    const bytes = readFileSync(join(folder, name));
    const outputs = await outputsOf(bytes, env, schemas);

    for (const [format, output] of outputs) {
      expect(output, format).not.toContain(LITERAL);
      for (const value of Object.values<string>(env)) {
        if (value !== '') expect(output, format).not.toContain(value);
      }
    }
    expect(await outputsOf(bytes, env, schemas)).toEqual(outputs);
  });
});
