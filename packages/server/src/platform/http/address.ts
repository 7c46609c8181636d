import { isIP, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address as numbers; an IPv4 address at its end is two of them. */
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

/** Without the port that some proxies add, brackets, and the zone of a link-local address. */
const bare = (address: string): string =>
  address
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');

/**
 * What an address is counted by: an IPv6 caller owns a whole /64, an IPv4 one is the same however it is written. All that
 * is no address, which a proxy may pass on, is counted as one.
 */
export function addressKey(address: string): string {
  const plain = bare(address);
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
