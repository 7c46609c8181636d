import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords } from './words.ts';

test.each([
  ['The train—which was full—would leave for the coast in two hours.', 13],
  ['This should be — one would think — ten words, not twelve.', 10],
  ['The train – which was full – would leave.', 7],
  ['— Нет, — сказала она. — Не пойду.', 5],
  ['— Não — disse ela. — Vou embora.', 5],
  ['cases like these--worth handling?', 5],
  ['Wait . . . what?', 2],
  ['« Non », dit-elle.', 2],
  ['• Apple', 1],
  ['3 → 4', 2],
  ["He's one-two-three", 2],
  ['“a.” ‘a.’ a.’', 3],
  ['One.\n***\n| *two*', 2],
  ['An un\u2060*believ*\u2060able **f**\u2060act', 3],
  ['བོད་ཀྱི་སྐད་ཡིག', 4],
  ['ꦱꦧꦼꦤ꧀ꦮꦺꦴꦁ꧈ꦭꦤ꧀ꦢꦂꦧꦺ', 2],
  ['ລາວ', 1],
  ['ຂ້ອຍຮັກປະເທດລາວ ok', 6],
  ['ខ្ញុំស្រឡាញ់ប្រទេសកម្ពុជា។', 4],
])('%s has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

const word = fc.constantFrom('one', 'Нет', 'dit-elle', 'he’s', '42', 'é', 'שלום');
const gap = fc.constantFrom(
  ' ',
  '—',
  ' — ',
  ' – ',
  '--',
  ' --- ',
  '\n',
  ' . . . ',
  ' « ',
  ' → ',
  '\n***\n',
  ' • ',
);

test('dashes and signs between words part them and count as none', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap)), gap, (pairs, first) => {
      expect(countWords(first + pairs.flat().join(''))).toBe(pairs.length);
    }),
  );
});

test('Lao and Khmer are counted by their letters: browsers and Node have different dictionaries', () => {
  const letter = fc.constantFrom('ລ', 'ວ', 'ຂ', 'ក', 'ម', '១');
  const sign = fc.constantFrom('', '້', 'ា', '្រ', '័');
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, sign)), (syllables) => {
      expect(countWords(syllables.flat().join(''))).toBe(Math.ceil(syllables.length / 3));
    }),
  );
});

test('texts of simple characters are counted as all others are', () => {
  const piece = fc.constantFrom(
    ...['a', 'é', 'ש', '7', ' ', '\u00A0', '\n', '-', '--', '—', '*', '\\', '|', '’', '“', '.', '***'],
  );
  const unsegmented = 'ວ';
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      // A letter of another script, in a run of its own, takes the other way.
      expect(countWords(`${pieces.join('')}\n${unsegmented}`)).toBe(countWords(pieces.join('')) + 1);
    }),
    { numRuns: 2000 },
  );
});
