/** Whether these characters of Latin-1 are at a place in a file. */
export const ascii = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

/** The media type of a JPEG, PNG, GIF or WebP, by its first bytes; null for anything else. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 'PNG\r\n')) return 'image/png';
  if (ascii(bytes, 0, 'GIF87a') || ascii(bytes, 0, 'GIF89a')) return 'image/gif';
  return ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP') ? 'image/webp' : null;
}
