import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeSuspended } from '../../lib/suspension.ts';
import { asMember, mockComments, shownContents, unread } from '../../testing/comment-pages.ts';
import { commentList, commentOf, replyOf } from '../../testing/comments.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { Comments } from './comments.tsx';

resetBetweenTests();

const asAuthor = () => asMember({ _id: story.author._id });
const show = (chapter?: string) =>
  renderPage(
    <Comments
      subject={
        chapter === undefined
          ? { kind: 'story', id: story._id }
          : { kind: 'chapter', id: chapter, storyId: story._id }
      }
      author={story.author}
    />,
  );
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a visitor reads comments and likes, and is led to sign in and back', async () => {
  mockComments({ data: [commentOf(1, { likes: 2 })], refusal: 'signed-out' });
  await show();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  await expect.element(page.getByText('2 likes')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign in to comment' }))
    .toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/story/${story._id}`)}`);
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a visitor cannot unfold a comment', async () => {
  const folded = commentOf(1, { chapter: idOf(7), content: null, isFolded: true });
  mockComments({ data: [folded], refusal: 'signed-out' });
  await show();
  await expect.element(page.getByText(/haven’t reached yet. Sign in to show it/)).toBeVisible();
  expect(page.getByRole('button', { name: /Show anyway/ }).elements()).toEqual([]);
});

