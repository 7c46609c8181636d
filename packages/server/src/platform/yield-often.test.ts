import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldOften } from './threads.ts';

const compute = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

test('other work has its turn within a long loop', async () => {
  let isDone = false;
  const other = setTimeout(1).then(() => isDone);
  const turn = yieldOften();
  for (let round = 0; round < 20; round += 1) {
    compute(5);
    await turn();
  }
  isDone = true;
  expect(await other).toBe(false);
});
