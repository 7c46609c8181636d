import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, fakeClock, hour, minute, steadyClock } from './clock.ts';

const start = new Date('2026-03-02T10:00:00Z');
const year = 365 * day;
const jumps = [hour, day, year, -hour, -year];

describe('a clock', () => {
  test.each(jumps)('does not follow a jump of %i ms that lasts for a minute', (size) => {
    const clock = fakeClock(start);
    clock.jump(size);
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      clock.advance(1000);
      expect(clock.now().getTime() - start.getTime()).toBe(seconds * 1000);
      expect(clock.steadyFor()).toBe(0);
    }
    clock.jump(-size);
    expect(clock.now().getTime() - start.getTime()).toBe(minute);
    clock.advance(hour);
    expect(clock.steadyFor()).toBe(hour);
  });

  test.each(jumps)('follows a jump of %i ms that has lasted for ten minutes', (size) => {
    const clock = fakeClock(start);
    clock.jump(size);
    clock.now();
    clock.advance(10 * minute - 1);
    expect(clock.now().getTime()).toBe(clock.system().getTime() - size);
    clock.advance(1);
    expect(clock.now()).toEqual(clock.system());
    clock.advance(minute);
    // The clock followed the jump only a minute ago, so it follows the way back at once.
    clock.jump(-size);
    expect(clock.now()).toEqual(clock.system());
  });

  test('follows small corrections, and a jump right after the start', () => {
    const clock = fakeClock(start);
    for (const size of [500, -1000, 59_000, -59_000]) {
      clock.jump(size);
      expect(clock.now()).toEqual(clock.system());
    }
    let at = start.getTime() + year;
    const started = steadyClock(
      () => at,
      () => 0,
    );
    at -= year;
    expect(started.now()).toEqual(start);
  });

  test('stays correct through any jumps that are reverted within minutes [R45]', () => {
    const seconds = fc.integer({ min: 0, max: 9 * 60 });
    const blip = fc.record({
      wait: seconds,
      size: fc.oneof(
        fc.integer({ min: 61_000, max: 2 * year }),
        fc.integer({ min: -2 * year, max: -61_000 }),
      ),
      lasts: seconds,
      reads: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(blip, { maxLength: 30 }), (blips) => {
        const clock = fakeClock(start);
        let passed = 0;
        const advance = (time: number) => {
          clock.advance(time * 1000);
          passed += time * 1000;
        };
        for (const { wait, size, lasts, reads } of blips) {
          advance(wait);
          expect(clock.now().getTime() - start.getTime()).toBe(passed);
          clock.jump(size);
          if (reads) clock.now();
          advance(lasts);
          expect(clock.now().getTime() - start.getTime()).toBe(passed);
          clock.jump(-size);
        }
        expect(clock.now().getTime() - start.getTime()).toBe(passed);
      }),
    );
  });
});
