/** PostgreSQL's stemmers by the first part of a BCP 47 tag. */
const stemmers: Record<string, string> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  et: 'estonian',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The stemmer for a story's language; `simple` where PostgreSQL has none. */
export const stemmerOf = (language: string): string =>
  stemmers[language.toLowerCase().split('-')[0] ?? ''] ?? 'simple';

/** Languages whose scripts put no spaces between words. */
const unspaced = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);
export const hasSpaces = (language: string): boolean =>
  !unspaced.has(language.toLowerCase().split('-')[0] ?? '');

/** The stemmers for the languages of a reader, in order; none for one who has not named any. */
export const stemmersOf = (languages: readonly string[] = []): string[] =>
  [...new Set(languages.map(stemmerOf))].filter((stemmer) => stemmer !== 'simple').toSorted();
