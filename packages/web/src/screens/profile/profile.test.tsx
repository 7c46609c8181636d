import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Profile from './profile.tsx';

resetBetweenTests();

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day, index) => ({
  day,
  date: `2026-03-0${index + 2}`,
  words: index < 4 ? 500 : 0,
  minutes: index < 4 ? 3 : 0,
  isEstimated: false,
  chapters: 0,
}));

const open = (hidesRewards: boolean, address: string) => {
  asMember({ readingPreferences: { ...me.readingPreferences, hidesRewards } });
  mockCall('GET /achievements', { success: true, data: [] });
  mockCall('GET /users/me/profile', {
    success: true,
    data: {
      counters: { books: 0, dayStreak: 4, minutesRead: 12, hours: 0 },
      currency: { words: 2000, bookmarks: 0, ink: 0 },
      activity: [],
      analytics: {
        hasReadingActivity: true,
        totalBooksRead: 0,
        totalMinutesRead: 12,
        estimatedMinutes: 0,
        totalWordsRead: 2000,
        readingStreak: 4,
        longestStreak: 4,
        readingHabits: { favoriteGenres: [] },
        dailyHabits: days,
        activeDays: 4,
        completionRate: 0,
      },
    },
  });
  return renderPage(<Profile />, '/profile', address);
};
const tab = (name: string) => page.getByRole('tab', { name });

test('achievements have a tab, unless rewards are switched off', async () => {
  const shown = await open(false, '/profile?tab=achievements');
  await expect.element(tab('Achievements')).toHaveAttribute('aria-selected', 'true');
  await shown.unmount();
});

test('with rewards switched off, the tab is not there', async () => {
  await open(true, '/profile?tab=achievements');
  await expect.element(tab('Activity')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tab('Achievements')).not.toBeInTheDocument();
});

test('the week’s rhythm is shown: any days count', async () => {
  await open(false, '/profile?tab=reading');
  await expect.element(page.getByText('You read on 4 of 7 days. Any days count.')).toBeVisible();
});
