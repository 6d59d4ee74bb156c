import { expect, test } from 'vitest';
import { errorDiagnostic } from '../../src/diagnostics/diagnostic.ts';
import { githubReport } from '../../src/output/github-report.ts';
import { configFrom } from '../support/config-from.ts';

const none = { sources: new Map(), warningsAsErrors: false, notes: [] };

test('each diagnostic is one command with its place', async () => {
  const { diagnostics } = await configFrom('session {}\nagent_profile "t" { max_turns = 1 }\n');

  expect(githubReport({ ...none, diagnostics }).split('\n')).toEqual([
    expect.stringMatching(
      /^::error file=agent\.hcl,line=1,endLine=1,col=1,endColumn=8,title=Unsupported block type \(unknown-block\)::A block of type "session" is not expected here\. .*%0APath%?3?A?: session$/,
    ),
    expect.stringMatching(/^::warning file=agent\.hcl,line=2,/),
    '',
  ]);
});

test('percent, line ends, and in properties colon and comma are escaped', () => {
  const range = {
    file: 'a,b:c%.hcl',
    start: { line: 1, column: 1, byte: 0 },
    end: { line: 2, column: 1, byte: 9 },
  };
  const fault = errorDiagnostic({
    code: 'syntax-error',
    summary: 'x: 50%, y',
    detail: '100%\r\n::warning::z',
    range,
  });

  expect(githubReport({ ...none, diagnostics: [fault] })).toBe(
    '::error file=a%2Cb%3Ac%25.hcl,line=1,endLine=2,col=1,title=x%3A 50%25%2C y (syntax-error)::100%25%0D%0A::warning::z\n',
  );
});

test('a diagnostic without a place and detail still says what is wrong', () => {
  const fault = errorDiagnostic({ code: 'config-not-found', summary: 'No file', detail: '' });

  expect(githubReport({ ...none, diagnostics: [fault] })).toBe(
    '::error title=No file (config-not-found)::No file\n',
  );
});

test('without diagnostics there is nothing', () => {
  expect(githubReport({ ...none, diagnostics: [] })).toBe('');
});
