import { paginate } from '@inkling/contract/page';
import type { PublicProfile } from '@inkling/contract/profiles';
import type { PersonCard } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notificationsQuery } from '../../features/notifications/bell.api.ts';
import { getQueryClient } from '../../lib/query.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { PersonHeader } from './person-page.tsx';

resetBetweenTests();

const marta: PublicProfile = {
  _id: idOf(20),
  username: 'marta',
  displayName: 'Marta Vidal',
  avatar: null,
  frame: null,
  ornament: null,
  bio: '',
  movedTo: null,
  role: 'author',
  createdAt: '2026-01-01T00:00:00.000Z',
  followersCount: 0,
  followingCount: 0,
  isFollowing: false,
  isBlocked: false,
  isMuted: false,
  storyCount: 0,
  achievements: [],
  genres: [],
  stories: [],
};
const fans: PersonCard[] = Array.from({ length: 21 }, (_, index) => ({
  _id: idOf(400 + index),
  username: `fan_${index}`,
  displayName: `Fan ${index}`,
  avatar: null,
  bio: '',
  followersCount: 0,
  isFollowing: false,
}));

const openPerson = (person: PublicProfile) => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(<PersonHeader person={person} followLoaded />);
};
const button = (name: string | RegExp) => page.getByRole('button', { name });
const follow = () => button(/^Follow(ing)? ?Marta Vidal$/);
const response = (following: boolean) =>
  ({ success: true, following, followersCount: Number(following), followingCount: 0 }) as const;

test('following shows at once, and is taken back when it fails', async () => {
  await openPerson(marta);
  await expect.element(follow()).toHaveAttribute('aria-pressed', 'false');
  const gate = Promise.withResolvers<void>();
  mockCall('POST /users/follow/{userId}', response(true), gate.promise);
  await follow().click();
  await expect.element(follow()).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('1 follower')).toBeVisible();
  gate.resolve();
  await expect.element(follow()).not.toHaveAttribute('aria-busy');
  await expect.element(button('1 follower')).toBeVisible();
  mockFailure('POST /users/unfollow/{userId}', 'UNAVAILABLE', 'The lamp is out.');
  await follow().click();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await expect.element(follow()).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('1 follower')).toBeVisible();
});

test('the lists of followers and followed people are shown, and give the focus back', async () => {
  const { _id, username, displayName, avatar, bio } = me;
  const mine: PersonCard = { _id, username, displayName, avatar, bio, followersCount: 0, isFollowing: false };
  await openPerson({ ...marta, followersCount: 1, isFollowing: true });
  mockCall('GET /users/{username}/followers', {
    success: true,
    data: [mine],
    pagination: paginate(1, 20, 1),
  });
  mockCall('GET /users/{username}/following', { success: true, data: [], pagination: paginate(1, 20, 0) });
  await button('1 follower').click();
  const list = page.getByRole('dialog', { name: 'Followers' });
  await expect.element(list.getByRole('link', { name: me.displayName })).toBeVisible();
  expect(list.getByRole('button', { name: /Follow/ }).elements(), 'no one follows themselves').toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button('1 follower')).toHaveFocus();
  await button('0 following').click();
  await expect.element(page.getByText('Marta Vidal isn’t following anyone yet.')).toBeVisible();
});

test('followers whom the owner sees in the list are no longer unread', async () => {
  await openPerson({ ...marta, _id: me._id, followersCount: 1, followingCount: 1 });
  const pagination = paginate(1, 20, 1);
  getQueryClient().setQueryData(notificationsQuery().queryKey, {
    success: true,
    data: [],
    pagination,
    kinds: [],
    unreadCount: 1,
  });
  const { sent } = mockCall('POST /notifications/read', { success: true, unreadCount: 1 });
  mockCall('GET /users/{username}/following', { success: true, data: fans.slice(0, 1), pagination });
  mockCall('GET /users/{username}/followers', { success: true, data: fans.slice(1, 2), pagination });
  await button('1 following').click();
  await expect.element(page.getByRole('link', { name: 'Fan 0' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button('1 follower').click();
  await expect.poll(() => sent).toEqual([{ subjects: [idOf(401)] }]);
});

test('the user’s own profile links to editing, and its follower list is shown by page', async () => {
  await openPerson({ ...marta, _id: me._id, followersCount: 21 });
  await expect.element(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();
  expect(button(/^Follow/).elements()).toEqual([]);
  const pageOf = (number: number) => ({
    success: true as const,
    data: fans.slice((number - 1) * 20, number * 20),
    pagination: paginate(number, 20, fans.length),
  });
  mockCall('GET /users/{username}/followers', pageOf(1));
  await button('21 followers').click();
  const rows = page.getByRole('dialog', { name: 'Followers' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(20);
  mockCall('GET /users/{username}/followers', pageOf(2));
  await button('Next').click();
  await expect.poll(() => rows.elements().length).toBe(1);
  mockCall('POST /users/follow/{userId}', response(true));
  await rows.getByRole('button').click();
  await expect.element(rows.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
});

test('someone who is blocked cannot be followed, but unblocked; someone who is muted, unmuted', async () => {
  await openPerson({ ...marta, isBlocked: true, isMuted: true });
  await expect.element(page.getByText('You’ve blocked this person.')).toBeVisible();
  expect(follow().elements()).toEqual([]);
  await button('Mute, block or report Marta Vidal').click();
  const { sent } = mockCall('DELETE /users/{id}/block', { success: true, isBlocked: false, isMuted: true });
  await expect.element(page.getByRole('menuitem', { name: 'Unmute' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Unblock' }).click();
  await expect.element(page.getByText('You unblocked Marta Vidal.')).toBeVisible();
  expect(sent.length).toBe(1);
});

test('a profile leads to where an author has moved', async () => {
  await openPerson({ ...marta, movedTo: 'https://elsewhere.example/marta' });
  const link = page.getByRole('link', { name: 'elsewhere.example/marta' });
  await expect.element(link).toHaveAttribute('href', 'https://elsewhere.example/marta');
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('nofollow'));
});
