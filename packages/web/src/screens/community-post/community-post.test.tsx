import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { commentList, commentOf } from '../../testing/comments.ts';
import { communityResponse, memberOf, postOf } from '../../testing/communities.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure, mockGone } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { CommunityPostView } from './community-post.tsx';

resetBetweenTests();

const id = idOf(70);
const post = postOf(1, { likes: 3, commentsCount: 2 });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const show = () => renderPage(<CommunityPostView communityId={id} postId={post._id} />);
const myself = { _id: me._id, username: me.username, displayName: me.displayName, avatar: null };

function mockPage(role: 'member' | 'moderator', changes: Partial<typeof post> = {}) {
  asMember();
  mockCall('GET /community/{id}', communityResponse({ membership: 'member', role }));
  mockCall('GET /community/{id}/posts/{postId}', { success: true, data: { ...post, ...changes } });
  const onPost = { story: null, post: post._id };
  mockCall(
    'GET /comments',
    commentList({ data: [commentOf(1, { ...onPost, author: myself }), commentOf(2, onPost)] }),
  );
}

test('a post that is gone leads back; another failure shows the message too', async () => {
  asMember();
  mockCall('GET /community/{id}', communityResponse());
  mockGone('GET /community/{id}/posts/{postId}', { id, postId: post._id }, 'Post not found.');
  const gone = await show();
  await expect.element(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  await gone.unmount();
  forgetData();
  mockFailure('GET /community/{id}/posts/{postId}', 'INTERNAL', 'The lamp is out.');
  await show();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Back to Communities' }))
    .toHaveAttribute('href', '/community');
});

test('someone else’s post can be blocked with its author, and is then gone', async () => {
  mockPage('member');
  mockCall('POST /users/{id}/block', { success: true, isBlocked: true, isMuted: false });
  await show();
  await page
    .getByRole('button', { name: `Mute, block or report ${post.author.displayName}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  mockGone('GET /community/{id}/posts/{postId}', { id, postId: post._id }, 'Post not found.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect.element(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
});

test('a member likes, and deletes only own comments, which say ‘You’', async () => {
  mockPage('member');
  mockCall('POST /community/{id}/posts/{postId}/like', { success: true, liked: true, likes: 4 });
  await show();
  await expect.element(button('Like, 3')).toHaveAttribute('aria-pressed', 'false');
  await button('Like, 3').click();
  await expect.element(button('Like, 4')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('You', { exact: true })).toBeVisible();
  expect(button('Delete').elements()).toHaveLength(1);
  expect(button('Pin').elements()).toEqual([]);
  await button('Delete').click();
  await expect
    .element(page.getByRole('alertdialog', { name: 'Are you sure you want to delete this comment?' }))
    .toBeVisible();
});

test('a moderator bans the author of a post', async () => {
  mockPage('moderator', { author: memberOf(7) });
  const banned = mockFailure('PUT /community/{id}/bans/{userId}', 'NOT_ALLOWED', 'Only the founder can.');
  await show();
  await button('Ban author').click();
  await page.getByLabelText('Reason').fill('Told the ending.');
  await button('Ban').click();
  await expect.element(page.getByText('Only the founder can.')).toBeVisible();
  expect(banned.sent).toEqual([{ reason: 'Told the ending.', until: null }]);
});

test('a moderator pins and locks the post, and deletes any comment', async () => {
  mockPage('moderator');
  await show();
  await expect.element(button('Lock')).toBeVisible();
  // The post and both comments.
  await expect.poll(() => button('Delete').elements()).toHaveLength(3);
  const pinned = mockCall('PUT /community/{id}/posts/{postId}/pin', {
    success: true,
    data: { ...post, isPinned: true },
  });
  mockCall('GET /community/{id}/posts/{postId}', { success: true, data: { ...post, isPinned: true } });
  await button('Pin').first().click();
  await expect.element(page.getByText('Pinned').first()).toBeVisible();
  expect(pinned.sent).toHaveLength(1);
});
