import { expect, test } from 'vitest';
import { timeAgo } from './unsaved-link.tsx';

const now = Date.UTC(2026, 5, 1);

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [5 * 60 + 59, '5 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [60 * 86_400, '2 months ago'],
  [800 * 86_400, '26 months ago'],
])('%i seconds are shown as ‘%s’', (seconds, shown) => {
  expect(timeAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(shown);
});