test('without comments the reader is invited; closed comments say so', async () => {
  asMember();
  mockComments({});
  const open = await show();
  await expect.element(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  await open.unmount();
  forgetData();
  mockComments({ isClosed: true, refusal: 'closed' });
  await show();
  await expect.element(page.getByText(/^Comments are closed\./)).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('where the reader can’t comment, it says so, and comments can be liked', async () => {
  asMember();
  mockComments({ data: [commentOf(1)], refusal: 'not-allowed' });
  await show();
  await expect.element(page.getByText('You can’t comment here.')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await expect.element(button('Like')).toBeVisible();
});

test('suspended people see that they can’t comment, as long as that holds', async () => {
  storeSuspended(true);
  asMember();
  mockComments({ data: [commentOf(1)] });
  await show();
  await expect.element(page.getByText(/^You can’t comment while your account is suspended/)).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  storeSuspended(false);
  await expect.element(page.getByRole('textbox')).toBeVisible();
});

test('the menu of another’s comment mutes them, and asks before it blocks them', async () => {
  asMember();
  const mine = commentOf(2, { author: { ...me, avatar: null } });
  const byCy = commentOf(3, { author: { _id: idOf(52), username: 'cy', displayName: 'Cy', avatar: null } });
  mockComments({ data: [commentOf(1), mine, byCy] });
  await show();
  await expect.poll(() => button(/^Mute, block or report/).elements().length).toBe(2);
  mockCall('POST /users/{id}/mute', { success: true, isBlocked: false, isMuted: true });
  await button('Mute, block or report Bo').click();
  mockComments({ data: [mine, byCy] });
  await page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect.element(page.getByText(/^You muted Bo\./)).toBeVisible();
  await expect.poll(shownContents).toEqual(['Comment 2', 'Comment 3']);
  await button('Mute, block or report Cy').click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Block Cy?' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Mute, block or report Cy')).toHaveFocus();
  mockFailure('POST /users/{id}/block', 'QUOTA_REACHED', 'You can block at most 1,000 people.');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect.element(page.getByText('You can block at most 1,000 people.')).toBeVisible();
  mockCall('POST /users/{id}/block', { success: true, isBlocked: true, isMuted: false });
  mockComments({ data: [mine] });
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect.element(page.getByText('You blocked Cy.')).toBeVisible();
  await expect.poll(shownContents).toEqual(['Comment 2']);
});

test('a list that fails to load shows the message of the server, and can be tried again', async () => {
  asMember();
  mockFailure('GET /comments', 'INTERNAL', 'The comments are resting.');
  await show();
  await expect.element(page.getByRole('alert').getByText('The comments are resting.')).toBeVisible();
  mockComments({ data: [commentOf(1)] });
  await button('Try again').click();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
});

test('a like is disabled while it is in flight, and taken back if the server refuses', async () => {
  asMember();
  mockComments({ data: [commentOf(1, { likes: 1 })] });
  await show();
  const gate = Promise.withResolvers<void>();
  const like = page.getByRole('button', { name: /^Like/ });
  const { sent } = mockCall(
    'POST /comments/{id}/like',
    { success: true, liked: true, likes: 3 },
    gate.promise,
  );
  await like.click();
  await expect.element(like).toHaveAttribute('aria-disabled', 'true');
  await expect.element(like).toHaveTextContent('2');
  await userEvent.keyboard(' ');
  gate.resolve();
  await expect.element(like).toHaveTextContent('3');
  expect(sent).toHaveLength(1);
  mockFailure('DELETE /comments/{id}/like', 'UNAVAILABLE', 'Please try again.');
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await expect.element(like).toHaveTextContent('3');
});

test('three replies are shown, then all, and a reply to a reply names the person', async () => {
  asMember();
  const parent = commentOf(1);
  const replies = [1, 2, 3, 4, 5].map((number) =>
    replyOf(parent, number, { _id: idOf(700 + number), content: `Reply ${number}` }),
  );
  mockComments({ data: [{ ...parent, replies: 5, firstReplies: replies.slice(0, 3) }] });
  await show();
  const reply = page.getByRole('article', { name: /^Reply by/ });
  await expect.element(reply.nth(2)).toBeVisible();
  await reply.nth(0).getByRole('button', { name: 'Reply', exact: true }).click();
  const form = page.getByRole('textbox', { name: 'Write a reply' });
  await expect.element(form).toHaveFocus();
  await expect.element(form).toHaveValue('@bo ');
  const posted = {
    ...commentOf(9),
    parent: parent._id,
    content: '@bo Yes.',
    createdAt: '2026-02-01T00:00:00.000Z',
  };
  const sent = mockCall('POST /comments', { success: true, data: posted });
  await userEvent.keyboard('Yes.');
  await button('Post reply').click();
  await expect.element(page.getByText('@bo Yes.')).toBeVisible();
  expect(sent.sent).toEqual([{ _id: expect.any(String), content: '@bo Yes.', parent: idOf(701) }]);
  const pagination = { page: 1, limit: 20, total: 6, totalPages: 1, hasMore: false };
  mockCall('GET /comments/{id}/replies', { success: true, data: [...replies, posted], pagination });
  await button('Show 2 more replies').click();
  await expect.element(page.getByText('Reply 5')).toBeVisible();
  const texts = reply.elements().map((article) => article.querySelector('p[dir=auto]')?.textContent);
  expect(texts).toEqual(['Reply 1', 'Reply 2', 'Reply 3', 'Reply 4', 'Reply 5', '@bo Yes.']);
  await expect.element(reply.nth(3).getByRole('link').first()).toHaveFocus();
});

test('a folded comment shows its text only when asked for; a removed one says so', async () => {
  asMember();
  const folded = commentOf(1, { chapter: idOf(7), content: null, isFolded: true });
  const removed = commentOf(2, { author: null, content: null, isRemoved: true });
  mockComments({ data: [folded, removed] });
  await show();
  await expect.element(page.getByText('Comment removed')).toBeVisible();
  mockCall('GET /comments/{id}', {
    success: true,
    data: { ...folded, content: 'The lamp!', isFolded: false },
  });
  await button('Show anyway: comment by Bo').click();
  await expect.element(page.getByText('The lamp!')).toBeVisible();
});

test('a comment on a passage quotes it and leads there; a changed one is not quoted, and says so', async () => {
  asMember();
  const chapter = idOf(7);
  const onPassage = commentOf(1, { chapter, passage: { paragraph: 4, quote: 'The lamp was lit.' } });
  const onGone = commentOf(2, { chapter, passage: { paragraph: null, quote: null } });
  const onChanged = commentOf(3, { chapter, passage: { paragraph: 5, quote: null } });
  mockComments({ data: [onPassage, onGone, onChanged] });
  await show(chapter);
  await expect.element(button('Go to the passage: The lamp was lit.')).toBeVisible();
  await expect.element(button('Go to the passage: The author changed this passage')).toBeVisible();
  expect(page.getByText('The author changed this passage').elements()).toHaveLength(2);
});

test('mentions of people are links, everything else is text', async () => {
  asMember();
  mockComments({
    data: [commentOf(1, { content: '<b>@ada</b> and @nobody', mentions: ['ada'] })],
    refusal: 'signed-out',
  });
  await show();
  await expect.element(page.getByRole('link', { name: '@ada' })).toHaveAttribute('href', '/profile/ada');
  await expect.element(page.getByText('<b>@ada</b> and @nobody')).toBeVisible();
  expect(page.getByRole('link', { name: '@nobody' }).elements()).toEqual([]);
});

test('comments can be sorted, and further pages follow by position', async () => {
  asMember();
  const asked: string[] = [];
  mockEach('GET /comments', (query) => {
    const after = query.get('after');
    asked.push(`${query.get('sort')} ${after}`);
    const number = after === null ? 1 : 2;
    const data = [commentOf(number, { content: `${query.get('sort')} ${number}` })];
    return commentList({ data, total: 2, ...(after === null && { next: 'here' }) });
  });
  await show();
  await expect.element(page.getByText('newest 1')).toBeVisible();
  await button('Show more').click();
  await expect.element(page.getByText('newest 2')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort comments' }).selectOptions('Most liked');
  await expect.element(page.getByText('liked 1')).toBeVisible();
  await expect.element(page.getByText('Showing 1 of 2 comments.')).toBeVisible();
  expect(asked).toEqual(['newest null', 'newest here', 'liked null']);
});

test('the author of the story pins, deletes any comment, and closes and opens comments', async () => {
  asAuthor();
  const [one, two] = [commentOf(1), commentOf(2)];
  mockComments({ data: [two, one] });
  await show();
  await expect.element(button('Pin').first()).toBeVisible();
  expect(button('Delete').elements()).toHaveLength(2);
  expect(button('Edit').elements()).toEqual([]);
  mockCall('PUT /comments/{id}/pin', { success: true, data: { ...one, isPinned: true } });
  mockComments({ data: [two], total: 2, pinned: { ...one, isPinned: true } });
  await button('Pin').nth(1).click();
  await expect.poll(shownContents).toEqual(['Comment 1', 'Comment 2']);
  await expect.element(page.getByText('Pinned', { exact: true })).toBeVisible();
  await expect.element(button('Unpin')).toBeVisible();
  const closed = mockCall('PUT /stories/{id}/comments', { success: true, isClosed: true });
  mockComments({
    data: [two],
    total: 2,
    pinned: { ...one, isPinned: true },
    isClosed: true,
    refusal: 'closed',
  });
  await button('Close comments').click();
  await expect.element(page.getByText(/^Comments are closed\./)).toBeVisible();
  await expect.element(button('Open comments')).toBeVisible();
  expect(closed.sent).toEqual([{ isClosed: true }]);
});

test('the comments of a chapter stay closed while those of its story are', async () => {
  asAuthor();
  mockComments({ isClosed: true, refusal: 'closed' });
  await show(idOf(7));
  mockCall('PUT /chapters/{id}/comments', { success: true, isClosed: false });
  await button('Open comments').click();
  await expect.element(page.getByText(/^Comments on the whole story are closed\./)).toBeVisible();
});

test('times of comments keep up with the clock [U27]', async () => {
  asMember();
  const timers = vi.spyOn(window, 'setInterval');
  mockComments({ data: [commentOf(1, { createdAt: new Date(Date.now() - 30_000).toISOString() })] });
  await show();
  await expect.element(page.getByText('Just now')).toBeVisible();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  const [tick] = timers.mock.calls.find(([, delay]) => delay === 10_000) ?? [];
  if (typeof tick === 'function') tick();
  await expect.element(page.getByText('1m ago')).toBeVisible();
  vi.restoreAllMocks();
});

const showLinked = (linkedId: string) =>
  renderPage(
    <Comments subject={{ kind: 'story', id: story._id }} author={story.author} linkedId={linkedId} />,
  );

test('a comment to which a link leads comes first, from a later page too, and has the focus', async () => {
  asMember();
  mockComments({ data: [commentOf(1)], total: 40, next: 'later' });
  mockCall('GET /comments/{id}', { success: true, data: commentOf(30) });
  await showLinked(idOf(630));
  await expect.element(page.getByText('Comment 30')).toBeVisible();
  expect(shownContents()).toEqual(['Comment 30', 'Comment 1']);
  expect(document.activeElement?.textContent).toContain('Comment 30');
});

test('a reply to which a link leads is shown under its comment; a deleted one is said to be gone', async () => {
  asMember();
  mockComments({ data: [commentOf(1)] });
  const thread = commentOf(1, { replies: 9 });
  mockCall('GET /comments/{id}', { success: true, data: thread });
  mockCall('GET /comments/{id}', { success: true, data: { ...thread, ...replyOf(thread, 8) } }, undefined, {
    id: idOf(608),
  });
  const found = await showLinked(idOf(608));
  await expect.element(page.getByRole('article', { name: 'Reply by Bo' })).toHaveFocus();
  await found.unmount();
  forgetData();
  mockFailure('GET /comments/{id}', 'NOT_FOUND', 'Comment not found.');
  await showLinked(idOf(608));
  await expect.element(page.getByText('The comment you’re looking for is no longer here.')).toBeVisible();
});

test('comments in view are marked as read while something is unread, once', async () => {
  asMember();
  const replied = commentOf(1, { replies: 1 });
  mockComments({ data: [{ ...replied, firstReplies: [replyOf(replied, 2)] }] });
  const { sent } = mockCall('POST /notifications/read', { success: true, unreadCount: 1 });
  unread(0);
  await show();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  expect(sent).toEqual([]);
  unread(1);
  await expect.poll(() => sent).toEqual([{ subjects: [idOf(601), idOf(602)] }]);
  unread(2);
  await expect.element(page.getByText('Reply 2')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('comments and replies of the reader’s that are held say so, are not counted, and take no likes or replies', async () => {
  asMember();
  const author = { ...me, avatar: null };
  const held = commentOf(9, { author, isHeld: true });
  const thread = commentOf(1);
  const reply = replyOf(thread, 2, { author, isHeld: true });
  mockComments({ data: [{ ...thread, firstReplies: [reply] }], total: 2, held: [held] });
  await show();
  const card = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'Comment 9' });
  await expect.element(card.getByText('Held for review')).toBeVisible();
  await expect.element(page.getByText(/Only you can see this reply/)).toBeVisible();
  const names = card
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Edit', 'Delete']);
  mockCall('POST /comments', { success: true, data: commentOf(10, { author, isHeld: true }) });
  await page.getByLabelText('Write a comment').fill('Comment 10');
  await button('Post comment').click();
  await expect.element(page.getByText('Comment 10')).toBeVisible();
  await expect.element(page.getByText('2 comments')).toBeVisible();
});
