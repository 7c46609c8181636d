import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayIn, dayNumber } from './days.ts';

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
