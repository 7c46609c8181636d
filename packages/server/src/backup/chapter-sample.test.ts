import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowSum } from './chapter-sample.queries.ts';

/** The sum of rows that arrive in chunks of `size` bytes. */
function sumOf(rows: string[], size = 7): bigint {
  const sum = rowSum();
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  for (let from = 0; from < bytes.length; from += size) sum.add(bytes.subarray(from, from + size));
  return sum.total();
}
const anyRow = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\n', '\\n'));

test('the same rows have the same sum in any order and any chunks; a lost, doubled or changed one has another [R59]', () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 20 }).chain((rows) =>
        fc.record({
          rows: fc.constant(rows),
          shuffled: fc.shuffledSubarray(rows, { minLength: rows.length }),
          size: fc.integer({ min: 1, max: 100 }),
          at: fc.nat({ max: rows.length - 1 }),
        }),
      ),
      ({ rows, shuffled, size, at }) => {
        const sum = sumOf(rows);
        expect(sumOf(shuffled, size)).toBe(sum);
        expect(sumOf(rows.toSpliced(at, 1))).not.toBe(sum);
        expect(sumOf([...rows, rows[at] ?? ''])).not.toBe(sum);
        expect(sumOf(rows.with(at, `${rows[at]}.`))).not.toBe(sum);
      },
    ),
  );
  // Half of one row moved to another is neither row.
  expect(sumOf(['ab', 'cd'])).not.toBe(sumOf(['a', 'bcd']));
});
