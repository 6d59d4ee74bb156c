import { expect, test } from 'vitest';
import { createRedactor } from '../../src/protocol/redact.ts';
import { createLog } from '../../src/sdk/log.ts';

function logging() {
  const lines: string[] = [];
  const log = createLog({
    module: 'acme',
    write: (line) => lines.push(line),
    now: () => Date.UTC(2026, 6, 27, 10, 0, 0, 123),
    redact: createRedactor(['sk-canary']),
  });
  return { log, lines };
}

test('a record is one line in the form hosts parse', () => {
  const { log, lines } = logging();

  log('warn', 'dropped\na parameter', { model: 'demo', tokens: 3, retried: false });

  expect(lines).toEqual([
    '{"@level":"warn","@message":"dropped\\na parameter","@module":"acme",' +
      '"@timestamp":"2026-07-27T10:00:00.123000Z","model":"demo","tokens":3,"retried":false}\n',
  ]);
});

test('secrets are removed from message and fields', () => {
  const { log, lines } = logging();

  log('info', 'sent sk-canary', { header: 'Bearer sk-canary' });

  expect(lines.join('')).not.toContain('sk-canary');
});

test('a field can not replace what hosts rely on', () => {
  const { log, lines } = logging();

  log('info', 'hello', { '@level': 7, '@timestamp': 'now' });

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    '@level': 'info',
    _level: 7,
    _timestamp: 'now',
  });
});

test('a line stays below the length at which hosts cut it', () => {
  const { log, lines } = logging();
  const long = 'é'.repeat(100_000);

  log('info', long, { one: long, two: long });

  expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThan(65_536);
});
