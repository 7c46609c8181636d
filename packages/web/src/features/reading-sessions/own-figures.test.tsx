import type { ReadingSession, ReadingStats } from '@inkling/contract/reading-sessions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { MyChapterTime } from './my-chapter-time.tsx';
import { ReadingFigures } from './reading-figures.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

resetBetweenTests();

const stats: ReadingStats = {
  sessions: 3,
  seconds: 3600,
  averageSeconds: 1200,
  lastReadAt: new Date().toISOString(),
  chaptersFinished: 2,
  wordsRead: 4200,
};
const answerStats = (data: ReadingStats) => mockCall('GET /reacting-sessions/stats', { success: true, data });

test('a chapter’s own totals: time, sessions, their mean, how often it was finished, and when it was read last', async () => {
  let asked: Record<string, string> = {};
  mockEach('GET /reacting-sessions/stats', (query) => {
    asked = Object.fromEntries(query);
    return { success: true, data: stats };
  });
  await renderPage(<MyChapterTime storyId={idOf(1)} chapterId={idOf(2)} />);
  const text =
    'You’ve spent 1 h on this chapter in 3 sessions, 20 min on average, and finished it 2 times (4,200 words). Last read: Just now.';
  await expect.element(page.getByText(text)).toBeVisible();
  expect(asked).toEqual({ storyId: idOf(1), chapterId: idOf(2) });
});

test('nothing is said about a chapter that was not read', async () => {
  const { sent } = answerStats({ ...stats, sessions: 0, seconds: 0, lastReadAt: null });
  await renderPage(<MyChapterTime storyId={idOf(1)} chapterId={idOf(2)} />);
  await expect.poll(() => sent.length).toBe(1);
  expect(page.getByText(/You’ve read/).elements()).toEqual([]);
});

test('the profile says which sessions its figures are of', async () => {
  answerStats(stats);
  mockCall('GET /reacting-sessions/quality-metrics', {
    success: true,
    data: {
      qualityMetrics: {
        sessions: 1,
        wordsPerMinute: 210,
        longSessionShare: 100,
        chaptersPerSession: 1,
        longestSeconds: 1800,
        averageSeconds: 1800,
      },
    },
  });
  await renderPage(<ReadingFigures />);
  const text =
    /Last session: Just now. Across all your sessions, the average is 20 min. .* cover the 1 session of the last 90 days./;
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText('210')).toBeVisible();
});

const session: ReadingSession = {
  _id: idOf(5),
  chapter: { _id: idOf(2), title: 'The Lamp', chapterNumber: 1 },
  deviceType: 'mobile',
  startedAt: '2026-03-02T10:00:00.000Z',
  endedAt: '2026-03-02T10:20:00.000Z',
  seconds: 1200,
  syncCount: 120,
  startProgress: 20,
  endProgress: 60.4,
};

test('a story’s sessions show when, on what, how long and how far; totals show the chapters finished', async () => {
  answerStats(stats);
  mockCall('GET /reacting-sessions/user-story/{storyId}', {
    success: true,
    data: { sessions: [{ ...session, _id: idOf(6), endedAt: null, startProgress: 60 }, session] },
    pagination: { page: 1, limit: 20, total: 2, totalPages: 1, hasMore: false },
  });
  await renderPage(<SessionsDialog storyId={idOf(1)} title="The Lamp" onClose={() => {}} />);
  await expect.element(page.getByText(/: 1 h in 3 sessions, on average 20 min/)).toBeVisible();
  await expect.element(page.getByText('Chapters finished: 2 (4,200 words)')).toBeVisible();
  const rows = page.getByRole('listitem');
  await expect.element(rows.filter({ hasText: /until now\s· Phone.*20 min.*60%/ })).toBeVisible();
  await expect.element(rows.filter({ hasText: / to .*\s· Phone.*20 min.*20–60%/ })).toBeVisible();
});
