import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemaFaults } from '../support/json-schema.ts';
import { processGone } from '../support/process-gone.ts';
import { jsonLines, runAgent, startAgent, temporaryFolder } from '../support/run-agent.ts';

const quick = 'provider "example" {\n  pace_ms = 0\n}\n';
const slow = 'provider "example" {\n  pace_ms = 20\n}\n';

interface Place {
  readonly cwd: string;
  readonly env: { readonly HOME: string };
}

const placeWith = (config: string): Place => ({
  cwd: temporaryFolder({ 'agent.hcl': config }),
  env: { HOME: temporaryFolder() },
});

const stateOf = ({ env }: Place) => join(env.HOME, '.local/state/agent');

function sessionFiles(place: Place, ending = '.jsonl'): readonly string[] {
  const root = join(stateOf(place), 'sessions');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(root, name))
    .sort();
}

async function ask(place: Place, ...args: readonly string[]) {
  const result = await runAgent(['run', '-o', 'json', ...args], place);
  return { ...result, json: result.stdout === '' ? undefined : JSON.parse(result.stdout) };
}

/** Messages of the history of the only session. */
function keptTexts(file: string): readonly string[] {
  return jsonLines(readFileSync(file, 'utf8')).flatMap((line) => {
    const message = line['message'] as { content: readonly { text?: string }[] } | undefined;
    return message === undefined ? [] : [message.content.map(({ text }) => text ?? '').join('|')];
  });
}

describe('a run is kept', () => {
  test('in a private file, under the id that init and result say', async () => {
    const place = placeWith(quick);

    const { stdout } = await runAgent(['run', 'hello', '-o', 'stream-json'], place);

    const lines = jsonLines(stdout);
    const [file = ''] = sessionFiles(place);
    expect(lines[0]?.['session_id']).toMatch(/^[0-9A-Z]{26}$/);
    expect(lines.at(-1)?.['session_id']).toBe(lines[0]?.['session_id']);
    expect(file).toContain(`${lines[0]?.['session_id']}.jsonl`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(join(stateOf(place), 'sessions')).mode & 0o777).toBe(0o700);
    expect(sessionFiles(place, '.lock')).toEqual([]);
  });

  test('and goes on with -c and with the beginning of its id', async () => {
    const place = placeWith(quick);

    const first = await ask(place, 'one');
    const second = await ask(place, '-c', 'two');
    const third = await ask(place, '-r', first.json.session_id.slice(0, 12).toLowerCase(), 'three');

    expect([second.json.session_id, third.json.session_id]).toEqual(
      Array(2).fill(first.json.session_id),
    );
    // The offline provider counts what it is sent, the history included.
    expect(third.json.usage.input_tokens).toBeGreaterThan(first.json.usage.input_tokens);
    const [file = '', ...others] = sessionFiles(place);
    expect(others).toEqual([]);
    expect(keptTexts(file).filter((text) => /^(one|two|three)$/.test(text))).toHaveLength(3);
  });

  test('a copy goes on with --fork, and the session stays as it is', async () => {
    const place = placeWith(quick);
    const first = await ask(place, 'one');
    const [file = ''] = sessionFiles(place);
    const before = readFileSync(file, 'utf8');

    const fork = await ask(place, '-c', '--fork', 'two');

    expect(fork.json.session_id).not.toBe(first.json.session_id);
    expect(readFileSync(file, 'utf8')).toBe(before);
    const copy = sessionFiles(place).find((name) => name.includes(fork.json.session_id)) ?? '';
    expect(keptTexts(copy).slice(0, 1)).toEqual(['one']);
    expect(jsonLines(readFileSync(copy, 'utf8'))[0]).toMatchObject({
      forked_from: first.json.session_id,
    });
  });

  test('--no-session leaves no trace of the conversation', async () => {
    const place = placeWith(quick);

    const { json } = await ask(place, '--no-session', 'the-words');

    expect(json.session_id).toBeNull();
    expect(() => sessionFiles(place)).toThrow('ENOENT');
  });
});

