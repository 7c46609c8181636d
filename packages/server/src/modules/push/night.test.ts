import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { nightEnd, nightStart } from './push-job.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** The local time as the platform formats it, such as 07:59. */
const timeIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);

test('it is night from ten to eight, in every time zone and when clocks change', () => {
  const moments = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (timeZone, now) => {
      const time = timeIn(timeZone, now);
      const end = nightEnd(timeZone, now);
      expect(end === null).toBe(time >= '08:00' && time < '22:00');
      if (end === null) {
        const start = nightStart(timeZone, now);
        expect(timeIn(timeZone, start)).toBe('22:00');
        expect(start.getTime() - now.getTime()).toBeLessThanOrEqual(15 * hour);
        expect(start > now).toBe(true);
        return;
      }
      expect(timeIn(timeZone, end)).toBe('08:00');
      expect(end > now && end.getTime() - now.getTime() < day).toBe(true);
      expect(nightEnd(timeZone, end)).toBeNull();
    }),
    { numRuns: 500 },
  );
});
