import { expect, test } from 'vitest';
import { carryOverMs, whileBehind } from './use-chapter-annotations.ts';

const list = (length: number, version: number) =>
  Array.from({ length }, () => ({ version, isTextChanged: false }));
const interval = (length: number, dataUpdateCount = 1, version = 1) =>
  whileBehind(2)({ state: { data: list(length, version), dataUpdateCount } } as never);

test('annotations of an older version are fetched again at most 30 pages a minute, however many there are', () => {
  expect(interval(0)).toBe(false);
  expect(interval(300, 1, 2)).toBe(false);
  expect(interval(100)).toBe(carryOverMs);
  for (const count of [1, 101, 1500, 3000]) {
    const wait = interval(count);
    const perMinute = (60_000 / Number(wait)) * Math.ceil(count / 100);
    expect(perMinute).toBeLessThanOrEqual(30);
  }
  expect(interval(100, 11)).toBe(30_000);
  expect(interval(3000, 11)).toBe(60_000);
});