describe('which session', () => {
  test('-c sees the sessions of the same file only', async () => {
    const place = placeWith(quick);
    const other: Place = { cwd: temporaryFolder({ 'agent.hcl': quick }), env: place.env };
    await ask(place, 'one');

    const { code, stdout, stderr } = await ask(other, '-c', 'two');

    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'error', exit_code: 2, session_id: null });
    expect(stderr).toContain('There is no session of');
  });

  test('an unknown id ends with exit code 2 and names the nearest', async () => {
    const place = placeWith(quick);
    const { json } = await ask(place, 'one');
    const mistyped = `${json.session_id.slice(0, -1)}${json.session_id.endsWith('0') ? '1' : '0'}`;

    const { code, stderr } = await ask(place, '-r', mistyped, 'two');

    expect(code).toBe(2);
    expect(stderr).toContain(`Did you mean "${json.session_id}"?`);
  });

  test.each([[['-c', '-r', 'X']], [['-c', '--no-session']], [['--fork']]])(
    '%j can not be meant',
    async (flags) => {
      const { code, stdout } = await ask(placeWith(quick), ...flags, 'hi');

      expect(code).toBe(2);
      expect(stdout).toBe('');
    },
  );

  test('a second program on the same session is refused, and told how to go on', async () => {
    const place = placeWith(slow);
    const first = startAgent(['run', 'slow'], place);
    await first.untilStdout('Line 1.');

    const second = await ask(place, '-c', 'two');
    const copy = await ask(place, '-c', '--fork', 'two');
    first.child.kill('SIGINT');
    await first.result;
    const third = await ask(place, '-c', 'two');

    expect(second.code).toBe(1);
    expect(second.json).toMatchObject({ status: 'error', error: { category: 'invalid_request' } });
    expect(second.stderr).toContain(`in use by process ${first.child.pid}`);
    expect(second.stderr).toContain('--fork');
    expect(copy.code).toBe(0);
    expect(third.code).toBe(0);
  });
});

describe('a machine that the file did not name before', () => {
  const gateway =
    'provider "anthropic" {\n  base_url = "https://llm.example.test"\n  api_key = env("KEY")\n}\n';

  test('is asked for before a conversation goes on towards it, and once', async () => {
    const place = { ...placeWith(quick), env: { HOME: temporaryFolder(), KEY: 'a-key-of-a-test' } };
    await ask(place, 'our secret plan');
    writeFileSync(join(place.cwd, 'agent.hcl'), `${quick}${gateway}`);
    await runAgent(['trust', '--accept'], place);
    const flags = ['-m', 'example/demo', '-c'];

    const refused = await ask(place, ...flags, 'go on');
    const fork = await ask(place, ...flags, '--fork', 'go on');
    const allowed = await ask(place, ...flags, '--trust-providers', 'go on');
    const after = await ask(place, ...flags, 'go on');

    for (const { code, json, stderr } of [refused, fork]) {
      expect(code).toBe(3);
      expect(json).toMatchObject({ exit_code: 3, error: { category: 'configuration' } });
      expect(stderr).toContain('not-trusted');
      expect(stderr).toContain('agent trust --host https://llm.example.test');
    }
    expect([allowed.code, after.code]).toEqual([0, 0]);
  });

  test('one that is allowed for every project is not', async () => {
    const place = { ...placeWith(quick), env: { HOME: temporaryFolder(), KEY: 'a-key-of-a-test' } };
    await ask(place, 'one');
    writeFileSync(join(place.cwd, 'agent.hcl'), `${quick}${gateway}`);
    await runAgent(['trust', '--host', 'https://llm.example.test'], place);

    expect((await ask(place, '-m', 'example/demo', '-c', 'two')).code).toBe(0);
  });
});

