import { strFromU8, unzipSync } from 'fflate';

/** The text of a file in a zip, such as an EPUB. */
export const textInZip = (bytes: Uint8Array, path: string): string =>
  strFromU8(unzipSync(bytes)[path] ?? new Uint8Array());
