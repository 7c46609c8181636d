import { parseChapterText } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { countWords } from '@inkling/contract/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, contentOf, documentOf, nodeOf, wordsOf } from './document.ts';
import { schema } from './schema.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '*',
    '**',
    '***',
    '\\',
    '| ',
    '|',
    ' ',
    'a',
    'word',
    '.',
    '—',
    '猫',
    'ก็',
    '\u0301',
    '❤️',
    '\t',
    '\u00a0',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').replace(/[\r\n]/g, ' '));
const content = fc
  .array(fc.oneof(line, fc.constantFrom('', '***', '|', '| ')), { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join('\n'));

test('an unedited text is read as it was put', () => {
  fc.assert(
    fc.property(content, (text) => {
      expect(contentOf(documentOf(text))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('an edited text is read in the format’s canonical form', () => {
  fc.assert(
    fc.property(content, (text) => {
      // Copied blocks have no line of their own, like edited ones.
      const copied = documentOf(text).children.map((node) => nodeOf(blockOf(node)));
      const canonical = serializeChapterText(parseChapterText(text));
      expect(contentOf(schema.node('doc', null, copied))).toBe(canonical);
      expect(contentOf(documentOf(canonical))).toBe(canonical);
    }),
    { numRuns: 2000 },
  );
});

test('words are counted by block as in the whole text', () => {
  fc.assert(
    fc.property(content, (text) => {
      expect(wordsOf(documentOf(text))).toBe(countWords(text));
    }),
    { numRuns: 2000 },
  );
});

test('lines that end with carriage returns are lines', () => {
  expect(contentOf(documentOf('one\r\ntwo\rthree'))).toBe('one\ntwo\nthree');
});
