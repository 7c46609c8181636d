import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { withFragment } from '../../lib/wanted-fragment.ts';
import { asMember } from '../../testing/comment-pages.ts';
import { communityOf, memberOf } from '../../testing/communities.ts';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockGone } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import CommunityInvitation from './community-invitation.tsx';

resetBetweenTests();

const token = 'x'.repeat(43);
const path = `/community/${idOf(70)}/invitation`;
const show = () => renderPage(<CommunityInvitation />, '*', `${path}#${token}`);
const invited = () =>
  mockCall('GET /community/join/{token}', {
    success: true,
    data: { community: communityOf(), by: memberOf(7) },
  });

test('a visitor sees who invites to what, and where to sign up, which leads back with the token', async () => {
  invited();
  await show();
  await expect.element(page.getByRole('heading', { name: 'Lamp Lighters' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Member 7' })).toBeVisible();
  await expect.element(page.getByText('About lamps.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Join' }).elements()).toEqual([]);
  for (const [name, screen] of [
    ['Join Free', 'signup'],
    ['Sign In', 'login'],
  ] as const)
    await expect
      .element(page.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', `/${screen}?redirect=${encodeURIComponent(path)}`);
  expect(withFragment(path)).toBe(`${path}#${token}`);
});

test('a used-up invitation says why, and asks a visitor for nothing', async () => {
  mockGone(
    'GET /community/join/{token}',
    { token },
    'The community that this invitation is for was deleted.',
  );
  await show();
  await expect
    .element(page.getByRole('heading', { name: 'This invitation can no longer be used' }))
    .toBeVisible();
  await expect
    .element(page.getByText('The community that this invitation is for was deleted.'))
    .toBeVisible();
  expect(page.getByRole('link', { name: 'Join Free' }).elements()).toEqual([]);
});

test('a member joins with one press', async () => {
  asMember();
  invited();
  await show();
  await expect.element(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  expect(page.getByRole('link', { name: 'Join Free' }).elements()).toEqual([]);
});
