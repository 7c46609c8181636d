import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Threads } from '../../platform/threads.ts';
import * as passages from './passages.ts';

const { quoteOf } = passages;
type Text = passages.TextWithParagraph;
// The texts are short, so no thread is needed.
const ctx = { threads: {} as Threads };
const findPassage = (now: Text, then: Text | null, place: passages.Place) =>
  passages.findPassage(ctx, now, then, place);

const content = 'It rained.\n\nThe *lamp* was lit, and **nobody** asked by whom.\n***\n| a verse\nThe end.';
const text = (at: number | null, stored = content) => ({ content: stored, at });

describe('a passage of the current text', () => {
  test('is where the link says, by its paragraph', async () => {
    expect(await findPassage(text(2), null, { from: 4, to: 10 })).toEqual({ from: 4, to: 10 });
    expect(quoteOf(text(2), { from: 4, to: 18 })).toBe('lamp was lit');
  });

  test('is quoted as readers see it, across paragraphs and in one line', () => {
    expect(quoteOf(text(2), { from: 24, to: content.length - 12 })).toBe(
      'nobody asked by whom. a verse The end.',
    );
    expect(quoteOf(text(4), { from: 0, to: 9 })).toBe('a verse');
    // A mark alone is nothing to quote.
    expect(quoteOf(text(2), { from: 4, to: 5 })).toBeNull();
    expect(quoteOf(text(3), { from: 0, to: 3 })).toBeNull();
  });

  test.each([
    ['beyond the text', 1, 0, 10_000],
    ['that begins in a later paragraph', 1, 12, 20],
    ['of blanks', 1, 10, 12],
    ['of a paragraph that is not there', null, 0, 5],
  ])('%s is not found', async (_what, at, from, to) => {
    expect(await findPassage(text(at), null, { from, to })).toBeNull();
  });
});

describe('a passage of an earlier text', () => {
  const then = text(2);
  const lamp = { from: 4, to: 14 };
  const found = (now: string, at: number | null) => findPassage(text(at, now), then, lamp);

  test('is found where its paragraph is now', async () => {
    expect(await found(`New.\n\n${content}`, 3)).toEqual({ from: 5, to: 14 });
  });
  test('is found further along in its paragraph', async () => {
    expect(await found('Somebody said: the *lamp* was lit.', 1)).toEqual({ from: 20, to: 29 });
  });
  test('is not found if its paragraph has it twice in other places', async () => {
    expect(await found('A *lamp* was what a *lamp* was.', 1)).toBeNull();
  });
  test('is not taken for equal words of its paragraph', async () => {
    const line = 'He said the lamp was lit. Later the lamp was lit again, they said.';
    const twins = text(1, line);
    const second = { from: line.lastIndexOf('the lamp was lit'), to: line.lastIndexOf(' again') };
    const place = (now: string) => findPassage(text(1, now), twins, second);
    expect(await place(`So it was. ${line}`)).toEqual({ from: second.from + 11, to: second.to + 11 });
    expect(await place('He said the lamp was lit.')).toBeNull();
    const later = 'Xxxxxxxxxxxxxxxxxxxxxxxx. Later the lamp was lit, and more.';
    expect(await place(later)).toEqual({ from: 32, to: 48 });
  });
  test('is not found if it is short, since an unpublished text could be guessed letter by letter', async () => {
    for (let from = 0; from < 12; from += 1)
      expect(await findPassage(text(2, `${content} `), then, { from, to: from + 1 })).toBeNull();
  });
  test('is not found in another paragraph, or if its paragraph is gone', async () => {
    expect(await found('Nothing.\nThe *lamp* was lit.', 1)).toBeNull();
    expect(await found('The *lamp* was lit.', null)).toBeNull();
  });

  test('is never placed on other words', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '😀'), minLength: 1, maxLength: 12 });
    const lines = fc.array(line, { minLength: 1, maxLength: 4 });
    const paragraphs = (all: string[]) => all.filter((one) => one.trim() !== '').length;
    await fc.assert(
      fc.asyncProperty(
        lines,
        lines,
        fc.nat(4),
        fc.nat(4),
        fc.nat(20),
        fc.nat(12),
        async (old, now, i, j, from, length) => {
          const before = { content: old.join('\n'), at: Math.min(i + 1, paragraphs(old)) || null };
          const after = { content: now.join('\n'), at: Math.min(j + 1, paragraphs(now)) || null };
          const passage = { from, to: from + length + 1 };
          const was = await findPassage(before, null, passage);
          const is = await findPassage(after, before, passage);
          if (was === null) expect(is).toBeNull();
          else if (is !== null) expect(quoteOf(after, is)).toBe(quoteOf(before, was));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

test('a quotation has at most 300 characters and is well-formed', () => {
  const long = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 700 }).map((one) => `x${one}`);
  fc.assert(
    fc.property(long, fc.nat(50), (stored, from) => {
      const quote = quoteOf({ content: stored.replaceAll('\n', ' '), at: 1 }, { from, to: stored.length });
      expect(quote === null || (quote.length <= 300 && quote.isWellFormed())).toBe(true);
    }),
  );
  const words = 'lantern '.repeat(5000);
  expect(quoteOf({ content: words, at: 1 }, { from: 8, to: 30_000 })).toMatch(/^(lantern )+lantern…$/);
});
