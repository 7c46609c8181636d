import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../testing/render-page.tsx';
import { WeekChart } from './dashboard-parts.tsx';

test('the last seven days end today, whichever weekday that is', async () => {
  const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
  const days = weekdays.map((day, index) => ({
    day,
    date: `2026-06-${11 + index}`,
    minutes: index,
    isEstimated: false,
    sessions: 1,
    words: 100,
    chapters: 0,
  }));
  await renderPage(<WeekChart days={days} />);
  const shown = page.getByRole('listitem').elements();
  expect(shown.map((item) => item.querySelector('[data-bar]')?.getAttribute('data-bar'))).toEqual(weekdays);
});
