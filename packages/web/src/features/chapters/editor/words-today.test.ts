import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WordsToday } from './words-today.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const noon = () => new Date(2026, 10, 22, 12);
const open = (slot: string, words: number, now = noon, user = 'ada') =>
  new WordsToday(user, slot, words, now);

test('words count from the first opening of the day, across reloads', () => {
  expect(open('a', 100).count(150)).toBe(50);
  // The page was reloaded: the unsaved words are offered, then restored.
  const again = open('a', 100);
  expect(again.count(100)).toBe(0);
  expect(again.count(170)).toBe(70);
});

test('chapters add up, deleted words are taken off, and the number is never negative', () => {
  open('a', 100).count(150);
  const other = open('b', 1000);
  expect(other.count(1020)).toBe(70);
  expect(other.count(990)).toBe(40);
  expect(other.count(10)).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 20 }), (counts) => {
      const chapter = open('c', 500);
      for (const words of counts) expect(chapter.count(words)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('at the author’s midnight the count begins again, also while the page is open', () => {
  let now = noon();
  const chapter = open('a', 100, () => now);
  expect(chapter.count(150)).toBe(50);
  now = new Date(2026, 10, 23, 0, 1);
  expect(chapter.count(155)).toBe(5);
});

test('a new chapter keeps its words when it is created', () => {
  const chapter = open('story/new', 0);
  chapter.count(80);
  chapter.moveTo('a');
  expect(chapter.count(90)).toBe(90);
  expect(open('story/new', 0).count(0)).toBe(90);
});

test('two people who share a browser count apart, and what is stored wrongly is left out', () => {
  open('a', 0).count(50);
  expect(open('a', 0, noon, 'bob').count(10)).toBe(10);
  localStorage.setItem('form:ada/words-today', '{"day":"2026-11-22","chapters":{"a":{"before":"x"},"b":7}}');
  expect(open('a', 20).count(30)).toBe(10);
});
