import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { readingPace } from './pace.ts';
import { TimeLeft } from './time-left.tsx';

resetBetweenTests();
beforeEach(() => readingPace.change({ words: 0, seconds: 0 }));

const chapter = { _id: idOf(70), chapterNumber: 1, wordCount: 4000 } as ChapterSummary;
const opening = { story, chapters: [chapter], total: 2 } as unknown as Opening;

function Page() {
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={text} style={{ paddingTop: innerHeight / 2 }}>
        <p data-paragraph="1" style={{ height: innerHeight * 3 }}>
          The lamp was lit.
        </p>
      </div>
      <TimeLeft opening={opening} chapter={chapter} text={text} onGo={() => undefined} />
    </>
  );
}

const metrics = {
  sessions: 9,
  longSessionShare: 50,
  chaptersPerSession: 1,
  longestSeconds: 900,
  averageSeconds: 300,
};

test('the time left follows the pace of the account until this device has its own', async () => {
  signIn();
  const { sent } = mockCall('GET /reacting-sessions/quality-metrics', {
    success: true,
    data: { qualityMetrics: { ...metrics, wordsPerMinute: 400 } },
  });
  await renderPage(<Page />);
  await expect.element(page.getByText(/^10 min left in the chapter/)).toBeVisible();
  readingPace.change({ words: 3000, seconds: 900 });
  await expect.element(page.getByText(/^20 min left in the chapter/)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a device that knows the pace asks for nothing', async () => {
  signIn();
  readingPace.change({ words: 3000, seconds: 900 });
  await renderPage(<Page />);
  await expect.element(page.getByText(/^20 min left in the chapter/)).toBeVisible();
});
