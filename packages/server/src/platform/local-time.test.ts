import { expect, test } from 'vitest';
import { momentOf } from './days.ts';

test.each([
  ['Europe/Berlin', '2026-03-28', '18:00', '2026-03-28T17:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '18:00', '2026-03-29T16:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '18:00', '2026-10-25T17:00:00.000Z'],
  ['America/New_York', '2026-03-08', '18:00', '2026-03-08T22:00:00.000Z'],
  ['America/New_York', '2026-11-01', '18:00', '2026-11-01T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-06-01', '00:15', '2026-05-31T18:30:00.000Z'],
  ['UTC', '2028-02-29', '23:59', '2028-02-29T23:59:00.000Z'],
])('%s %s %s', (zone, date, time, moment) => {
  expect(momentOf(zone, date, time).toISOString()).toBe(moment);
});

test('a time that is skipped when clocks are set forward is as much later as they are', () => {
  expect(momentOf('Europe/Berlin', '2026-03-29', '02:30').toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(momentOf('America/New_York', '2026-03-08', '02:30').toISOString()).toBe('2026-03-08T07:30:00.000Z');
  // Half an hour.
  expect(momentOf('Australia/Lord_Howe', '2026-10-04', '02:10').toISOString()).toBe(
    '2026-10-03T15:40:00.000Z',
  );
  // A whole day was skipped.
  expect(momentOf('Pacific/Apia', '2011-12-30', '12:00').toISOString()).toBe('2011-12-30T22:00:00.000Z');
});

test('of a time that occurs twice when clocks are set back, the first one is meant', () => {
  expect(momentOf('Europe/Berlin', '2026-10-25', '02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(momentOf('America/New_York', '2026-11-01', '01:30').toISOString()).toBe('2026-11-01T05:30:00.000Z');
});
