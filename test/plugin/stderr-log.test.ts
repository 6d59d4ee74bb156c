import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PluginLogRecord } from '../../src/plugin/plugin-log.ts';
import { logLines, readStderr } from '../../src/plugin/stderr-log.ts';

function recordsOf(text: string): PluginLogRecord[] {
  const records: PluginLogRecord[] = [];
  const lines = logLines('raw', (record) => records.push(record));
  lines.push(Buffer.from(text));
  lines.end();
  return records;
}

test.each([
  {
    name: 'a record of the launcher',
    line: '{"@level":"warn","@message":"slow","@timestamp":"x","@module":"http","ms":12}',
    expected: { level: 'warn', message: 'slow', module: 'http', fields: { ms: 12 } },
  },
  {
    name: 'a record with an unknown level',
    line: '{"@level":"loud","@message":"slow"}',
    expected: { level: 'debug', message: '{"@level":"loud","@message":"slow"}' },
  },
  {
    name: 'a record whose message is no text',
    line: '{"@level":"info","@message":7}',
    expected: { level: 'debug', message: '{"@level":"info","@message":7}' },
  },
  { name: 'text', line: 'plain', expected: { level: 'debug', message: 'plain' } },
  {
    name: 'text with a level in front',
    line: '[WARN] plain',
    expected: { level: 'warn', message: '[WARN] plain' },
  },
  {
    name: 'text that looks like a record',
    line: '{not json}',
    expected: { level: 'debug', message: '{not json}' },
  },
  {
    name: 'the first line of a crash',
    line: 'panic: nil map',
    expected: { level: 'error', message: 'panic: nil map' },
  },
])('a line of stderr becomes a record: $name', ({ line, expected }) => {
  expect(recordsOf(`${line}\n`)).toMatchObject([{ provider: 'raw', ...expected }]);
});

test('every plain line after a crash begins is an error', () => {
  const records = recordsOf('before\npanic: nil map\ngoroutine 1 [running]:\n');

  expect(records.map((record) => record.level)).toEqual(['debug', 'error', 'error']);
});

test('a line above 64 KiB is cut, and the next one is whole', () => {
  const records = recordsOf(`${'x'.repeat(200_000)}\nnext\n`);

  expect(records.map((record) => record.message.length)).toEqual([65_536, 4]);
});

test('an unfinished last line is delivered at the end', () => {
  expect(recordsOf('one\ntwo').map((record) => record.message)).toEqual(['one', 'two']);
});

test('only the last ten lines are kept for a report, each cut to a readable length', () => {
  const lines = logLines('raw', () => {});

  lines.push(Buffer.from(`${'x'.repeat(1000)}\n`));
  for (let number = 1; number <= 9; number += 1) lines.push(Buffer.from(`${number}\n`));

  expect(lines.tail().map((line) => line.length)).toEqual([400, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  lines.push(Buffer.from('10\n'));
  expect(lines.tail()[0]).toBe('1');
});

test('any chunking of the same bytes gives the same records', () => {
  const text = 'é one\n{"@level":"info","@message":"two"}\r\n\nthree ✓\n';
  const bytes = Buffer.from(text);
  const whole = recordsOf(text);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length })), (cuts) => {
      const records: PluginLogRecord[] = [];
      const lines = logLines('raw', (record) => records.push(record));
      const points = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      for (const [index, point] of points.entries()) {
        lines.push(bytes.subarray(point, points[index + 1] ?? bytes.length));
      }
      lines.end();

      expect(records).toEqual(whole);
    }),
  );
});

test('reading ends with the stream', async () => {
  async function* stderr() {
    yield Buffer.from('one\ntw');
    yield Buffer.from('o');
  }

  const log = readStderr(stderr(), 'raw', () => {});
  await log.finished;

  expect(log.tail()).toEqual(['one', 'two']);
});
