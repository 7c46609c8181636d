import { describe, expect, test } from 'vitest';
import { findSelected, isSameText, readLength } from './passages.ts';

describe('comparing what a browser has selected with the text', () => {
  test('ignores white space and scene breaks', () => {
    expect(isSameText('The lamp\n\n***\n was lit.', 'The  lamp was\tlit.')).toBe(true);
    expect(isSameText('The lamp\n *** \n\nwas lit.', 'The lamp was lit.')).toBe(true);
    expect(isSameText('The lamp*** was lit.', 'The lamp was lit.')).toBe(false);
  });

  test.each([
    ['blank lines', '\n'.repeat(150_000)],
    ['spaces', ' '.repeat(150_000)],
    ['gaps between stanzas', '|\n'.repeat(75_000)],
    ['scene breaks', '***\n'.repeat(40_000)],
  ])('takes no longer for a text of nothing but %s', (_what, blank) => {
    const content = `The lamp${blank}was lit.`;
    const before = performance.now();
    expect(isSameText(`x${blank}x`, content)).toBe(false);
    findSelected({ content, startOffset: 0, endOffset: content.length, selectedText: 'The lamp' });
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

test('a passage has no marks, even in a word that is partly emphasized', () => {
  const content = 'So un\u2060*believ*\u2060able.';
  const selected = { content, startOffset: 3, endOffset: content.length - 1, selectedText: 'unbelievable' };
  expect(findSelected(selected)).toMatchObject({ selectedText: 'unbelievable', prefix: 'So ', suffix: '.' });
});

test('reads only the lines of the range and of its surroundings', () => {
  const content = `${'a'.repeat(5_000)}\n${'b'.repeat(300)}\n${'c'.repeat(300)}\n${'d'.repeat(9_000)}`;
  const readAt = (startOffset: number, endOffset: number) => readLength({ content, startOffset, endOffset });
  expect(readAt(5_150, 5_160)).toBe(300);
  expect(readAt(5_290, 5_295)).toBe(601);
  expect(readAt(0, content.length)).toBe(content.length);
  expect(readAt(6_000, 6_001)).toBeGreaterThanOrEqual(9_000);
});
