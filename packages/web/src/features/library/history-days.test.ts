import { expect, test } from 'vitest';
import { dayLabel } from './history-days.ts';

test('the two latest days have names, others their date', () => {
  expect(dayLabel('2026-03-01', '2026-03-01')).toBe('Today');
  expect(dayLabel('2026-02-28', '2026-03-01')).toBe('Yesterday');
  expect(dayLabel('2026-02-27', '2026-03-01')).toMatch(/27/);
  expect(dayLabel('2026-02-27', '2026-03-01')).not.toMatch(/2026/);
  expect(dayLabel('2025-12-31', '2026-01-02')).toMatch(/2025/);
});