describe('agent sessions and agent stats', () => {
  test('list, show, export and rm follow their schemas; the ledger keeps what was paid', async () => {
    const place = placeWith(quick);
    const one = await ask(place, 'one');
    await ask(place, '-c', 'two');
    await ask(place, '--no-session', 'three');
    const id: string = one.json.session_id;
    const print = async (...args: readonly string[]) => (await runAgent(args, place)).stdout;

    const list = JSON.parse(await print('sessions', 'list', '--json'));
    const shown = JSON.parse(await print('sessions', 'show', id.slice(0, 14), '--json'));
    const exported = JSON.parse(await print('sessions', 'export', id, '--format', 'json'));
    const document = await print('sessions', 'export', id);
    const removed = await print('sessions', 'rm', id);
    const after = JSON.parse(await print('sessions', 'list', '--json'));
    const stats = JSON.parse(await print('stats', '--json', '--days', '2'));

    expect(schemaFaults('sessions')(list)).toEqual([]);
    expect(list.sessions).toMatchObject([{ id, title: 'one', turns: 2, messages: 4 }]);
    const faults = schemaFaults('session');
    expect(faults(shown)).toEqual([]);
    expect(exported).toEqual(shown);
    expect(document).toContain('## You\n\ntwo\n\n## example/demo');
    expect(removed).toBe(`Removed ${id}.\n`);
    expect(after.sessions).toEqual([]);
    expect(schemaFaults('stats')(stats)).toEqual([]);
    expect(stats.total).toMatchObject({ calls: 3, unpriced_calls: 0 });
    expect(stats.total.cost_usd).toBeGreaterThan(list.sessions[0].cost_usd);
  });

  test('a session in use is not removed, and what is not there is exit code 2', async () => {
    const place = placeWith(slow);
    const running = startAgent(['run', 'slow'], place);
    await running.untilStdout('Line 1.');
    const [file = ''] = sessionFiles(place);
    const id = basename(file, '.jsonl');

    const busy = await runAgent(['sessions', 'rm', id], place);
    const absent = await runAgent(['sessions', 'show', 'zzz'], place);

    expect(busy.code).toBe(1);
    expect(busy.stderr).toContain(`in use by process ${running.child.pid}`);
    expect(sessionFiles(place)).toEqual([file]);
    expect(absent.code).toBe(2);
  });
});

describe('a program that is killed', () => {
  test('loses nothing that was written, and the next start says what happened', async () => {
    const place = placeWith(slow);
    const first = await ask(place, 'kept words');
    const running = startAgent(['run', '-c', 'slow'], place);
    await running.untilStdout('Line 3.');

    running.child.kill('SIGKILL');
    await running.result;
    const second = await ask(place, '-c', 'on we go');

    expect(second.code).toBe(0);
    expect(second.json.session_id).toBe(first.json.session_id);
    expect(second.stderr).toContain('ended suddenly: the answer to "slow" was cut off');
    expect(second.stderr.match(/ended suddenly/g)).toHaveLength(1);
    const [file = ''] = sessionFiles(place);
    // Deltas that wait for the disk are joined, so only their sum is told.
    const texts = jsonLines(readFileSync(file, 'utf8')).map(
      ({ event }) => (event as { readonly text?: string } | undefined)?.text ?? '',
    );
    expect(texts.join('')).toContain('Line 2.');
    const third = await ask(place, '-c', 'quiet now');
    expect(third.stderr).not.toContain('ended suddenly');
  });

  test('a torn last line is taken away, and said once', async () => {
    const place = placeWith(quick);
    await ask(place, 'one');
    const [file = ''] = sessionFiles(place);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"v":1,"type":"mess`);

    const second = await ask(place, '-c', 'two');

    expect(second.code).toBe(0);
    expect(second.stderr).toContain('its 19 bytes were removed');
    expect(jsonLines(readFileSync(file, 'utf8')).at(-1)).toMatchObject({ type: 'turn_end' });
  });
});

test('a provider of a killed run does not outlive it', async () => {
  const place = placeWith(slow);
  const running = startAgent(['run', 'slow', '-o', 'stream-json'], place);
  await running.untilStdout('text_delta');
  const { stdout } = { stdout: await running.untilStdout('text_delta') };
  const plugins = jsonLines(stdout.slice(0, stdout.indexOf('\n')))[0]?.['plugins'];

  running.child.kill('SIGKILL');

  for (const { pid } of plugins as readonly { pid: number }[]) await processGone(pid);
});
