import { expect, test } from 'vitest';
import { writeBatcher } from './write-batcher.ts';

interface Write {
  row: string;
  value: number;
}

/** Rows in memory; writing the row `bad` fails. */
function createStore() {
  const rows = new Map<string, number[]>();
  const calls: number[] = [];
  const put = ({ row, value }: Write) => {
    rows.set(row, [...(rows.get(row) ?? []), value]);
    return value;
  };
  const save = writeBatcher<Write, number>({
    keyOf: ({ row }) => row,
    async writeTogether(inputs) {
      calls.push(inputs.length);
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (inputs.some(({ row }) => row === 'bad')) throw new Error('no such row');
      return inputs.map(put);
    },
    async writeAlone(input) {
      if (input.row === 'bad') throw new Error('no such row');
      return put(input);
    },
  });
  return { rows, calls, save };
}

test('writes that arrive together share one statement', async () => {
  const { calls, save } = createStore();
  const values = await Promise.all(
    Array.from({ length: 60 }, (_, value) => save({ row: `row ${value}`, value })),
  );
  expect(values).toEqual(Array.from({ length: 60 }, (_, value) => value));
  expect(calls).toEqual([60]);
});

test('writes of the same row run one after the other in arrival order [P06]', async () => {
  const { rows, calls, save } = createStore();
  await Promise.all(Array.from({ length: 30 }, (_, value) => save({ row: `row ${value % 3}`, value })));
  expect(rows.get('row 0')).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  expect(calls).toEqual(Array.from({ length: 10 }, () => 3));
});

test('a failing write does not fail the others', async () => {
  const { rows, save } = createStore();
  const results = await Promise.allSettled([
    save({ row: 'a', value: 1 }),
    save({ row: 'bad', value: 2 }),
    save({ row: 'c', value: 3 }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([...rows.keys()]).toEqual(['a', 'c']);
});
