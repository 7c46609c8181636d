import { expect, test } from 'vitest';
import { aboutTime } from './about-time.ts';
import { deviceTypeOf } from './device-type.ts';
import { readingTime } from './reading-time.ts';

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [4800, '1 h 20 min'],
])('%i seconds are %s', (seconds, text) => {
  expect(readingTime(seconds)).toBe(text);
});

test.each([
  [12, '12 min'],
  [58, '58 min'],
  [73, '1 h 10 min'],
  [179, '3 h'],
  [500, '8 h'],
])('readers take about: %i minutes are %s', (minutes, text) => {
  expect(aboutTime(minutes)).toBe(text);
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 0, 'desktop'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1', 5, 'mobile'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0 Mobile Safari/537.36', 5, 'mobile'],
  ['Mozilla/5.0 (Linux; Android 16; SM-X910) Chrome/150.0 Safari/537.36', 5, 'tablet'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 5, 'tablet'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 0, 'desktop'],
])('the device of %s with %i touch points', (userAgent, touchPoints, device) => {
  expect(deviceTypeOf(userAgent, touchPoints)).toBe(device);
});
