import type { Comment } from '@inkling/contract/comments';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commentList, commentOf, replyOf } from '../../testing/comments.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Comments } from './comments.tsx';

resetBetweenTests();

const asMember = (changes: Partial<typeof me> = {}): void => {
  signIn();
  mockCall('GET /auth/me', { success: true, user: { ...me, ...changes } });
};
const asAuthor = () => asMember({ _id: story.author._id });
const mockList = (listed: Parameters<typeof commentList>[0]) =>
  mockCall('GET /comments', commentList(listed));
const show = (chapter?: string) =>
  renderPage(<Comments subject={{ story: story._id, chapter }} authorId={story.author._id} />);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const box = () => page.getByRole('textbox', { name: 'Write a comment' });
const own = { _id: me._id, username: me.username, displayName: me.displayName, avatar: null };
const mine = commentOf(5, { author: own, content: 'The lamp is not a lamp, and everyone knows it by now.' });
const contents = (shown: Comment[]) => shown.map(({ content }) => content);
const shownContents = () =>
  [...document.querySelectorAll('ul[aria-label=Comments] > li')].map(
    (item) => item.querySelector('p[dir=auto]')?.textContent,
  );

test('a visitor reads comments and likes, and is led to sign in and back', async () => {
  mockList({ data: [commentOf(1, { likes: 2 })], refusal: 'signed-out' });
  await show();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  await expect.element(page.getByText('2 likes')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign in to comment' }))
    .toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/story/${story._id}`)}`);
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('without comments the reader is invited; closed comments say so', async () => {
  asMember();
  mockList({});
  const open = await show();
  await expect.element(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  await open.unmount();
  forgetData();
  mockList({ isClosed: true, refusal: 'closed' });
  await show();
  await expect.element(page.getByText(/^Comments are closed\./)).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('a list that fails to load shows the message of the server, and can be tried again', async () => {
  asMember();
  mockFailure('GET /comments', 'INTERNAL', 'The comments are resting.');
  await show();
  await expect.element(page.getByRole('alert').getByText('The comments are resting.')).toBeVisible();
  mockList({ data: [commentOf(1)] });
  await button('Try again').click();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
});

test('a comment is posted trimmed, once, with Ctrl+Enter, and appears at the top', async () => {
  asMember();
  mockList({ data: [commentOf(1)] });
  await show();
  await expect.element(button('Post comment')).toBeDisabled();
  await box().fill('  \n ');
  await expect.element(button('Post comment')).toBeDisabled();
  await box().fill('  A fine lamp. ');
  const gate = Promise.withResolvers<void>();
  const posted = commentOf(9, { author: own, content: 'A fine lamp.' });
  const { sent } = mockCall('POST /comments', { success: true, data: posted }, gate.promise);
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}');
  await expect.element(button('Posting…')).toHaveAttribute('aria-disabled', 'true');
  gate.resolve();
  await expect.element(box()).toHaveValue('');
  await expect.poll(shownContents).toEqual(['A fine lamp.', 'Comment 1']);
  expect(sent).toEqual([{ _id: expect.any(String), content: 'A fine lamp.', story: story._id }]);
  await expect.element(page.getByText('2 comments', { exact: true })).toBeVisible();
});

test('what was typed survives a failure and a reload, and is posted under the same id', async () => {
  asMember();
  mockList({});
  const first = await show();
  await box().fill('A fine lamp.');
  const failed = mockFailure('POST /comments', 'UNAVAILABLE', 'The server is busy.');
  await button('Post comment').click();
  await expect.element(page.getByRole('alert').getByText('What you typed is still here.')).toBeVisible();
  await first.unmount();
  forgetData();
  await show();
  await expect.element(box()).toHaveValue('A fine lamp.');
  const { sent } = mockCall('POST /comments', {
    success: true,
    data: commentOf(9, { author: own, content: 'A fine lamp.' }),
  });
  await button('Post comment').click();
  await expect.poll(shownContents).toEqual(['A fine lamp.']);
  expect(sent).toEqual(failed.sent);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form:'))).toEqual([]);
});

test('what was typed stays when the session has ended', async () => {
  asMember();
  mockList({});
  await show();
  await box().fill('A fine lamp.');
  mockFailure('POST /comments', 'SIGN_IN_REQUIRED', 'Please sign in.');
  await button('Post comment').click();
  await expect.element(button('Post comment')).not.toHaveAttribute('aria-busy');
  await expect.element(box()).toHaveValue('A fine lamp.');
  expect(page.getByRole('alert').elements()).toEqual([]);
  signIn();
  mockCall('POST /comments', { success: true, data: commentOf(9, { author: own, content: 'A fine lamp.' }) });
  await button('Post comment').click();
  await expect.poll(shownContents).toEqual(['A fine lamp.']);
});

test('too many comments: the message says how long to wait', async () => {
  asMember();
  mockList({});
  await show();
  await box().fill('Again.');
  mockFailure('POST /comments', 'TOO_MANY_REQUESTS', 'Please wait 24 seconds before commenting again.');
  await button('Post comment').click();
  await expect
    .element(page.getByRole('alert').getByText('Please wait 24 seconds before commenting again.'))
    .toBeVisible();
});

test('near the limit the characters are counted, and beyond it a comment cannot be posted', async () => {
  asMember();
  mockList({});
  await show();
  await box().fill('x'.repeat(4500));
  expect(page.getByText(/characters/).elements()).toEqual([]);
  await box().fill('x'.repeat(5001));
  await expect.element(page.getByText('5,001 of 5,000 characters, 1 too many')).toBeVisible();
  await expect.element(button('Post comment')).toBeDisabled();
});

test('one’s own comment is edited in place; Esc cancels; others have no such buttons', async () => {
  asMember();
  mockList({ data: [mine, commentOf(1)] });
  await show();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  expect(button('Edit').elements()).toHaveLength(1);
  expect(button('Delete').elements()).toHaveLength(1);
  await button('Edit').click();
  const edit = page.getByRole('textbox', { name: 'Edit your comment' });
  await expect.element(edit).toHaveFocus();
  await edit.fill('No.');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Edit')).toHaveFocus();
  expect(shownContents()).toEqual(contents([mine, commentOf(1)]));
  await button('Edit').click();
  await expect.element(edit).toHaveValue(mine.content);
  await edit.fill(' It is a lighthouse. ');
  const { sent } = mockCall('PUT /comments/{id}', {
    success: true,
    data: { ...mine, content: 'It is a lighthouse.', isEdited: true },
  });
  await button('Save').click();
  await expect.element(page.getByText('It is a lighthouse.')).toBeVisible();
  await expect.element(page.getByText(/\(edited\)/)).toBeVisible();
  expect(sent).toEqual([{ content: 'It is a lighthouse.' }]);
});

test('deleting asks with the first words', async () => {
  asMember();
  mockList({ data: [mine, commentOf(1)] });
  await show();
  await button('Delete').click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this comment?' });
  await expect
    .element(dialog.getByText('“The lamp is not a lamp, and everyone knows it by now.”'))
    .toBeVisible();
  mockCall('DELETE /comments/{id}', { success: true, message: '' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(shownContents).toEqual(['Comment 1']);
  await expect.element(page.getByRole('list', { name: 'Comments', exact: true })).toHaveFocus();
});

test('a like is disabled while it is in flight, and taken back if the server refuses', async () => {
  asMember();
  mockList({ data: [commentOf(1, { likes: 1 })] });
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
  mockList({ data: [{ ...parent, replies: 5, firstReplies: replies.slice(0, 3) }] });
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

test('a cancelled reply keeps what was typed', async () => {
  asMember();
  mockList({ data: [commentOf(1)] });
  await show();
  await button('Reply').click();
  await userEvent.keyboard('Not yet{Escape}');
  await expect.element(button('Reply')).toHaveFocus();
  expect(page.getByRole('textbox', { name: 'Write a reply' }).elements()).toEqual([]);
  await button('Reply').click();
  await expect.element(page.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('Not yet');
});

test('a folded comment shows its text only when asked for; a removed one says so', async () => {
  asMember();
  const folded = commentOf(1, { chapter: idOf(7), content: null, isFolded: true });
  const removed = commentOf(2, { author: null, content: null, isRemoved: true });
  mockList({ data: [folded, removed] });
  await show();
  await expect.element(page.getByText('Comment removed')).toBeVisible();
  mockCall('GET /comments/{id}', {
    success: true,
    data: { ...folded, content: 'The lamp!', isFolded: false },
  });
  await button('Show anyway: comment by Bo').click();
  await expect.element(page.getByText('The lamp!')).toBeVisible();
});

test('a comment on a passage quotes it and leads there, unless the passage is gone', async () => {
  asMember();
  const chapter = idOf(7);
  const onPassage = commentOf(1, { chapter, passage: { paragraph: 4, quote: 'The lamp was lit.' } });
  const onGone = commentOf(2, { chapter, passage: { paragraph: null, quote: 'Nobody saw it.' } });
  mockList({ data: [onPassage, onGone] });
  await show(chapter);
  await expect.element(button('Go to the passage: The lamp was lit.')).toBeVisible();
  await expect.element(page.getByText('Nobody saw it.')).toBeVisible();
  await expect.element(page.getByText('Text changed')).toBeVisible();
  expect(page.getByRole('button', { name: /Nobody/ }).elements()).toEqual([]);
});

test('names of people are links, everything else is text', async () => {
  asMember();
  mockList({
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
  mockList({ data: [two, one] });
  await show();
  await expect.element(button('Pin').first()).toBeVisible();
  expect(button('Delete').elements()).toHaveLength(2);
  expect(button('Edit').elements()).toEqual([]);
  mockCall('PUT /comments/{id}/pin', { success: true, data: { ...one, isPinned: true } });
  mockList({ data: [two], total: 2, pinned: { ...one, isPinned: true } });
  await button('Pin').nth(1).click();
  await expect.poll(shownContents).toEqual(['Comment 1', 'Comment 2']);
  await expect.element(page.getByText('Pinned', { exact: true })).toBeVisible();
  await expect.element(button('Unpin')).toBeVisible();
  const closed = mockCall('PUT /stories/{id}/comments', { success: true, isClosed: true });
  mockList({ data: [two], total: 2, pinned: { ...one, isPinned: true }, isClosed: true, refusal: 'closed' });
  await button('Close comments').click();
  await expect.element(page.getByText(/^Comments are closed\./)).toBeVisible();
  await expect.element(button('Open comments')).toBeVisible();
  expect(closed.sent).toEqual([{ isClosed: true }]);
});

test('the comments of a chapter stay closed while those of its story are', async () => {
  asAuthor();
  mockList({ isClosed: true, refusal: 'closed' });
  await show(idOf(7));
  mockCall('PUT /chapters/{id}/comments', { success: true, isClosed: false });
  await button('Open comments').click();
  await expect.element(page.getByText(/^The comments of the whole story are closed\./)).toBeVisible();
});

test('times of comments keep up with the clock', async () => {
  asMember();
  const timers = vi.spyOn(window, 'setInterval');
  mockList({ data: [commentOf(1, { createdAt: new Date(Date.now() - 30_000).toISOString() })] });
  await show();
  await expect.element(page.getByText('Just now')).toBeVisible();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  const [tick] = timers.mock.calls.find(([, delay]) => delay === 10_000) ?? [];
  if (typeof tick === 'function') tick();
  await expect.element(page.getByText('1m ago')).toBeVisible();
  vi.restoreAllMocks();
});
