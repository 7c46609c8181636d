import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The key by which an address is counted. IPv6 addresses are counted by /64 network, which one client usually owns;
 * IPv4 addresses are the same in every notation. Invalid values, which a proxy may pass on, share one key.
 */
export function addressKey(address: string): string {
  // Without brackets, the port that some proxies add, and the zone of a link-local address.
  const plain = address
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (isIP(plain) === 0) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** Whether an address is on this machine or a private network, as proxies are; anyone else may send any header. */
export const isNear = (address = ''): boolean =>
  isIP(address) > 0 &&
  ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(ipaddr.process(address).range());
