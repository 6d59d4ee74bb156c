import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../src/sdk/base-url.ts';

const options = { provider: 'acme', version: 'v1' };

describe('only what is missing is added', () => {
  test.each([
    ['https://api.acme.com', 'https://api.acme.com/v1/messages'],
    ['https://api.acme.com/', 'https://api.acme.com/v1/messages'],
    ['https://api.acme.com/v1', 'https://api.acme.com/v1/messages'],
    ['https://api.acme.com/v1/', 'https://api.acme.com/v1/messages'],
    ['https://api.acme.com/v1//', 'https://api.acme.com/v1/messages'],
    ['https://api.acme.com/v1/v1', 'https://api.acme.com/v1/messages'],
    ['https://gateway.corp/acme', 'https://gateway.corp/acme/v1/messages'],
    ['https://gateway.corp/acme/v1/', 'https://gateway.corp/acme/v1/messages'],
    ['https://gateway.corp/api/paas/v4', 'https://gateway.corp/api/paas/v4/messages'],
    ['https://gateway.corp/v1beta', 'https://gateway.corp/v1beta/messages'],
    ['https://gateway.corp/v1p1beta1/', 'https://gateway.corp/v1p1beta1/messages'],
    ['https://gateway.corp/vendor', 'https://gateway.corp/vendor/v1/messages'],
    ['https://gateway.corp/?key-set=a#top', 'https://gateway.corp/v1/messages?key-set=a'],
    ['  https://api.acme.com  ', 'https://api.acme.com/v1/messages'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/messages'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080/v1/messages'],
  ])('%s', (text, expected) => {
    expect(parseBaseUrl(text, options).endpoint('messages')).toBe(expected);
  });

  test('a vendor whose root has no version gets none', () => {
    const base = parseBaseUrl('https://api.acme.com/', { ...options, version: undefined });

    expect(base.endpoint('/chat/completions')).toBe('https://api.acme.com/chat/completions');
  });

  test('queries of root and path are joined', () => {
    const base = parseBaseUrl('https://api.acme.com?a=1', options);

    expect(base.endpoint('models/m:stream?alt=sse')).toBe(
      'https://api.acme.com/v1/models/m:stream?a=1&alt=sse',
    );
  });
});

describe('only the spellings of this machine count as it', () => {
  test.each([
    'http://api.acme.com',
    'http://192.168.0.7:8000',
    'http://128.0.0.1',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
  ])('%s is another machine, and accepted: whether it may be used is asked before', (text) => {
    expect(parseBaseUrl(text, options).isLoopback).toBe(false);
  });

  test.each([
    'http://127.0.0.1',
    'http://127.1:1',
    'http://127.255.3.4:11434',
    'http://0x7f000001',
    'http://[::1]',
    'http://localhost:8080',
    'http://LOCALHOST',
  ])('%s is this machine', (text) => {
    expect(parseBaseUrl(text, options).isLoopback).toBe(true);
  });
});

test.each([
  ['', /not an http or https URL/],
  ['api.acme.com', /not an http or https URL/],
  ['ftp://api.acme.com', /not an http or https URL/],
  ['unix:/tmp/socket', /not an http or https URL/],
  ['https://user:secret@api.acme.com', /user name or password/],
])('%s is refused', (text, message) => {
  const parse = () => parseBaseUrl(text, options);

  expect(parse).toThrow(message);
  expect(parse).toThrow(/^acme: base_url/);
  expect(parse).not.toThrow(/secret/);
});
