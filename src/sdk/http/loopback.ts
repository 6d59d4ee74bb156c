import { BlockList, isIPv4 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/**
 * Whether a URL leads to this machine: 127.0.0.0/8, `::1` or `localhost`, judged on the parsed URL
 * and without a look-up. Such a request never goes through a proxy and may carry a key unencrypted.
 */
export function isLoopback(url: URL): boolean {
  const { hostname } = url;
  if (hostname === 'localhost' || hostname === '[::1]') return true;
  return isIPv4(hostname) && loopback.check(hostname, 'ipv4');
}
