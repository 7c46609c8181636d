import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, matchParagraphs } from './paragraphs.ts';
import { type MatchingBudget, maxCompared, newBudget } from './similar-lines.ts';
import { hardChanges } from './worst-texts.fixture.ts';

interface Measured {
  budget: MatchingBudget;
  lines: number;
  characters: number;
  ids: number[];
}

function measure(before: string, after: string): Measured {
  const old = linesOf(before).map((text, index) => ({ id: index + 1, text }));
  const lines = linesOf(after);
  const budget = newBudget();
  const { ids } = matchParagraphs(old, lines, old.length + 1, budget);
  return { budget, lines: old.length + lines.length, characters: before.length + after.length, ids };
}

/** The cost beyond the limit: comparing each line with its own position. */
const remainingCost = ({ lines, characters }: Measured): number => 1_000_000 + 40 * lines + 10 * characters;

function expectBounded(measured: Measured): void {
  const { budget, ids } = measured;
  expect(budget.compared).toBeLessThanOrEqual(maxCompared + remainingCost(measured));
  expect(new Set(ids).size).toBe(ids.length);
}

describe('the cost of matching paragraphs is bounded [R64]', () => {
  test.each(hardChanges(300_000))('$name', ({ texts }) => {
    const { before, after } = texts();
    expectBounded(measure(before, after));
  });

  test('beyond the limit, lines are matched by their position', () => {
    const hard = hardChanges(1_000_000)
      .find(({ name }) => name === 'Han in lines')
      ?.texts();
    const measured = measure(hard?.before ?? '', hard?.after ?? '');
    expect(measured.budget.compared).toBeGreaterThan(maxCompared);
    expectBounded(measured);
    expect(measured.ids).toEqual(measured.ids.map((_, index) => index + 1));
  });

  test('the cost never grows with the product of two lengths', () => {
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
        const { budget, lines, characters } = measure(before, after);
        // A line is compared with at most 50 lines near its position, and 64 anywhere.
        expect(budget.compared).toBeLessThanOrEqual(2 * 114 * (16 * lines + 5 * characters));
      }),
      { numRuns: 100 },
    );
  });
});
