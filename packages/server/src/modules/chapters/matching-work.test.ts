import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MatchingBudget, maxCompared, maxIndexed, newBudget } from './matching-work.ts';
import { linesOf, matchParagraphs } from './paragraphs.ts';
import { hardChanges } from './worst-texts.fixture.ts';

interface Measured {
  work: MatchingBudget;
  lines: number;
  characters: number;
  ids: number[];
}

function workOf(before: string, after: string): Measured {
  const old = linesOf(before).map((text, index) => ({ id: index + 1, text }));
  const lines = linesOf(after);
  const work = newBudget();
  const { ids } = matchParagraphs(old, lines, old.length + 1, work);
  return { work, lines: old.length + lines.length, characters: before.length + after.length, ids };
}

/** What remains to be done once the limit is reached: a look at each line's own place. */
const ownPlaces = ({ lines, characters }: Measured): number => 1_000_000 + 40 * lines + 10 * characters;

function expectBounded(measured: Measured): void {
  const { work, lines, ids } = measured;
  expect(work.compared).toBeLessThanOrEqual(maxCompared + ownPlaces(measured));
  expect(work.indexed).toBeLessThanOrEqual(maxIndexed(lines) + lines);
  expect(new Set(ids).size).toBe(ids.length);
}

describe('the work of matching paragraphs is bounded', () => {
  test.each(hardChanges(300_000))('$name', ({ texts }) => {
    const { before, after } = texts();
    expectBounded(workOf(before, after));
  });

  test('also where the limit is reached: lines are then matched by their place', () => {
    const hard = hardChanges(1_000_000)
      .find(({ name }) => name === 'Han in lines')
      ?.texts();
    const measured = workOf(hard?.before ?? '', hard?.after ?? '');
    expect(measured.work.compared).toBeGreaterThan(maxCompared);
    expectBounded(measured);
    expect(measured.ids).toEqual(measured.ids.map((_, index) => index + 1));
  });

  test('and never grows with the product of two lengths', () => {
    const piece = fc.constantFrom(
      'a',
      'aaaaaaaaaa',
      'aaaaaaaaab',
      ' ',
      'a b ',
      '字',
      '字字字字字',
      '\n',
      '\n\n',
    );
    const hostile = fc
      .array(fc.tuple(piece, fc.integer({ min: 1, max: 200 })), { maxLength: 60 })
      .map((pieces) => pieces.map(([text, times]) => text.repeat(times)).join(''));
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const { work, lines, characters } = workOf(before, after);
        // A line is compared with at most 50 near its place, and with 64 anywhere.
        expect(work.compared).toBeLessThanOrEqual(2 * 114 * (16 * lines + 5 * characters));
        expect(work.indexed).toBeLessThanOrEqual(maxIndexed(lines) + lines);
      }),
      { numRuns: 100 },
    );
  });
});
