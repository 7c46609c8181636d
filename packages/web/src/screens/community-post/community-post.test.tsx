import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember, unread } from '../../testing/comment-pages.ts';
import { commentList, commentOf } from '../../testing/comments.ts';
import { communityResponse, memberOf, onePage, postOf } from '../../testing/communities.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure, mockGone } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { CommunityView } from '../community/community.tsx';
import { CommunityPostView } from './community-post.tsx';

resetBetweenTests();

const id = idOf(70);
const post = postOf(1, { likes: 3, commentsCount: 2 });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const show = (address = '/') =>
  renderPage(<CommunityPostView communityId={id} postId={post._id} />, '*', address);
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

test('the names of members who take no part are completed after @ in a comment', async () => {
  mockPage('member');
  mockCall('GET /users/{username}/following', onePage([]));
  mockCall('GET /community/{id}/members', onePage([memberOf(9)]));
  await show();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Dear @mem');
  await page.getByRole('option', { name: /@member9/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Dear @member9 ');
});

test('authors of the post and its comments have usernames, where their names differ', async () => {
  mockPage('member');
  const bob = { ...memberOf(8), displayName: '' };
  const onPost = { story: null, post: post._id };
  mockCall(
    'GET /comments',
    commentList({
      data: [commentOf(1, { ...onPost, author: memberOf(7) }), commentOf(2, { ...onPost, author: bob })],
    }),
  );
  await show();
  await expect.element(page.getByText('@grace')).toBeVisible();
  await expect.element(page.getByText('@member7')).toBeVisible();
  expect(page.getByText('@member8').elements()).toEqual([]);
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

test('a link leads to a comment, which is marked; one that is gone is said to be', async () => {
  mockPage('member');
  const linked = commentOf(30, { story: null, post: post._id });
  mockCall('GET /comments/{id}', { success: true, data: linked });
  const found = await show(`/?comment=${linked._id}`);
  const card = page.getByRole('article', { name: 'Comment by Bo' }).filter({ hasText: 'Comment 30' });
  await expect.element(card).toHaveFocus();
  await expect.element(card).toBeInViewport();
  await found.unmount();
  forgetData();
  mockGone('GET /comments/{id}', { id: linked._id }, 'Comment not found.');
  await show(`/?comment=${linked._id}`);
  await expect.element(page.getByText('The comment you’re looking for is no longer here.')).toBeVisible();
});

test('the heading and the list of posts count a comment that is posted or deleted', async () => {
  mockPage('member', { commentsCount: 0 });
  mockCall('GET /comments', commentList({}));
  const posts = mockCall('GET /community/{id}/posts', onePage([{ ...post, commentsCount: 0 }]));
  const listed = await renderPage(<CommunityView id={id} />);
  await expect.element(page.getByText('0 comments')).toBeInTheDocument();
  await listed.unmount();
  const shown = await show();
  await expect.element(page.getByRole('heading', { name: 'Comments 0' })).toBeVisible();
  const comment = commentOf(3, { story: null, post: post._id, author: myself });
  mockCall('POST /comments', { success: true, data: comment });
  await page.getByLabelText('Write a comment').fill('Comment 3');
  await button('Post comment').click();
  await expect.element(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
  await shown.unmount();
  expect(posts.sent).toHaveLength(1);
  const counted = mockCall('GET /community/{id}/posts', onePage([{ ...post, commentsCount: 1 }]));
  const again = await renderPage(<CommunityView id={id} />);
  await expect.element(page.getByText('1 comment', { exact: true })).toBeInTheDocument();
  expect(counted.sent).toHaveLength(1);
  await again.unmount();
  mockCall('GET /comments', commentList({ data: [comment] }));
  await show();
  await expect.element(button('Delete')).toBeVisible();
  mockCall('DELETE /comments/{id}', { success: true, message: 'Comment deleted.' });
  mockCall('GET /comments', commentList({}));
  await button('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('heading', { name: 'Comments 0' })).toBeVisible();
});

test('a mention in a post is read when the post is in view, but not while it is folded', async () => {
  mockPage('member', { isFolded: true, title: null, content: null });
  mockCall('GET /comments', commentList({}));
  const { sent } = mockCall('POST /notifications/read', { success: true, unreadCount: 1 });
  unread(1);
  const folded = await show();
  await expect.element(button('Show anyway: post by Grace')).toBeInViewport();
  await expect.element(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  expect(sent).toEqual([]);
  await folded.unmount();
  forgetData();
  mockCall('GET /community/{id}/posts/{postId}', { success: true, data: post });
  unread(1);
  await show();
  await expect.poll(() => sent).toEqual([{ subjects: [post._id] }]);
});

test('banned people see how many like a post and its comments, and no button that fails', async () => {
  mockPage('member');
  const ban = { reason: 'Told the ending.', until: null };
  mockCall('GET /community/{id}', communityResponse({ membership: 'banned', ban }));
  const onPost = commentOf(1, { story: null, post: post._id, likes: 2 });
  mockCall('GET /comments', commentList({ data: [onPost], refusal: 'banned' }));
  await show();
  await expect.element(page.getByText('3 likes')).toBeVisible();
  await expect.element(page.getByText('2 likes')).toBeVisible();
  expect(page.getByRole('button', { name: /^Like/ }).elements()).toEqual([]);
});

test('a moderator bans the author of a post', async () => {
  mockPage('moderator', { author: memberOf(7) });
  const banned = mockFailure('PUT /community/{id}/bans/{userId}', 'NOT_ALLOWED', 'Only the founder can.');
  await show();
  const menu = page.getByRole('button', { name: 'Mute, block, report or ban Member 7' });
  await menu.first().click();
  await page.getByRole('menuitem', { name: 'Ban from the community' }).click();
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
