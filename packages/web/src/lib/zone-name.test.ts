import { expect, test } from 'vitest';
import { zoneName } from './zone-name.ts';

test.each([
  ['America/New_York', 'New York'],
  ['Asia/Calcutta', 'Kolkata'],
  ['Asia/Kolkata', 'Kolkata'],
  ['America/Argentina/San_Juan', 'Argentina, San Juan'],
  ['UTC', 'UTC'],
])('the time zone %s is called %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});
