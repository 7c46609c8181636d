/** The first four of an IPv6 address's eight groups, with the zeros that `::` stands for. */
function network(address: string): string {
  const [before = '', after] = address.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  // An IPv4 address at the end is as long as two groups.
  const length = first.length + last.length + (address.includes('.') ? 1 : 0);
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - length) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

/** What an address is counted by: an IPv6 caller owns a whole /64, an IPv4 one is the same however it is written. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return plain.includes(':') ? network(plain.toLowerCase()) : plain;
}
