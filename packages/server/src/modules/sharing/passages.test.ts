import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPassage, quoteOf } from './passages.ts';

const content = 'It rained.\n\nThe *lamp* was lit, and **nobody** asked by whom.\n***\n| a verse\nThe end.';
const text = (at: number | null, stored = content) => ({ content: stored, at });

describe('a passage of the current text', () => {
  test('is where the link says, by its paragraph', () => {
    expect(findPassage(text(2), null, { from: 4, to: 10 })).toEqual({ from: 4, to: 10 });
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
  ])('%s is not found', (_what, at, from, to) => {
    expect(findPassage(text(at), null, { from, to })).toBeNull();
  });
});

describe('a passage of an earlier text', () => {
  const then = text(2);
  const lamp = { from: 4, to: 14 };
  const found = (now: string, at: number | null) => findPassage(text(at, now), then, lamp);

  test('is found where its paragraph is now', () => {
    expect(found(`New.\n\n${content}`, 3)).toEqual(lamp);
  });
  test('is found further along in its paragraph', () => {
    expect(found('Somebody said: the *lamp* was lit.', 1)).toEqual({ from: 19, to: 29 });
  });
  test('is not found if its paragraph has it twice in other places', () => {
    expect(found('A *lamp* was what a *lamp* was.', 1)).toBeNull();
  });
  test('is not taken for equal words of its paragraph', () => {
    const line = 'He said the lamp was lit. Later the lamp was lit again, they said.';
    const twins = text(1, line);
    const second = { from: line.lastIndexOf('the lamp was lit'), to: line.lastIndexOf(' again') };
    const place = (now: string) => findPassage(text(1, now), twins, second);
    expect(place(`So it was. ${line}`)).toEqual({ from: second.from + 11, to: second.to + 11 });
    // Its sentence is gone; the other one has the same words, perhaps even at the same place.
    expect(place('He said the lamp was lit.')).toBeNull();
    expect(place('Xxxxxxxxxxxxxxxxxxxxxxxx. Later the lamp was lit, and more.')).toBeNull();
  });
  test('is not found if it is short, since an unpublished text could be guessed letter by letter', () => {
    for (let from = 0; from < 12; from += 1)
      expect(findPassage(then, text(2, `${content} `), { from, to: from + 1 })).toBeNull();
  });
  test('is not found in another paragraph, or if its paragraph is gone', () => {
    expect(found('Nothing.\nThe *lamp* was lit.', 1)).toBeNull();
    expect(found('The *lamp* was lit.', null)).toBeNull();
  });

  test('is never placed on other words', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '😀'), minLength: 1, maxLength: 12 });
    const lines = fc.array(line, { minLength: 1, maxLength: 4 });
    const paragraphs = (all: string[]) => all.filter((one) => one.trim() !== '').length;
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.nat(4),
        fc.nat(4),
        fc.nat(20),
        fc.nat(12),
        (old, now, i, j, from, length) => {
          const before = { content: old.join('\n'), at: Math.min(i + 1, paragraphs(old)) || null };
          const after = { content: now.join('\n'), at: Math.min(j + 1, paragraphs(now)) || null };
          const passage = { from, to: from + length + 1 };
          const [was, is] = [findPassage(before, null, passage), findPassage(after, before, passage)];
          if (was === null) {
            expect(is).toBeNull();
            return;
          }
          if (is === null || before.at === null || after.at === null) return;
          const beginning = (all: string[], at: number) => {
            const index = all.flatMap((one, number) => (one.trim() === '' ? [] : [number]))[at - 1] ?? 0;
            return all.slice(0, index).join('\n').length + (index > 0 ? 1 : 0);
          };
          const words = (of: typeof before, all: string[], place: { from: number; to: number }) => {
            const start = beginning(all, of.at ?? 1);
            return of.content.slice(start + place.from, start + place.to);
          };
          expect(words(after, now, is)).toBe(words(before, old, was));
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
