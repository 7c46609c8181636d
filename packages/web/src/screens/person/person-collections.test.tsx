import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { collectionList, collectionOf } from '../../testing/collections.ts';
import { me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { PersonCollections } from './person-lists.tsx';

resetBetweenTests();

const publicOnes = Array.from({ length: 7 }, (_, index) =>
  collectionOf(index, 4, { visibility: 'public', owner: story.author }),
);
/** As the layout does, which knows the reader. */
function Own() {
  useMe();
  return <PersonCollections person={me} />;
}
const section = page.getByRole('region', { name: /^Collections/ });

test('a person’s page shows six public collections, then more', async () => {
  mockEach('GET /users/{username}/collections', (query) =>
    collectionList(query.get('page') === '2' ? publicOnes.slice(6) : publicOnes.slice(0, 6), 7, 6),
  );
  await renderPage(<PersonCollections person={story.author} />);
  await expect.element(section.getByText('Showing 6 of 7 collections.')).toBeVisible();
  expect(section.getByText('Public').elements()).toEqual([]);
  expect(section.getByRole('link', { name: 'Manage in my library' }).elements()).toEqual([]);
  await section.getByRole('button', { name: 'Show more' }).click();
  await expect.element(section.getByRole('link', { name: 'View All in Collection 6' })).toHaveFocus();
});

test('one’s own page leads to the library, where private ones are too', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /users/{username}/collections', collectionList(publicOnes.slice(0, 1), 1, 6));
  await renderPage(<Own />);
  await expect
    .element(section.getByRole('link', { name: 'Manage in my library' }))
    .toHaveAttribute('href', '/library?tab=collections');
});

test('without public collections, or if they cannot be fetched, nothing is shown', async () => {
  const none = mockCall('GET /users/{username}/collections', collectionList([], 0, 6));
  await renderPage(<PersonCollections person={story.author} />);
  await expect.poll(() => none.sent.length).toBeGreaterThan(0);
  const failed = mockFailure('GET /users/{username}/collections', 'INTERNAL', 'No.');
  await renderPage(<PersonCollections person={me} />);
  await expect.poll(() => failed.sent.length).toBeGreaterThan(0);
  expect(page.getByRole('heading').elements()).toEqual([]);
});
