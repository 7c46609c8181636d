import fc from 'fast-check';
import { expect, test } from 'vitest';
import { punctuationOf } from './languages.ts';
import { replacementFor, replacementInWord } from './typed-punctuation.ts';

/** What a line becomes that is typed character by character. */
function typeIn(language: string, typed: string): string {
  const punctuation = punctuationOf(language);
  let text = '';
  for (const character of typed) {
    text += character;
    const replacement = punctuation === null ? null : replacementFor(text, punctuation);
    if (replacement !== null) text = text.slice(0, -replacement.length) + replacement.text;
  }
  return text;
}

test.each([
  ['en', '"Don\'t," she said, "\'tell\' me."', '“Don’t,” she said, “‘tell’ me.”'],
  ['en', '("\'Well?\'")', '(“‘Well?’”)'],
  ['en', 'Wait--"No--"', 'Wait—“No—”'],
  ['en-GB', '"Yes."', '“Yes.”'],
  ['de', "\"Wie geht's?\", 'so', Hans' Rad", '„Wie geht’s?“, ‚so‘, Hans’ Rad'],
  ['de', "\"Er sagt 'wie geht's' dazu\"", '„Er sagt ‚wie geht’s‘ dazu“'],
  ['de', 'spät -- zu spät', 'spät – zu spät'],
  ['de-CH', '"Ja", \'so\'', '«Ja», ‹so›'],
  ['fr', '"L\'heure "juste"" -- oui', '«\u202FL’heure “juste”\u202F» — oui'],
  ['pl', '"Tak "nie" tak"', '„Tak «nie» tak”'],
  ['ru', '"Да "нет" да" -- то', '«Да „нет“ да» — то'],
  ['hu', '"a "b" c"', '„a »b« c”'],
  ['sv', '"Ja", \'so\'', '”Ja”, ’so’'],
  ['nl', '"Ja, \'zo\'"', '“Ja, ‘zo’”'],
  ['es', '¿"Qué"?', '¿«Qué»?'],
  ['es-MX', '"Sí"', '“Sí”'],
  ['en', "the '90s, 'twas rock 'n' roll 'n so", 'the ’90s, ’twas rock ’n’ roll ’n so'],
  ['en', "'never' and '12 men' or 'no, 'em'", '‘never’ and ‘12 men’ or ‘no, ’em’'],
  ['nl', "op 't dak, '90s", 'op ’t dak, ’90s'],
  ['ar', '"نعم", قال... \'لا\' -- ثم', '”نعم“, قال… ’لا‘ – ثم'],
  ['ja', '"a" -- b... \'c\'', '"a" -- b... \'c\''],
  ['zh-Hant', '"a"', '"a"'],
  ['x-unknown', '"a"', '"a"'],
])('%s: %s', (language, typed, expected) => {
  expect(typeIn(language, typed)).toBe(expected);
});

test('three dots become an ellipsis, more dots follow it', () => {
  expect(typeIn('en', 'So... so.... 1.2')).toBe('So… so…. 1.2');
});

test('hyphens at the beginning of a line remain, until something else is typed, for a scene break', () => {
  expect(typeIn('en', '---')).toBe('---');
  expect(typeIn('es', '-- Sí')).toBe('— Sí');
  expect(typeIn('es', '--Sí')).toBe('—Sí');
});

test('a word that a keyboard inserts gets its apostrophes', () => {
  expect(replacementInWord("don't")).toEqual({ length: 5, text: 'don’t' });
  expect(replacementInWord("'so'")).toBeNull();
});

const languages = ['en', 'de', 'de-CH', 'fr', 'es', 'pl', 'ru', 'hu', 'sv', 'nl', 'bg', 'fi', 'it'];
const language = fc.constantFrom(...languages);

test('typing changes marks and spaces beside them only', () => {
  const line = fc
    .array(fc.constantFrom('a', 'ß', 'wort', ' ', '"', "'", '-', '--', '.', '...', '(', ')', ',', '1'), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''));
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}(),]/gu, '');
  fc.assert(
    fc.property(language, line, (tag, typed) => {
      const text = typeIn(tag, typed);
      expect(text).not.toMatch(/["']/);
      expect(letters(text)).toBe(letters(typed));
    }),
    { numRuns: 2000 },
  );
});

test('words in quotation marks, one within the other, get balanced marks of their language', () => {
  // Some single words are not quoted but elided.
  const word = fc.stringMatching(/^[a-zäéß]{1,8}$/).filter((one) => !/^(?:n|em|tis|twas|til|t|s)$/.test(one));
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(language, words, words, (tag, before, quoted) => {
      const punctuation = punctuationOf(tag);
      if (punctuation === null) throw new Error(tag);
      const { outer, inner, gap } = punctuation;
      expect(typeIn(tag, `${before} "${quoted}", ${before}`)).toBe(
        `${before} ${outer.open}${gap}${quoted}${gap}${outer.close}, ${before}`,
      );
      const key = /[‘’‚‹›]/.test(inner.open) ? "'" : '"';
      if (inner.open === outer.open) return;
      expect(typeIn(tag, `"${before} ${key}${quoted}${key}"`)).toBe(
        `${outer.open}${gap}${before} ${inner.open}${quoted}${inner.close}${gap}${outer.close}`,
      );
    }),
    { numRuns: 2000 },
  );
});

test('an apostrophe between letters is always one', () => {
  const letters = fc.stringMatching(/^[a-zäéß]{1,6}$/);
  fc.assert(
    fc.property(language, letters, letters, fc.boolean(), (tag, one, other, isQuoted) => {
      const quote = isQuoted ? '"' : '';
      expect(typeIn(tag, `${quote}${one}'${other}`)).toContain(`${one}’${other}`);
    }),
    { numRuns: 2000 },
  );
});
