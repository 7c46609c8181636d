/** What an address is counted by: an IPv6 caller owns a whole /64. */
export const addressKey = (address: string): string =>
  address.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 4).join(':')
    : address;
