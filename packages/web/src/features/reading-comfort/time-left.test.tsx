import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { beginPlaces, isHeld } from '../chapters/reader/jumps.ts';
import { readingPace } from './pace.ts';
import { TimeLeft } from './time-left.tsx';

resetBetweenTests();
beforeEach(() => readingPace.change({ words: 0, seconds: 0 }));

const chapter = { _id: idOf(70), title: 'The lamp', chapterNumber: 1, wordCount: 4000 } as ChapterSummary;
const opening = {
  story,
  chapters: [chapter],
  total: 2,
  readable: { chapters: 2, words: 8000 },
} as unknown as Opening;

function Page({ of = opening }: { of?: Opening }) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={text} style={{ paddingTop: innerHeight / 2 }}>
        <p data-paragraph="1" style={{ height: innerHeight * 3 }}>
          The lamp was lit.
        </p>
      </div>
      <TimeLeft opening={of} chapter={chapter} text={text} onGo={() => undefined} />
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

const withNext = (total: number, readable: number): Opening => {
  const next = { ...chapter, _id: idOf(71), chapterNumber: 2 };
  return {
    ...opening,
    chapters: [chapter, next],
    total,
    readable: { chapters: readable, words: 4000 * readable },
  };
};

test('the time left in the story leaves out chapters that the reader may not read, loaded or not', async () => {
  signIn();
  readingPace.change({ words: 3000, seconds: 900 });
  let view = await renderPage(<Page of={withNext(9, 1)} />);
  await expect.element(page.getByText(/^20 min left in the chapter$/)).toBeVisible();
  await view.unmount();
  view = await renderPage(<Page of={withNext(9, 3)} />);
  await expect.element(page.getByText(/ · 1 h in the story$/)).toBeVisible();
  await view.unmount();
  await renderPage(<Page of={withNext(9, 9)} />);
  await expect.element(page.getByText(/ · 3 h in the story$/)).toBeVisible();
});

test('the sliders hide when the reader does something else, and stay while they are used', async () => {
  signIn();
  readingPace.change({ words: 3000, seconds: 900 });
  await renderPage(<Page />);
  const sliders = page.getByRole('slider', { name: /^In this chapter/ });
  const ways = {
    'a press': () => document.body.click(),
    'a key': () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })),
    'the wheel': () => document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true })),
  };
  for (const [way, act] of Object.entries(ways)) {
    await userEvent.click(page.getByRole('button', { name: /left in the chapter/ }));
    await sliders.fill('50');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(sliders).toBeVisible();
    act();
    await expect.element(sliders, { message: way }).not.toBeInTheDocument();
  }
});

test('a held chapter that is opened with the slider is saved', async () => {
  signIn();
  readingPace.change({ words: 3000, seconds: 900 });
  beginPlaces(idOf(71), null, true);
  await renderPage(<Page of={withNext(9, 9)} />);
  await page.getByRole('button', { name: /left in the chapter/ }).click();
  await page.getByRole('slider', { name: /^In the story/ }).fill('2');
  await page.getByRole('button', { name: 'Go to Chapter 2' }).click();
  await expect.poll(() => isHeld(idOf(71))).toBe(false);
});
