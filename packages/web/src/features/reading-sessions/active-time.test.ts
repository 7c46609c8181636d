import { expect, test } from 'vitest';
import { ActiveTime, stillAfterMs } from './active-time.ts';

const second = 1000;

test('counts the time on a visible page, once', () => {
  const time = new ActiveTime(0, true);
  expect(time.take(10 * second)).toBe(10 * second);
  expect(time.take(10 * second)).toBe(0);
  expect(time.take(15 * second)).toBe(5 * second);
});

test('does not count a hidden page, nor one that was opened hidden', () => {
  const time = new ActiveTime(0, false);
  expect(time.take(60 * second)).toBe(0);
  time.show(60 * second, true);
  time.show(70 * second, false);
  expect(time.take(500 * second)).toBe(10 * second);
  time.show(600 * second, true);
  expect(time.take(605 * second)).toBe(5 * second);
});

test('counts at most 120 seconds without a movement', () => {
  const time = new ActiveTime(0, true);
  time.move(30 * second);
  expect(time.isActive(149 * second)).toBe(true);
  expect(time.isActive(150 * second)).toBe(false);
  expect(time.take(1000 * second)).toBe(30 * second + stillAfterMs);
  time.move(1001 * second);
  expect(time.take(1003 * second)).toBe(2 * second);
});

test('a page that slept between two movements does not count the sleep', () => {
  const time = new ActiveTime(0, true);
  time.move(3600 * second);
  expect(time.take(3600 * second)).toBe(stillAfterMs);
});
