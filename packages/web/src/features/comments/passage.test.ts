import { expect, test } from 'vitest';
import { paragraphAt, wholeParagraph } from './passage-comments.tsx';

const text = {
  content: 'The *lamp* was lit.\n\nNobody saw it.\nBut one.',
  paragraphIds: [4, null, 9, 2],
  version: 3,
};

test('a paragraph is found by an offset in it', () => {
  const at = (words: string) => paragraphAt(text, text.content.indexOf(words));
  expect([at('The'), at('lit'), at('Nobody'), at('But')]).toEqual([4, 4, 9, 2]);
});

test('a paragraph as a passage has its offsets, and its text without marks', () => {
  const passage = wholeParagraph(text, 4);
  expect(passage).toEqual({
    version: 3,
    paragraph: 4,
    startOffset: 0,
    endOffset: 19,
    quote: 'The lamp was lit.',
  });
  const later = wholeParagraph(text, 2);
  expect(text.content.slice(later?.startOffset, later?.endOffset)).toBe('But one.');
  expect(wholeParagraph(text, 7)).toBeUndefined();
});

test('a long quotation is shortened as on the server, not inside a character', () => {
  const quoteOf = (content: string) => wholeParagraph({ content, paragraphIds: [1], version: 1 }, 1)?.quote;
  expect(quoteOf('x'.repeat(300))).toBe('x'.repeat(300));
  expect(quoteOf('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  expect(quoteOf(`${'x'.repeat(298)}🦊x`)).toBe(`${'x'.repeat(298)}…`);
});
