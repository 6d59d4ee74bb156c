import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { errorDiagnostic, warningDiagnostic } from '../../src/diagnostics/diagnostic.ts';
import {
  type ValidateReport,
  validateJson,
  validateText,
} from '../../src/output/validate-report.ts';
import { configFrom } from '../support/config-from.ts';
import { root } from '../support/shared.ts';

async function reportOf(
  text: string | Uint8Array,
  rest: Partial<ValidateReport> = {},
): Promise<ValidateReport> {
  const { diagnostics, source } = await configFrom(text);
  const sources = new Map([[source.file, source]]);
  return { diagnostics, sources, warningsAsErrors: false, notes: [], ...rest };
}

const schemaPath = join(root, 'schemas', 'json', 'validate-result.schema.json');
const matchesSchema = new Ajv2020({ allErrors: true }).compile(
  JSON.parse(readFileSync(schemaPath, 'utf8')),
);

const misspelled = 'provider "anthropic" {\n  bse_url = "x"\n}\n';

describe('the JSON form', () => {
  test('is one document with counts, place and snippet', async () => {
    const text = validateJson(await reportOf(misspelled));

    expect(JSON.parse(text)).toEqual({
      format_version: '1.0',
      valid: false,
      error_count: 1,
      warning_count: 0,
      diagnostics: [
        {
          severity: 'error',
          code: 'unknown-attribute',
          summary: 'Unsupported argument',
          detail:
            'An argument named "bse_url" is not expected here. Did you mean "base_url"?\nPath: provider.anthropic.bse_url',
          range: {
            filename: 'agent.hcl',
            start: { line: 2, column: 3, byte: 25 },
            end: { line: 2, column: 10, byte: 32 },
          },
          snippet: {
            context: 'provider "anthropic"',
            code: '  bse_url = "x"',
            start_line: 2,
            highlight_start_offset: 2,
            highlight_end_offset: 9,
            values: [],
          },
        },
      ],
    });
    expect(text.startsWith('{\n  "format_version": "1.0",\n')).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
  });

  test('of a secret counts offsets in the masked code and shows one star a grapheme', async () => {
    const [found] = JSON.parse(
      validateJson(await reportOf('provider "anthropic" {\n  api_key = "sk-世é"\n}\n')),
    ).diagnostics;

    expect(found.snippet.code).toBe('  api_key = *******');
    expect([found.snippet.highlight_start_offset, found.snippet.highlight_end_offset]).toEqual([
      12, 19,
    ]);
    expect([found.range.start.column, found.range.end.column]).toEqual([13, 20]);
  });

  test('of a secret over several CRLF lines keeps the line ends', async () => {
    const text = 'provider "anthropic" {\r\n  api_key = <<EOT\r\nsk-do-not-print\r\nEOT\r\n}\r\n';
    const [found] = JSON.parse(validateJson(await reportOf(text))).diagnostics;

    expect(found.snippet.code).toBe('  api_key = *****\n***************\n***');
  });

  test('has neither range nor snippet where no line exists', () => {
    const lost = errorDiagnostic({ code: 'config-not-found', summary: 'No file', detail: '' });
    const text = validateJson({
      diagnostics: [lost],
      sources: new Map(),
      warningsAsErrors: false,
      notes: [],
    });

    expect(Object.keys(JSON.parse(text).diagnostics[0])).toEqual([
      'severity',
      'code',
      'summary',
      'detail',
    ]);
  });

  test.each([
    ['a valid file', ''],
    ['a warning', 'agent_profile "tiny" { max_turns = 1 }\n'],
    ['a missing argument at an empty place', 'provider "example" {}\n'],
    ['a syntax error', 'provider "example" {\n  greeting =\n}\n'],
    ['a fault at the very end', 'provider "example" {'],
    ['a fault in the first line behind a byte-order mark', '\ufeffsession {}\n'],
    ['many faults', `${misspelled}session {}\nlog = 1\n`],
  ])('of %s matches the published schema', async (_, text) => {
    const isValid = matchesSchema(JSON.parse(validateJson(await reportOf(text))));

    expect(matchesSchema.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  test('that the schema would refuse is refused by it', () => {
    expect(matchesSchema({ format_version: '1.0', valid: true, diagnostics: [] })).toBe(false);
  });
});

describe('the text form', () => {
  test('shows every diagnostic and the counts', async () => {
    const text = validateText(
      await reportOf(`${misspelled}\nagent_profile "tiny" { max_turns = 1 }\n`),
      { width: 80 },
    );

    expect(text).toMatchInlineSnapshot(`
      "Error: Unsupported argument                                    unknown-attribute

        on agent.hcl line 2, in provider "anthropic":
         2:   bse_url = "x"
              ^^^^^^^
        An argument named "bse_url" is not expected here. Did you mean "base_url"?
        Path: provider.anthropic.bse_url

      Warning: Profile without a model                           profile-without-model

        on agent.hcl line 5, in agent_profile "tiny":
         5: agent_profile "tiny" { max_turns = 1 }
            ^^^^^^^^^^^^^^^^^^^^
        Profile "tiny" names no model, so the model must come from the command line
        (-m), or from the only provider of the file.

      1 error, 1 warning.
      "
    `);
  });

  test.each([
    { name: 'nothing', text: '', rest: {}, last: 'Success! The configuration is valid.' },
    {
      name: 'a warning',
      text: 'agent_profile "tiny" { max_turns = 1 }\n',
      rest: {},
      last: 'Success! The configuration is valid. 1 warning.',
    },
    {
      name: 'a warning that counts',
      text: 'agent_profile "tiny" { max_turns = 1 }\n',
      rest: { warningsAsErrors: true },
      last: 'The configuration is not accepted: 1 warning, counted as errors.',
    },
  ])('ends with the verdict on $name', async ({ text, rest, last }) => {
    const lines = validateText(await reportOf(text, rest))
      .trimEnd()
      .split('\n');

    expect(lines.at(-1)).toBe(last);
  });

  test('says what was not checked', async () => {
    const text = validateText(
      await reportOf('', { notes: ['The body of "acme" was not checked.'] }),
    );

    expect(text).toBe(
      'Note: The body of "acme" was not checked.\n\nSuccess! The configuration is valid.\n',
    );
  });

  test('lets no control sequence of a file through', () => {
    const fault = warningDiagnostic({
      code: 'unknown-model',
      summary: 'a\u001b[2Jb',
      detail: '\u001b]0;x\u0007c',
    });
    const text = validateText({
      diagnostics: [fault],
      sources: new Map(),
      warningsAsErrors: false,
      notes: [],
    });

    expect(text).not.toContain('\u001b');
  });
});
