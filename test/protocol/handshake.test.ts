import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  certificateSegment,
  chooseHandshakeVersion,
  formatHandshake,
  type HandshakeFault,
  parseHandshake,
} from '../../src/protocol/handshake.ts';

const certificate = 'MIIB'.repeat(20);

describe('a handshake line', () => {
  test.each([
    {
      name: 'of our own plugins ends in an empty certificate',
      line: '1|1|unix|/tmp/p1/s|grpc|\n',
      expected: { handshakeVersion: 1, network: 'unix', address: '/tmp/p1/s' },
    },
    {
      name: 'may leave the certificate out',
      line: '1|1|unix|/tmp/p1/s|grpc',
      expected: { handshakeVersion: 1, network: 'unix', address: '/tmp/p1/s' },
    },
    {
      name: 'may carry a certificate and a multiplexing flag',
      line: `1|1|tcp|127.0.0.1:10000|grpc|${certificate}|true`,
      expected: {
        handshakeVersion: 1,
        network: 'tcp',
        address: '127.0.0.1:10000',
        certificate,
        isMultiplexed: true,
      },
    },
    {
      name: 'is read through the whitespace around its segments',
      line: ' 1 | 1 | unix | /tmp/s | grpc | | false \r\n',
      expected: { handshakeVersion: 1, network: 'unix', address: '/tmp/s', isMultiplexed: false },
    },
    {
      name: 'with a certificate of fifty characters has none',
      line: `1|1|unix|/tmp/s|grpc|${'M'.repeat(50)}`,
      expected: { handshakeVersion: 1, network: 'unix', address: '/tmp/s' },
    },
  ])('$name', ({ line, expected }) => {
    expect(parseHandshake(line)).toEqual({ type: 'handshake', handshake: expected });
  });

  test.each<{ name: string; line: string; fault: HandshakeFault }>([
    {
      name: 'a banner',
      line: 'Server ready\n',
      fault: { type: 'not-a-handshake', found: 'Server ready' },
    },
    { name: 'nothing', line: '', fault: { type: 'not-a-handshake', found: '' } },
    {
      name: 'three segments',
      line: '1|1|unix',
      fault: { type: 'not-a-handshake', found: '1|1|unix' },
    },
    {
      name: 'eight segments',
      line: '1|1|unix|/s|grpc|||',
      fault: { type: 'not-a-handshake', found: '1|1|unix|/s|grpc|||' },
    },
    {
      name: 'a table with bars',
      line: '| a | b | c | d |',
      fault: { type: 'not-a-handshake', found: '| a | b | c | d |' },
    },
    {
      name: 'another core version',
      line: '2|1|unix|/s|grpc|',
      fault: { type: 'core-version', found: '2' },
    },
    {
      name: 'a version nobody offered',
      line: '1|99|unix|/s|grpc|',
      fault: { type: 'handshake-version', found: '99', offered: [1] },
    },
    {
      name: 'a version that is no number',
      line: '1|v1|unix|/s|grpc|',
      fault: { type: 'handshake-version', found: 'v1', offered: [1] },
    },
    {
      name: 'another network',
      line: '1|1|udp|/s|grpc|',
      fault: { type: 'network', found: 'udp' },
    },
    {
      name: 'a URL for a path',
      line: '1|1|unix|unix:/s|grpc|',
      fault: { type: 'address', found: 'unix:/s' },
    },
    {
      name: 'a path without a root',
      line: '1|1|unix|s|grpc|',
      fault: { type: 'address', found: 's' },
    },
    {
      name: 'an address of another machine',
      line: '1|1|tcp|10.0.0.1:80|grpc|',
      fault: { type: 'address', found: '10.0.0.1:80' },
    },
    {
      name: 'no protocol, as the legacy one',
      line: '1|1|unix|/s',
      fault: { type: 'protocol', found: '' },
    },
    {
      name: 'another protocol',
      line: '1|1|unix|/s|netrpc|',
      fault: { type: 'protocol', found: 'netrpc' },
    },
    {
      name: 'an unclear multiplexing flag',
      line: '1|1|unix|/s|grpc||maybe',
      fault: { type: 'multiplexing', found: 'maybe' },
    },
  ])('is refused when it has $name', ({ line, fault }) => {
    expect(parseHandshake(line)).toEqual({ type: 'fault', fault });
  });

  test('is accepted with any version that was offered', () => {
    expect(parseHandshake('1|3|unix|/s|grpc|', [2, 3])).toMatchObject({
      handshake: { handshakeVersion: 3 },
    });
  });

  test('is read back as it was written', () => {
    const handshakes = fc.record(
      {
        handshakeVersion: fc.constantFrom(1, 2),
        network: fc.constant('unix' as const),
        address: fc.stringMatching(/^\/[a-z0-9/._-]{0,90}$/),
        certificate: fc.stringMatching(/^[A-Za-z0-9+/]{51,200}$/),
        isMultiplexed: fc.boolean(),
      },
      { requiredKeys: ['handshakeVersion', 'network', 'address'] },
    );

    fc.assert(
      fc.property(handshakes, (handshake) => {
        expect(parseHandshake(formatHandshake(handshake), [1, 2])).toEqual({
          type: 'handshake',
          handshake,
        });
      }),
    );
  });

  test('without TLS still ends in its separator', () => {
    expect(formatHandshake({ handshakeVersion: 1, network: 'unix', address: '/tmp/s' })).toBe(
      '1|1|unix|/tmp/s|grpc|\n',
    );
  });
});

test.each([
  { bytes: [1], segment: 'AQ' },
  { bytes: [1, 2], segment: 'AQI' },
  { bytes: [1, 2, 3], segment: 'AQID' },
])('a certificate of $bytes is written without padding', ({ bytes, segment }) => {
  expect(certificateSegment(Uint8Array.from(bytes))).toBe(segment);
});

describe('the announced version', () => {
  test.each([
    { name: 'is the shared one', offered: '1', expected: 1 },
    { name: 'is ours when the host offers only others', offered: '99', expected: 1 },
    { name: 'is ours when the host says nothing', offered: undefined, expected: 1 },
    { name: 'is found in a list with spaces', offered: '3, 1', expected: 1 },
  ])('$name', ({ offered, expected }) => {
    expect(chooseHandshakeVersion(offered)).toBe(expected);
  });

  test('is the highest of several shared ones', () => {
    expect(chooseHandshakeVersion('1,2,4', [1, 2, 3])).toBe(2);
  });
});
