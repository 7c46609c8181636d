import { describe, expect, test } from 'vitest';
import { linesOf, matchParagraphs } from './paragraphs.ts';
import { hardChanges } from './worst-texts.fixture.ts';

/** Milliseconds on a busy machine; without bounds, some of these texts take minutes. */
const maxTime = 10_000;

describe('the cost of matching paragraphs is bounded [R64]', () => {
  test.each(hardChanges(300_000))('$name', ({ texts }) => {
    const { before, after } = texts();
    const old = linesOf(before).map((text, index) => ({ id: index + 1, text }));
    const began = performance.now();
    const { ids } = matchParagraphs(old, linesOf(after), old.length + 1);
    expect(performance.now() - began).toBeLessThan(maxTime);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
