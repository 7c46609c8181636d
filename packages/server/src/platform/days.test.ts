import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayIn, dayNumber, momentOf } from './days.ts';

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
const zone = fc.constantFrom(...zones);
const instant = fc.date({
  min: new Date('1995-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('a day in a time zone [P07]', () => {
  test('is the local calendar day, whatever was computed before', () => {
    expect(zones.length).toBeGreaterThan(300);
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: -2, max: 2 }), (timeZone, at, quarters) => {
        // Compute a nearby time first: its cached day must not be used for this one.
        dayIn(timeZone, new Date(at.getTime() + quarters * 450_000));
        const local = new Date(at.toLocaleString('en-US', { timeZone, timeZoneName: undefined }));
        const pad = (part: number) => String(part).padStart(2, '0');
        const day = `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
        expect(dayIn(timeZone, at)).toBe(day);
      }),
      { numRuns: 2000 },
    );
  });

  test('changes at local midnight, also in nights with a clock change', () => {
    expect(dayIn('Europe/Berlin', new Date('2026-03-28T22:59:59Z'))).toBe('2026-03-28');
    expect(dayIn('Europe/Berlin', new Date('2026-03-28T23:00:00Z'))).toBe('2026-03-29');
    // Summer time: the day of the change has 23 hours.
    expect(dayIn('Europe/Berlin', new Date('2026-03-29T21:59:59Z'))).toBe('2026-03-29');
    expect(dayIn('Europe/Berlin', new Date('2026-03-29T22:00:00Z'))).toBe('2026-03-30');
    expect(dayIn('Asia/Kathmandu', new Date('2026-03-01T18:14:59Z'))).toBe('2026-03-01');
    expect(dayIn('Asia/Kathmandu', new Date('2026-03-01T18:15:00Z'))).toBe('2026-03-02');
    expect(dayIn('Pacific/Kiritimati', new Date('2026-01-01T10:00:00Z'))).toBe('2026-01-02');
    expect(dayIn('Pacific/Pago_Pago', new Date('2026-01-01T10:00:00Z'))).toBe('2025-12-31');
  });

  test('follows the one before it by one, in every zone and over every clock change', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, at) => {
        const today = dayIn(timeZone, at);
        const later = dayIn(timeZone, new Date(at.getTime() + 24 * 60 * 60 * 1000));
        // Apia and Kwajalein each skipped a day once; no zone ever repeated one.
        expect(dayNumber(later) - dayNumber(today)).toBeGreaterThanOrEqual(0);
        expect(dayNumber(later) - dayNumber(today)).toBeLessThanOrEqual(2);
        expect(dayNumber(dayAfter(today, 1))).toBe(dayNumber(today) + 1);
        expect(dayAfter(dayAfter(today, -400), 400)).toBe(today);
      }),
      { numRuns: 1000 },
    );
  });
});

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
