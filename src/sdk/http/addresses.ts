import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

// RFC 1918, 3927 (link-local), 4193 and 4291.
const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether a URL leads to this machine: 127.0.0.0/8, `::1` or `localhost`, judged on the parsed URL
 * and without a look-up. Such a request never goes through a proxy and may carry a key unencrypted.
 */
export function isLoopback(url: URL): boolean {
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || isListed(loopback, url);
}

/**
 * Whether a URL leads to this machine or its own network: loopback, a private or link-local
 * address, or a name under `.local`. Judged on the parsed URL, without a look-up.
 */
export function isPrivateHost(url: URL): boolean {
  return isLoopback(url) || url.hostname.endsWith('.local') || isListed(privateNetworks, url);
}

/** An IPv6 spelling of an IPv4 address is not looked through: it counts as foreign. */
function isListed(list: BlockList, url: URL): boolean {
  const host = hostOf(url);
  const family = isIP(host);
  if (family === 4) return list.check(host, 'ipv4');
  return family === 6 && !host.startsWith('::ffff:') && list.check(host, 'ipv6');
}

/** `host:port` of a URL, the port always written out. */
export function addressOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/** The port of a URL, also when it is the scheme's own. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** A URL's host as the socket functions want it: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}
