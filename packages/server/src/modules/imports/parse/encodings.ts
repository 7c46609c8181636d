import { isUtf8 } from 'node:buffer';
import type { EncodingChoice } from '@inkling/contract/imports';
import { shareOfFrequentWords } from '../../../platform/guess-language.ts';
import { cleanLine } from './lines.ts';

/** Older encodings, and the languages of which texts in them are. */
const western = 'en es fr de it pt nl sv da nb fi ca id la sw tl eo';
const candidates: Record<string, string> = {
  'windows-1252': western,
  macintosh: western,
  'windows-1250': 'pl cs sk hu ro',
  'iso-8859-2': 'pl cs sk hu ro',
  'windows-1251': 'ru uk bg',
  'koi8-r': 'ru',
  'windows-1253': 'el',
  'windows-1254': 'tr',
  'windows-1255': 'he',
  'windows-1256': 'ar fa',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  gb18030: 'zh',
  big5: 'zh',
  'euc-kr': 'ko',
};

/** The letters beyond ASCII of languages that share an alphabet; others are a sign of the wrong encoding. */
const letters: Record<string, string> = {
  en: 'àçéèêëïñöü',
  es: 'áéíóúüñ',
  fr: 'àâæçéèêëîïôœùûüÿ',
  de: 'äöüß',
  it: 'àèéìíîòóù',
  pt: 'àáâãçéêíóôõúü',
  nl: 'áéèëïóöü',
  sv: 'åäöé',
  da: 'æøåé',
  nb: 'æøåéòô',
  fi: 'äöå',
  ca: 'àçéèíïòóúü',
  tl: 'ñ',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
};

/** The most frequent characters of languages whose words have no spaces between them, or have endings. */
const frequentCharacters: Record<string, RegExp> = {
  ja: /[のにはをたがでてとしれさるいかもなくこあっ]/g,
  zh: /[的一是不了人我在有他这為为之大来來以个個中上们們到说說]/g,
  ko: /[이다는에을의가고은를지로하서도한그어사리자]/g,
};

/** The first and the last part of a long file decide; a decoder may end within a character. */
const sampleBytes = 40_000;

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

const beyondAscii = /[^\p{ASCII}]/gu;
// A word with letters of two scripts, a sign or a capital inside, or a control character, is a sign of the wrong encoding.
const mixed =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]|\p{L}[\p{S}¶§]\p{L}|\p{Ll}(?!\p{ASCII})\p{Lu}|[\u0080-\u009F]/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The share of a language's most frequent words or characters in a text, less that of letters it does not have. */
function fitOf(text: string, language: string): number {
  const frequent = frequentCharacters[language];
  if (frequent !== undefined) return count(text, frequent) / (count(text, /\p{L}/gu) || 1);
  const known = letters[language];
  const beyond = known === undefined ? [] : (text.toLowerCase().match(/[\p{L}--\p{ASCII}]/gv) ?? []);
  const foreign = beyond.filter((letter) => !known?.includes(letter)).length;
  return shareOfFrequentWords(text, language) - (5 * foreign) / (count(text, /\S+/g) || 1);
}

/** How well a text fits the best of these languages. */
const bestFit = (text: string, languages: readonly string[]): number =>
  Math.max(...languages.map((language) => fitOf(text, language))) -
  (5 * count(text, mixed)) / (count(text, /\S+/g) || 1);

/** The line with the most characters that depend on the encoding, shortened. */
function sampleOf(text: string): string {
  let best = { line: '', found: -1 };
  for (const line of text.split(/[\r\n]+/).slice(0, 2000)) {
    const start = Math.max(0, line.search(/[^\p{ASCII}]/u) - 30);
    const shown = line.slice(start, start + 120);
    const found = count(shown, beyondAscii);
    if (found > best.found) best = { line: shown, found };
  }
  return cleanLine(best.line);
}

const clearLead = 1.5;
const maxChoices = 4;

/**
 * The possible encodings of a text that is not UTF-8, the likeliest first. One if it is certain: the languages of the
 * others fit much less, or all show the same text.
 */
function detectEncodings(bytes: Uint8Array): EncodingChoice[] {
  const sample = bytes.subarray(0, sampleBytes);
  const byText = new Map<string, { encoding: string; text: string; fit: number }>();
  for (const [encoding, languages] of Object.entries(candidates)) {
    const text = decodeStrictly(sample, encoding);
    if (text === null) continue;
    const fit = bestFit(text, languages.split(' '));
    const known = byText.get(text);
    if (known === undefined || fit > known.fit) byText.set(text, { encoding, text, fit });
  }
  const found = [...byText.values()].sort((a, b) => b.fit - a.fit);
  const [first, second] = found;
  if (first === undefined) return [];
  const isCertain = second === undefined || (first.fit >= 0.08 && first.fit > second.fit * clearLead);
  return found
    .slice(0, isCertain ? 1 : maxChoices)
    .map(({ encoding, text }) => ({ encoding, sample: sampleOf(text) }));
}

/** Whether a person may choose this encoding. */
export const isKnownEncoding = (encoding: string): boolean => Object.hasOwn(candidates, encoding);

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
