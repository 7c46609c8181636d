import { describe, expect, test } from 'vitest';
import { compactNumber, pluralize, readingMinutes, thousands } from './format.ts';
import { lastReadLabel, shortMoment } from './moments.ts';
import { safeRedirect } from './paths.ts';
import { noteServerTime } from './server-time.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1250, '1.2K'],
    [999_999, '999.9K'],
    [1_000_000, '1M'],
    [2_340_000, '2.3M'],
  ])('%i is shown as %s', (value, shown) => {
    expect(compactNumber(value)).toBe(shown);
  });

  test.each([
    [0, '0k'],
    [812, '0.8k'],
    [5180, '5.2k'],
    [99_960, '100k'],
  ])('%i words are shown as %s', (words, shown) => expect(thousands(words)).toBe(shown));

  test('reading minutes are rounded up', () => {
    expect(readingMinutes(201)).toBe(2);
  });
});

test('a moment has the year only if it is another one', () => {
  const at = new Date(2026, 10, 21, 23, 41);
  expect(shortMoment(at, new Date(2026, 11, 1))).toMatch(/^Nov 21, 11:41\sPM$/);
  expect(shortMoment(at, new Date(2027, 0, 1))).toMatch(/^Nov 21, 2026, 11:41\sPM$/);
  // By the server's time, whose year may be another one than this device's: a page looks the same on both.
  try {
    noteServerTime('Sat, 01 Jan 2050 12:00:00 GMT');
    expect(shortMoment(new Date(2050, 0, 2, 8, 5))).toMatch(/^Jan 2, 8:05\sAM$/);
  } finally {
    noteServerTime(new Date().toUTCString());
  }
});

describe('the last-read label', () => {
  const now = new Date('2026-05-20T12:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  test.each([
    [0.5, 'Just now'],
    [3, '3 hours ago'],
    [30, 'Yesterday'],
    [72, '3 days ago'],
    [24 * 15, '2 weeks ago'],
    [24 * 70, '2 months ago'],
  ])('%d hours ago is “%s”', (hours, label) => {
    expect(lastReadLabel(ago(hours), now)).toBe(label);
  });
});

describe('the redirect after sign-in', () => {
  test.each([
    '//evil.test',
    '/\\evil.test',
    'https:evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/\n/evil.test',
    '%2F%2Fevil.test',
    '///evil.test',
    '\\\\evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    ' //evil.test',
    'http:/evil.test',
    'data:text/html,evil',
    '/login?redirect=/login',
    '/LOGIN/?redirect=%2Flogin%3Fredirect%3D%2Flogin',
    '/./login',
    '/signup',
    '/forgot-password',
    '/reset-password/x',
    'home',
    '',
    null,
  ])('%j is rejected and leads to /home [R28]', (wanted) => {
    expect(safeRedirect(wanted)).toBe('/home');
  });

  test('a path on this site is accepted, including percent-encoded characters', () => {
    expect(safeRedirect('/reading/a/b?x=1#p3')).toBe('/reading/a/b?x=1#p3');
    expect(safeRedirect('/settings#profile')).toBe('/settings#profile');
    expect(safeRedirect('/loginess')).toBe('/loginess');
    expect(safeRedirect('/%2F%2Fevil.test')).toBe('/%2F%2Fevil.test');
  });
});

test('counts are followed by the noun in the right number', () => {
  expect([pluralize(0, 'book'), pluralize(1, 'book'), pluralize(1000, 'story', 'stories')]).toEqual([
    '0 books',
    '1 book',
    '1,000 stories',
  ]);
});
