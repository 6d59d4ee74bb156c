import { describe, expect, test } from 'vitest';
import { proxySettings } from '../../../src/sdk/http/proxy.ts';

describe('which proxy a request takes', () => {
  const chosen = (environment: Record<string, string>, url = 'https://api.acme.com') =>
    proxySettings(environment, 'acme').proxyFor(new URL(url))?.address;

  test.each([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://a:1' }, 'a:1'],
    [{ https_proxy: 'http://a:1' }, 'a:1'],
    [{ https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:1' }, 'lower:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://upper:1' }, undefined],
    [{ https_proxy: '', ALL_PROXY: 'http://all:1' }, undefined],
    [{ ALL_PROXY: 'http://all:1' }, 'all:1'],
    [{ all_proxy: 'http://all:1', HTTPS_PROXY: 'http://a:1' }, 'a:1'],
    [{ HTTP_PROXY: 'http://a:1' }, undefined],
    [{ HTTPS_PROXY: 'a:3128' }, 'a:3128'],
    [{ HTTPS_PROXY: ' http://a ' }, 'a:80'],
    [{ HTTPS_PROXY: 'https://a' }, 'a:443'],
  ])('%o: %s', (environment, expected) => {
    expect(chosen(environment)).toBe(expected);
  });

  test('plain http has its own variable', () => {
    const environment = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:1' };

    expect(chosen(environment, 'http://api.acme.com')).toBe('a:1');
    expect(chosen({ ALL_PROXY: 'http://all:1' }, 'http://api.acme.com')).toBe('all:1');
  });

  test.each([
    ['api.acme.com', 'https://api.acme.com', true],
    ['acme.com', 'https://api.acme.com', true],
    ['.acme.com', 'https://api.acme.com', true],
    ['*.acme.com', 'https://api.acme.com', true],
    ['ACME.COM', 'https://api.acme.com', true],
    ['cme.com', 'https://api.acme.com', false],
    ['api.acme.com.evil.example', 'https://api.acme.com', false],
    ['other.com, acme.com', 'https://api.acme.com', true],
    ['other.com acme.com', 'https://api.acme.com', true],
    ['api.acme.com:443', 'https://api.acme.com', true],
    ['api.acme.com:8443', 'https://api.acme.com', false],
    ['*', 'https://api.acme.com', true],
    ['', 'https://api.acme.com', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['1.2.3', 'https://10.1.2.3', false],
    ['2001:db8::1', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]', true],
    ['2001:db8::/32', 'https://[2001:db8::1]', true],
    ['2001:db8::/32', 'https://[2002:db8::1]', false],
  ])('NO_PROXY=%s at %s goes directly: %s', (NO_PROXY, url, isDirect) => {
    expect(chosen({ NO_PROXY, HTTPS_PROXY: 'http://a:1' }, url)).toBe(isDirect ? undefined : 'a:1');
  });

  test('no_proxy wins over NO_PROXY', () => {
    const environment = { HTTPS_PROXY: 'http://a:1', no_proxy: 'other.com', NO_PROXY: '*' };

    expect(chosen(environment)).toBe('a:1');
  });
});

test.each(['socks5://a:1080', 'http://', 'http://user:secret@a:b', '://a'])(
  'the proxy "%s" is refused by the name of its variable',
  (value) => {
    const read = () => proxySettings({ HTTPS_PROXY: value }, 'acme');

    expect(read).toThrow(/^acme: HTTPS_PROXY is not the URL of an HTTP proxy/);
    expect(read).not.toThrow(/secret/);
  },
);
