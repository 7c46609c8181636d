import { expect, test } from 'vitest';
import { momentIn } from '../../screens/story/story-header.tsx';

test('the date of the next chapter has a year if it is not this year, and always in a rendered page', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  expect(momentIn('2026-12-02T12:00:00Z', undefined, now)).not.toContain('2026');
  expect(momentIn('2027-12-02T12:00:00Z', undefined, now)).toContain('2027');
  expect(momentIn('2026-12-02T12:00:00Z', 'UTC', now)).toBe('Wednesday, December 2, 2026 at 12:00 PM UTC');
});
