export interface Pair {
  open: string;
  close: string;
}

/** How a language sets its quotation marks and dashes. */
export interface Punctuation {
  outer: Pair;
  /** Marks of a quotation within a quotation. */
  inner: Pair;
  dash: string;
  /** The space between outer marks and their text. */
  gap: string;
}

const narrowNoBreakSpace = '\u202F';

/**
 * Outer and inner quotation marks and the dash, by language tag. The marks are the delimiters of Unicode CLDR 45
 * (cldr-misc-full), with two exceptions: Dutch takes “ for the double key, French “ for a quotation within another.
 * The dash is the one that the language's books use between phrases.
 */
const table: Record<string, string> = {
  ar: '”“’‘–',
  bg: '„“„“–',
  ca: '«»“”—',
  cs: '„“‚‘–',
  da: '“”‘’–',
  de: '„“‚‘–',
  'de-ch': '«»‹›–',
  'de-li': '«»‹›–',
  el: '«»“”—',
  en: '“”‘’—',
  es: '«»“”—',
  'es-419': '“”‘’—',
  'es-ar': '“”‘’—',
  'es-mx': '“”‘’—',
  'es-us': '“”‘’—',
  et: '„“‚‘–',
  fi: '””’’–',
  fr: '«»“”—',
  'fr-ch': '«»‹›–',
  hr: '„“‚‘–',
  hu: '„”»«–',
  id: '“”‘’—',
  is: '„“‚‘–',
  it: '«»“”–',
  lt: '„“„“–',
  lv: '“”‘’–',
  nb: '«»‘’–',
  nl: '“”‘’–',
  nn: '«»‘’–',
  no: '«»‘’–',
  pl: '„”«»–',
  pt: '“”‘’—',
  'pt-pt': '«»“”—',
  ro: '„”«»–',
  ru: '«»„“—',
  sk: '„“‚‘–',
  sl: '„“‚‘–',
  sv: '””’’–',
  tr: '“”‘’–',
  uk: '«»„“—',
  vi: '“”‘’–',
};

/** The punctuation of a story's language; null for one whose typing is left alone, such as Japanese. */
export function punctuationOf(language: string): Punctuation | null {
  const tag = language.toLowerCase();
  const primary = tag.split('-')[0] ?? tag;
  const [open, close, innerOpen, innerClose, dash] = table[tag] ?? table[primary] ?? '';
  if (!open || !close || !innerOpen || !innerClose || !dash) return null;
  return {
    outer: { open, close },
    inner: { open: innerOpen, close: innerClose },
    dash,
    gap: primary === 'fr' ? narrowNoBreakSpace : '',
  };
}
