import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AuthorAverage } from '../../screens/write-story/write-story.tsx';
import { idOf } from '../../testing/fixtures.ts';
import { mockEach } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { AverageTime } from './average-time.tsx';
import { ChapterTimeDialog } from './chapter-time-dialog.tsx';

resetBetweenTests();

let asked: string | null;
const answer = (averageMinutes: number | null) =>
  mockEach('GET /reacting-sessions/average-time/{storyId}', (query) => {
    asked = query.get('chapterId');
    return { success: true, data: { averageMinutes, readers: averageMinutes === null ? null : 1200 } };
  });
const chapter = { _id: idOf(2), title: 'The Lamp', wordCount: 2310 };

test('says how long readers take for a story or chapter, once the page is used', async () => {
  const { sent } = answer(181);
  await renderPage(<AverageTime storyId={idOf(1)} />);
  expect(sent).toHaveLength(0);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('Readers take about 3 h (average of 1,200 readers)')).toBeVisible();
});

test('says nothing while fewer than five readers have finished it', async () => {
  const { sent } = answer(null);
  await renderPage(<AverageTime storyId={idOf(1)} chapterId={idOf(2)} />);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => sent.length).toBe(1);
  expect(page.getByText(/Readers take/).elements()).toEqual([]);
});

test('shows an estimate until it is known how long readers take', async () => {
  const { sent } = answer(null);
  const time = <AverageTime storyId={idOf(1)} chapterId={idOf(2)} estimate="About 12 min" />;
  const shown = await renderPage(time);
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(page.getByText('About 12 min')).toBeVisible();
  await shown.unmount();
  forgetData();
  answer(20);
  await renderPage(time);
  await expect.element(page.getByText(/^Readers take about 20 min for this chapter/)).toBeVisible();
  expect(page.getByText('About 12 min').elements()).toEqual([]);
});

test('tells the author of how many readers it is the average, for the story', async () => {
  answer(181);
  await renderPage(<AuthorAverage storyId={idOf(1)} />);
  await userEvent.keyboard('{Tab}');
  const text = 'Readers take about 3 h for the whole story (average of 1,200 readers)';
  await expect.element(page.getByText(text)).toBeVisible();
});

test('tells the author why there is no average of a story', async () => {
  answer(null);
  await renderPage(<AuthorAverage storyId={idOf(1)} />);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText(/no average reading time yet: fewer than 5 readers/)).toBeVisible();
});

test('shows the author a chapter’s average beside the estimate from its words', async () => {
  answer(12);
  await renderPage(<ChapterTimeDialog storyId={idOf(1)} chapter={chapter} close={() => {}} />);
  await expect.element(page.getByText('Readers take about 12 min (average of 1,200 readers)')).toBeVisible();
  await expect.element(page.getByText(/2,310 words at 200 words per minute: 12 min/)).toBeVisible();
  expect(asked).toBe(idOf(2));
});

test('tells the author why there is no average of a chapter', async () => {
  answer(null);
  await renderPage(<ChapterTimeDialog storyId={idOf(1)} chapter={chapter} close={() => {}} />);
  await expect.element(page.getByText(/fewer than 5 readers have finished this chapter/)).toBeVisible();
});
