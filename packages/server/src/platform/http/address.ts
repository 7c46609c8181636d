import { isIP, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address as numbers; an embedded IPv4 address becomes the last two. */
function groupsOf(address: string): number[] {
  const withoutDots = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [before = '', after] = withoutDots.split('::');
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<number>(zeros).fill(0), ...last];
}

/** Removes brackets, the port that some proxies add, and the zone of a link-local address. */
const normalize = (address: string): string =>
  address
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');

/**
 * The key by which an address is counted. IPv6 addresses are counted by /64 network, which one client usually owns;
 * IPv4 addresses are the same in every notation. Invalid values, which a proxy may pass on, share one key.
 */
export function addressKey(address: string): string {
  const plain = normalize(address);
  if (isIP(plain) === 0) return 'unknown';
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}
