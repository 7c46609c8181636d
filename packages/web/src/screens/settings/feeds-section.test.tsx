import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { FeedsSection } from './feeds-section.tsx';

resetBetweenTests();

test('the addresses of what one follows can be copied; that of the private feed only once it is made or replaced', async () => {
  const pagination = paginate(1, 20, 1);
  const followed = {
    story: { ...story, title: 'Salt and Amber', audience: 'mature' as const },
    unread: 0,
    nextUnread: null,
    isBegun: false,
    lastChapter: null,
    isMuted: false,
    followedAt: '2026-01-01T00:00:00.000Z',
  };
  const bo = { _id: idOf(51), username: 'bo.t', displayName: 'Bo', avatar: null, bio: '', followersCount: 0 };
  const person = { ...bo, isFollowing: true };
  mockCall('GET /stories/following', { success: true, data: [followed], pagination });
  mockCall('GET /users/{username}/following', { success: true, data: [person], pagination });
  mockCall('GET /feeds/private', { success: true, data: { createdAt: '2026-01-02T00:00:00.000Z' } });
  signIn();
  await renderPage(<FeedsSection me={me} />);
  const address = (name: string) => page.getByLabelText(name, { exact: true });
  await expect
    .element(address('Salt and Amber'))
    .toHaveValue(`${location.origin}/feeds/story/${story._id}.atom?mature=1`);
  await expect.element(address('All stories by Bo')).toHaveValue(`${location.origin}/feeds/user/bo.t.atom`);
  await expect
    .element(address('All your stories'))
    .toHaveValue(`${location.origin}/feeds/user/${me.username}.atom`);
  await expect.element(page.getByRole('button', { name: 'Copy the Salt and Amber address' })).toBeVisible();
  await expect.element(page.getByText(/Its address was shown only then/)).toBeVisible();
  const file = mockCall('GET /feeds/opml', '<opml/>' as never);
  await page.getByRole('button', { name: 'Download as OPML' }).click();
  await expect.element(page.getByText('Saved as inkling-feeds.opml.')).toBeVisible();
  expect(file.sent).toHaveLength(1);
  const made = {
    createdAt: '2026-02-02T00:00:00.000Z',
    atom: 'https://x.example/a.atom',
    json: 'https://x.example/a.json',
  };
  mockCall('POST /feeds/private', { success: true, data: made });
  mockCall('GET /feeds/private', { success: true, data: { createdAt: made.createdAt } });
  await page.getByRole('button', { name: 'Replace address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace address' }).click();
  await expect.element(address('Atom')).toHaveValue(made.atom);
  await expect.element(page.getByText(/Its address was shown only then/)).not.toBeInTheDocument();
});
