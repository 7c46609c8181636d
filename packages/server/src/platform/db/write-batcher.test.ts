import { expect, test } from 'vitest';
import { writeBatcher } from './write-batcher.ts';

interface Write {
  row: string;
  value: number;
}

/** A database of rows in memory, in which `bad` cannot be written. */
function store() {
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

test('writes that arrive together are written together', async () => {
  const { calls, save } = store();
  const values = await Promise.all(
    Array.from({ length: 60 }, (_, value) => save({ row: `row ${value}`, value })),
  );
  expect(values).toEqual(Array.from({ length: 60 }, (_, value) => value));
  expect(calls).toEqual([60]);
});

test('writes of one row are written one after the other, in the order in which they came', async () => {
  const { rows, calls, save } = store();
  await Promise.all(Array.from({ length: 30 }, (_, value) => save({ row: `row ${value % 3}`, value })));
  expect(rows.get('row 0')).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  expect(calls).toEqual(Array.from({ length: 10 }, () => 3));
});

test('one that fails spoils no other', async () => {
  const { rows, save } = store();
  const results = await Promise.allSettled([
    save({ row: 'a', value: 1 }),
    save({ row: 'bad', value: 2 }),
    save({ row: 'c', value: 3 }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([...rows.keys()]).toEqual(['a', 'c']);
});
