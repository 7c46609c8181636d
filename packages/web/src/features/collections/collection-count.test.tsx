import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { collectionList, collectionOf } from '../../testing/collections.ts';
import { me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { CollectionCount } from './collection-count.tsx';

resetBetweenTests();

const owner = story.author;
const listed = (total: number) =>
  mockCall(
    'GET /stories/{id}/collections',
    collectionList([collectionOf(1, 5, { owner, visibility: 'public' })], total, 10),
  );

test('the story page says in how many public collections a story is, and opens their list', async () => {
  const { sent } = listed(12);
  await renderPage(<CollectionCount storyId={story._id} isAuthor={false} />);
  await page.getByRole('button', { name: 'In 12 collections' }).click();
  const dialog = page.getByRole('dialog', { name: 'In 12 collections' });
  await expect.element(dialog.getByRole('link', { name: 'View All in Collection 1' })).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Grace' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Next' })).toBeEnabled();
  // The first page is that of the count.
  expect(sent).toHaveLength(1);
});

test('one collection is counted in the singular', async () => {
  listed(1);
  await renderPage(<CollectionCount storyId={story._id} isAuthor={false} />);
  await expect.element(page.getByRole('button', { name: 'In 1 collection', exact: true })).toBeVisible();
});

test('nothing is said of a story in no public collection', async () => {
  const { sent } = mockCall('GET /stories/{id}/collections', collectionList([], 0, 10));
  await renderPage(<CollectionCount storyId={story._id} isAuthor={false} />);
  await expect.poll(() => sent).toHaveLength(1);
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('the author of a story takes it out of the collections of others, and can undo that', async () => {
  listed(1);
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await renderPage(<CollectionCount storyId={story._id} isAuthor />);
  await page.getByRole('button', { name: 'In 1 collection' }).click();
  const done = { success: true, message: 'Done.' } as const;
  const excluded = mockCall('PUT /collections/{id}/exclusions/{storyId}', done);
  const readmitted = mockCall('DELETE /collections/{id}/exclusions/{storyId}', done);
  await page.getByRole('button', { name: 'Remove my story from Collection 1' }).click();
  await expect.poll(() => excluded.sent).toHaveLength(1);
  await expect
    .element(page.getByText('“Collection 1” no longer shows your story.', { exact: false }))
    .toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readmitted.sent).toHaveLength(1);
});
