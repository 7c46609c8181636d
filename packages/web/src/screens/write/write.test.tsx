import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { ownStory } from '../../testing/own-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import WritingHub from './write.tsx';

resetBetweenTests();

const waiting = {
  _id: idOf(9),
  fileName: 'lamp.docx',
  state: 'review' as const,
  done: 0,
  total: 3,
  story: null,
  message: null,
};

test('a book that waits for review is mentioned above the stories, also before there are any', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /imports', { success: true, data: [waiting] });
  mockCall('GET /stories/my-stories', {
    success: true,
    data: [],
    pagination: paginate(1, 10, 0),
    unsaved: [],
  });
  await renderPage(<WritingHub />, '/write', '/write');
  await expect.element(page.getByText('No stories yet')).toBeVisible();
  await expect.element(page.getByText('lamp.docx', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Check its chapters' }))
    .toHaveAttribute('href', paths.reviewImport(waiting._id));
});

test('a story with unsaved text says so and leads to its editor', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /imports', { success: true, data: [{ ...waiting, state: 'writing' }] });
  const stories = ['Edited', 'Begun', 'Saved'].map((title, index) => ({
    ...ownStory,
    comments: 0,
    _id: idOf(200 + index),
    title,
  }));
  const updatedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  mockCall('GET /stories/my-stories', {
    success: true,
    data: stories,
    pagination: paginate(1, 10, 3),
    unsaved: [
      { story: idOf(200), chapter: idOf(300), isNew: false, updatedAt },
      { story: idOf(201), chapter: idOf(301), isNew: true, updatedAt },
    ],
  });
  await renderPage(<WritingHub />, '/write', '/write');
  const linkIn = (title: string) =>
    page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .getByRole('link', { name: 'Unsaved changes, 3 days ago' });
  await expect.element(linkIn('Edited')).toHaveAttribute('href', paths.writeChapter(idOf(200), idOf(300)));
  await expect.element(linkIn('Begun')).toHaveAttribute('href', paths.writeChapter(idOf(201), 'new'));
  await expect.element(linkIn('Saved')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Check its chapters' })).not.toBeInTheDocument();
});
