import { isUtf8 } from 'node:buffer';
import type { EncodingChoice } from '@inkling/contract/imports';
import { detectEncodings } from './encodings.ts';

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte);

// UTF-16 without a byte order mark: nearly every second byte of Western text is zero.
function utf16Kind(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const head = bytes.subarray(0, Math.min(bytes.length, 4096) & ~1);
  const zeros = (at: number) =>
    head.filter((byte, i) => byte === 0 && i % 2 === at).length / (head.length / 2);
  const [even, odd] = head.length < 4 ? [0, 0] : [zeros(0), zeros(1)];
  if (odd > 0.4 && even < 0.05) return 'utf-16le';
  return even > 0.4 && odd < 0.05 ? 'utf-16be' : null;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

// A file with a few invalid bytes is still UTF-8; one where most of the characters beyond ASCII are invalid has an older
// encoding.
function mostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  const text = new TextDecoder().decode(bytes);
  return count(text, /[^\p{ASCII}\uFFFD]/gu) > count(text, /\uFFFD/g);
}

/** The encoding that a byte order mark states; null without one. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (starts(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le';
  return starts(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
}

/** The encoding that text itself shows; null for an older one. */
const evidentEncoding = (bytes: Uint8Array): string | null =>
  markedEncoding(bytes) ?? utf16Kind(bytes) ?? (mostlyUtf8(bytes) ? 'utf-8' : null);

/**
 * Decodes a text file: by `encoding` if its author chose one, else as decodeText does, except that an older encoding is
 * detected. `encodings` are the possible ones if that is uncertain.
 */
export function decodeFile(
  bytes: Uint8Array,
  chosen?: string,
): { text: string; encoding: string | null; encodings: EncodingChoice[] } {
  if (evidentEncoding(bytes) !== null) return { text: decodeText(bytes), encoding: null, encodings: [] };
  const found = detectEncodings(bytes);
  const encoding = chosen ?? found[0]?.encoding ?? 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, encodings: found.length > 1 ? found : [] };
}

/**
 * Decodes text by its byte order mark, as UTF-16 without a mark, as UTF-8, by its declared encoding, or as
 * windows-1252. Never fails; an invalid byte becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array, declared = ''): string {
  const encoding = evidentEncoding(bytes) ?? (/^utf-?8$/i.test(declared) ? '' : declared);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Decodes an XML or XHTML file, by its declared encoding when it is not UTF-8. */
export function decodeMarkup(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  return decodeText(bytes, /(?:encoding|charset)\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1]);
}
