import type { HistoryItem } from '@inkling/contract/reading-history';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me, story, unknownZone } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import ReadingHistory from './reading-history.tsx';

resetBetweenTests();

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function itemOf(number: number, day: string, changes: Partial<HistoryItem> = {}): HistoryItem {
  const at = `${day}T00:00:00.000Z`;
  return {
    day,
    storyId: idOf(number),
    lastRead: at,
    story: { ...story, _id: idOf(number), title: `Story ${number}` },
    chapterCount: 1,
    secondsRead: 1500,
    chapters: [
      {
        _id: idOf(900 + number),
        at,
        time: '21:05',
        chapter: { _id: idOf(900 + number), title: 'Dusk', chapterNumber: 4 },
      },
    ],
    ...changes,
  };
}
const pageOf = (data: HistoryItem[], next: string | null = null) =>
  ({ success: true, data, next, isOn: true }) as const;

function open(keepsHistory = true) {
  signIn();
  const user = {
    ...me,
    timeZone: unknownZone,
    readingPreferences: { ...me.readingPreferences, keepsHistory },
  };
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
  return renderPage(<ReadingHistory />);
}
const region = (name: string) => page.getByRole('region', { name });
const dialog = () => page.getByRole('alertdialog');

test('the history names days, times, stories and chapters, even in a time zone that the browser does not know', async () => {
  const read = itemOf(1, dayAgo(0));
  const goneChapter = { _id: idOf(6), at: read.lastRead, time: '20:00', chapter: null };
  const withGoneChapter = { ...read, chapterCount: 2, chapters: [...read.chapters, goneChapter] };
  const gone = itemOf(3, dayAgo(1), {
    story: null,
    chapters: [{ _id: idOf(5), at: `${dayAgo(1)}T00:00:00.000Z`, time: '09:30', chapter: null }],
  });
  const many = itemOf(4, '2024-02-05', {
    chapterCount: 60,
    chapters: Array.from({ length: 50 }, (_, index) => ({
      _id: idOf(700 + index),
      at: '2024-02-05T10:00:00.000Z',
      time: '10:00',
      chapter: { _id: idOf(700 + index), title: `Part ${index}`, chapterNumber: index + 1 },
    })),
  });
  mockCall('GET /library/history', pageOf([withGoneChapter, gone, many]));
  await open();
  await expect.element(region('Today').getByRole('link', { name: 'Story 1' })).toBeVisible();
  await expect.element(region('Today').getByRole('link', { name: '4. Dusk' })).toBeVisible();
  await expect.element(region('Today').getByText(/^9:05/)).toBeVisible();
  await expect.element(region('Yesterday').getByText('No longer available', { exact: true })).toBeVisible();
  await expect.element(region('Yesterday').getByText(/^1 chapter, last at 9:30/)).toBeVisible();
  await expect.element(region('Today').getByText('Chapter no longer available')).toBeVisible();
  const old = page.getByRole('region', { name: /2024/ });
  expect(old.getByRole('link', { name: /Part/ }).elements()).toHaveLength(3);
  await old.getByRole('button', { name: 'Show all 50 chapters' }).click();
  expect(old.getByRole('link', { name: /Part/ }).elements()).toHaveLength(50);
  await expect.element(old.getByText('and 10 more')).toBeVisible();
});

test('a story is removed from its day after a question, and the list is not fetched again', async () => {
  const { sent } = mockCall('GET /library/history', pageOf([itemOf(1, dayAgo(0)), itemOf(1, dayAgo(1))]));
  const removal = mockCall('DELETE /library/history/{day}/{storyId}', { success: true, message: '' });
  await open();
  await region('Today').getByRole('button', { name: 'Remove “Story 1” from this day' }).click();
  await expect.element(dialog().getByText('Remove “Story 1” from today?')).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  expect(removal.sent).toHaveLength(0);
  await region('Today').getByRole('button', { name: 'Remove “Story 1” from this day' }).click();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await expect.element(region('Today')).not.toBeInTheDocument();
  await expect.element(region('Yesterday').getByRole('link', { name: 'Story 1' })).toBeVisible();
  expect([removal.sent.length, sent.length]).toEqual([1, 1]);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a day and everything can be deleted; a failure leaves the list', async () => {
  mockCall('GET /library/history', pageOf([itemOf(1, dayAgo(0)), itemOf(2, dayAgo(1))], 'more'));
  mockFailure('DELETE /library/history/{day}', 'BUSY', 'Please try again.');
  await open();
  await region('Yesterday').getByRole('button', { name: 'Delete Yesterday' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await expect.element(region('Yesterday')).toBeVisible();
  mockCall('DELETE /library/history/{day}', { success: true, message: '' });
  await region('Yesterday').getByRole('button', { name: 'Delete Yesterday' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await expect.element(region('Yesterday')).not.toBeInTheDocument();
  mockCall('DELETE /library/history', { success: true, message: '' });
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Nothing here yet')).toBeVisible();
});

test('further pages are loaded on request, each once', async () => {
  const asked: (string | null)[] = [];
  mockEach('GET /library/history', (query) => {
    const after = query.get('after');
    asked.push(after);
    return after === null ? pageOf([itemOf(1, dayAgo(0))], 'second') : pageOf([itemOf(2, dayAgo(0))]);
  });
  await open();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(region('Today').getByRole('link', { name: 'Story 2' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(asked).toEqual([null, 'second']);
});

test('the switch says what it means; without history the page says so', async () => {
  mockCall('GET /library/history', pageOf([]));
  await open(false);
  await expect.element(page.getByText('Your reading history is off')).toBeVisible();
  await expect
    .element(page.getByText('Recording is off. Past entries stay until you delete them.'))
    .toBeVisible();
  const preferences = { ...me.readingPreferences, keepsHistory: true };
  const { sent } = mockCall('PATCH /users/preferences', { success: true, data: preferences });
  await page.getByRole('switch', { name: 'Keep a reading history' }).click();
  await expect.element(page.getByText('Nothing here yet')).toBeVisible();
  expect(sent).toEqual([{ keepsHistory: true }]);
});

test('a failure can be tried again', async () => {
  mockFailure('GET /library/history', 'INTERNAL', 'Something went wrong.');
  await open();
  await expect.element(page.getByText('Something went wrong.')).toBeVisible();
  mockCall('GET /library/history', pageOf([itemOf(1, dayAgo(0))]));
  await page.getByRole('button', { name: /try again/i }).click();
  await expect.element(region('Today')).toBeVisible();
});
