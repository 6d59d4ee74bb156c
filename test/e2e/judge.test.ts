import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentFile, temporaryFolder } from '../support/run-agent.ts';

const FILE = 'provider "example" {\n}\n';

interface Installation {
  readonly agent: string;
  readonly home: string;
}

/** A copy of the built program away from every `node_modules`, with a home of its own. */
function install(): Installation {
  const folder = temporaryFolder();
  cpSync(dirname(agentFile), join(folder, 'dist'), { recursive: true });
  return { agent: join(folder, 'dist', 'agent.js'), home: temporaryFolder() };
}

function validate({ agent, home }: Installation, text: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [agent, 'validate', '--static', '--json', '-'],
    { input: text, cwd: home, env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8' },
  );
  const { valid, diagnostics } = JSON.parse(stdout);
  return {
    status,
    stderr,
    valid,
    codes: diagnostics.map(({ code }: { code: string }) => code),
    details: diagnostics.map(({ detail }: { detail: string }) => detail),
  };
}

const removeParser = ({ agent }: Installation): void => rmSync(join(dirname(agent), 'main.wasm'));

describe('the bundled program', () => {
  test('finds its parser wherever it is installed', () => {
    const installation = install();

    expect(validate(installation, FILE)).toMatchObject({ status: 0, valid: true });
    expect(validate(installation, 'a = \n').codes).toEqual(['syntax-error']);
  });

  test('an unchanged file needs no parser, a changed one does', () => {
    const installation = install();
    expect(validate(installation, FILE)).toMatchObject({ status: 0, valid: true });
    removeParser(installation);

    expect(validate(installation, FILE)).toMatchObject({ status: 0, valid: true });
    expect(validate(installation, `${FILE}\n`)).toMatchObject({
      status: 1,
      codes: ['internal-error'],
    });
  });

  test('a missing parser is told of, with its file', () => {
    const installation = install();
    removeParser(installation);

    const { status, details, stderr } = validate(installation, FILE);

    expect(status).toBe(1);
    expect(details.join()).toContain('main.wasm');
    expect(stderr).toBe('');
  });
});
