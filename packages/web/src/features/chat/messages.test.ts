import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatMessageOf } from '../../testing/chat-messages.ts';
import { completeUpTo, goesOn, mergeMessages, removeFrom } from './messages.ts';

const numbers = (list: ReturnType<typeof mergeMessages>) => list.map(({ number }) => number);

test('messages that arrive in any order and more than once end in the same list', () => {
  const arrivals = fc.array(fc.array(fc.integer({ min: 1, max: 12 })));
  fc.assert(
    fc.property(arrivals, (batches) => {
      const merged = batches.reduce(
        (list, batch) =>
          mergeMessages(
            list,
            batch.map((number) => chatMessageOf(number)),
          ),
        [] as ReturnType<typeof mergeMessages>,
      );
      expect(numbers(merged)).toEqual([...new Set(batches.flat())].sort((a, b) => a - b));
    }),
  );
});

test.each([
  [[], 0],
  [[1, 2, 3], 3],
  [[7, 8], 8],
  [[7, 8, 10, 11], 8],
  [[1, 3], 1],
])('of the numbers %j, nothing is missing up to %i', (list, end) => {
  expect(completeUpTo(list.map((number) => chatMessageOf(number)))).toBe(end);
});

test('a removed message keeps its number, and nothing else', () => {
  const list = [chatMessageOf(1), chatMessageOf(2)];
  const [, removed] = removeFrom(list, list[1]?._id ?? '');
  expect(removed).toMatchObject({ number: 2, sender: null, author: null, message: null, isRemoved: true });
});

test('a message goes on from the one above if the same person sent both within five minutes', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, 0) + minutes * 60_000).toISOString();
  const above = { ...chatMessageOf(1), timestamp: at(0) };
  const next = { ...chatMessageOf(2), sender: above.sender };
  expect(goesOn(above, { ...next, timestamp: at(4) })).toBe(true);
  expect(goesOn(above, { ...next, timestamp: at(5) })).toBe(false);
  expect(goesOn(above, { ...next, sender: 'another', timestamp: at(1) })).toBe(false);
  expect(goesOn(undefined, { ...next, timestamp: at(1) })).toBe(false);
  const [removed] = removeFrom([above], above._id);
  expect(goesOn(removed, { ...next, timestamp: at(1) })).toBe(false);
});
