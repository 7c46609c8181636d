/** From '://', 'www.' or the end of a domain before a path, to the next space. */
const address = /(?::\/\/|\bwww\.|\.\p{L}{2,}\/)\S*/giu;

/** A text with spaces in place of web addresses, in which '@' mentions no one; as long as before. */
export const withoutAddresses = (text: string): string =>
  text.replace(address, (found) => ' '.repeat(found.length));
