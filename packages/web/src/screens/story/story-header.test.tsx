import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { story } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { StoryHeader } from './story-header.tsx';

resetBetweenTests();

test('a story’s page names its language if the reader reads others', async () => {
  const { unmount } = await renderPage(
    <StoryHeader place={null} story={{ ...story, language: 'de' }} actions={null} />,
  );
  await expect.element(page.getByText('Written in German')).toBeVisible();
  await unmount();
  await renderPage(<StoryHeader place={null} story={story} actions={null} />);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByText(/Written in/).elements()).toEqual([]);
});

test('a story on hiatus says until when, and what its author says', async () => {
  const paused = { isOnHiatus: true, hiatusUntil: '2027-03-01', hiatusNote: 'Exams first.' };
  await renderPage(<StoryHeader place={null} story={{ ...story, ...paused }} actions={null} />);
  await expect.element(page.getByText('On hiatus until Mar 1, 2027: Exams first.')).toBeVisible();
});
