import { isUtf8 } from 'node:buffer';
import type { EncodingChoice } from '@inkling/contract/imports';
import { detectEncodings } from './encodings.ts';

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte);

// UTF-16 without a byte order mark: nearly every second byte of Western text is zero.
function utf16Kind(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, 4096) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even += 1;
    if (bytes[i + 1] === 0) odd += 1;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  return even > pairs * 0.4 && odd < pairs * 0.05 ? 'utf-16be' : null;
}

// A file with a few invalid bytes is still UTF-8; one where most of the characters beyond ASCII are invalid has an older
// encoding.
function mostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let sequences = 0;
  let failed = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80) continue;
    const more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    let good = more > 0 && byte < 0xf5;
    for (let k = 1; good && k <= more; k += 1) good = ((bytes[i + k] ?? 0) & 0xc0) === 0x80;
    if (good) {
      sequences += 1;
      i += more;
    } else failed += 1;
  }
  return sequences > failed;
}

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
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
  const evident = evidentEncoding(bytes);
  const older = /^utf-?8$/i.test(declared) ? null : decoderFor(declared);
  const decoder = evident === null ? (older ?? new TextDecoder('windows-1252')) : new TextDecoder(evident);
  return decoder.decode(bytes);
}

/** Decodes an XML or XHTML file, by its declared encoding when it is not UTF-8. */
export function decodeMarkup(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  return decodeText(bytes, /(?:encoding|charset)\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1]);
}
