import { expect, test } from 'vitest';
import { slowestOf } from './slowest-files.ts';

test('the ten slowest files are named, slowest first', () => {
  const times = Array.from({ length: 12 }, (_, index): [string, number] => [
    `${index}.test.ts`,
    index * 1500,
  ]);
  const lines = slowestOf(times);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   16.5 s  11.test.ts');
  expect(lines[9]).toBe('    3.0 s  2.test.ts');
});
