import { expect, test, vi } from 'vitest';
import { inRequest } from './timeouts.ts';
import { WaitBudget } from './wait-budget.ts';
import { rowIsLocked, writeBatcher } from './write-batcher.ts';

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

test('the next write of a row waits for the database even if the request of the last one has stopped waiting', async () => {
  const database = Promise.withResolvers<void>();
  const writes: number[] = [];
  const save = writeBatcher<Write, number>({
    keyOf: ({ row }) => row,
    async writeTogether(inputs) {
      writes.push(...inputs.map(({ value }) => value));
      await database.promise;
      return inputs.map(({ value }) => value);
    },
    writeAlone: async ({ value }) => value,
  });
  await expect(inRequest(new WaitBudget(20), () => save({ row: 'a', value: 1 }))).rejects.toThrow();
  const second = save({ row: 'a', value: 2 });
  const other = save({ row: 'b', value: 3 });
  await vi.waitFor(() => expect(writes).toContain(3), 20_000);
  expect(writes).not.toContain(2);
  database.resolve();
  expect(await other).toBe(3);
  expect(await second).toBe(2);
});

test('after a batch failed, few of its writes run at once', async () => {
  let running = 0;
  let most = 0;
  const save = writeBatcher<Write, number>({
    keyOf: ({ row }) => row,
    writeTogether: () => Promise.reject(new Error('one row is locked')),
    async writeAlone({ value }) {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return value;
    },
  });
  await Promise.all(Array.from({ length: 40 }, (_, value) => save({ row: `row ${value}`, value })));
  expect(most).toBe(4);
});

test('with one statement at a time, all that arrive while it runs share the next one', async () => {
  const database = Promise.withResolvers<void>();
  const batches: number[] = [];
  const save = writeBatcher<Write, number>({
    keyOf: ({ row }) => row,
    async writeTogether(inputs) {
      batches.push(inputs.length);
      await database.promise;
      return inputs.map(({ value }) => value);
    },
    writeAlone: async ({ value }) => value,
    limits: { max: 1000, concurrency: 1 },
  });
  const saves = [save({ row: 'first', value: -1 })];
  await vi.waitFor(() => expect(batches).toEqual([1]), 20_000);
  for (let value = 0; value < 500; value += 1) {
    saves.push(save({ row: `row ${value}`, value }));
    if (value % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(batches).toEqual([1]);
  database.resolve();
  expect(await Promise.all(saves)).toEqual(Array.from({ length: 501 }, (_, index) => index - 1));
  expect(batches).toEqual([1, 500]);
});

test('a write whose row is locked is repeated alone, and the next batch does not wait for it', async () => {
  const lock = Promise.withResolvers<void>();
  const batches: string[][] = [];
  const save = writeBatcher<Write, number>({
    keyOf: ({ row }) => row,
    async writeTogether(inputs) {
      batches.push(inputs.map(({ row }) => row));
      return inputs.map(({ row, value }) => (row === 'locked' ? rowIsLocked : value));
    },
    async writeAlone({ value }) {
      await lock.promise;
      return value;
    },
    limits: { max: 1000, concurrency: 1 },
  });
  const locked = save({ row: 'locked', value: 1 });
  expect(await save({ row: 'a', value: 2 })).toBe(2);
  expect(await save({ row: 'b', value: 3 })).toBe(3);
  const next = save({ row: 'locked', value: 4 });
  expect(batches).toEqual([['locked', 'a'], ['b']]);
  lock.resolve();
  expect(await Promise.all([locked, next])).toEqual([1, 4]);
});
