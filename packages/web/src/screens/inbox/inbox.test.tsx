import type { InboxItem } from '@inkling/contract/inbox';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { asMember } from '../../testing/comment-pages.ts';
import { commentOf } from '../../testing/comments.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Inbox from './inbox.tsx';

resetBetweenTests();

const itemOf = (
  number: number,
  changes: Partial<Extract<InboxItem, { kind: 'comment' }>> = {},
): InboxItem => {
  const { replies: _replies, firstReplies: _firstReplies, ...comment } = commentOf(number);
  return {
    _id: comment._id,
    kind: 'comment',
    isNew: false,
    isAnswered: false,
    story: { _id: story._id, title: story.title, author: me._id },
    chapter: null,
    isClosed: false,
    comment,
    ...changes,
  };
};
const review: InboxItem = {
  _id: idOf(900),
  kind: 'review',
  isNew: true,
  isAnswered: false,
  story: { _id: story._id, title: story.title, author: me._id },
  review: {
    _id: idOf(900),
    user: { _id: idOf(52), username: 'cy', displayName: 'Cy', avatar: null },
    rating: 4,
    review: 'Well lit',
    isSpoiler: false,
    isFolded: false,
    progress: 100,
    helpful: 0,
    isHelpful: false,
    createdAt: '2026-01-03T00:00:00.000Z',
    editedAt: null,
    reply: null,
  },
};
const listOf = (data: InboxItem[]): CallResponse<'GET /inbox'> => ({
  success: true,
  data,
  pagination: { page: 1, limit: 20, total: data.length, totalPages: 1, hasMore: false },
  newCount: data.filter(({ isNew }) => isNew).length,
  asOf: '2026-01-04T00:00:00.000Z',
});
const mockStories = (titles = [story.title]) =>
  mockCall('GET /inbox/stories', {
    success: true,
    data: titles.map((title) => ({ _id: story._id, title, newCount: 0, chapters: [] })),
  });
const show = (address = '/inbox') => renderPage(<Inbox />, '/inbox', address);
const heading = (name: string) => page.getByRole('heading', { name });

test('says what is missing: a story, comments, anything new, anything that matches', async () => {
  asMember();
  mockCall('GET /inbox', listOf([]));
  mockStories([]);
  const none = await show();
  await expect.element(heading('No published stories yet')).toBeVisible();
  await none.unmount();
  forgetData();
  mockStories();
  const quiet = await show();
  await expect.element(heading('Nothing here yet')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await quiet.unmount();
  await show('/inbox?show=new');
  await expect.element(heading('You’re all caught up')).toBeVisible();
  await page.getByLabelText('Type').selectOptions('Reviews');
  await expect.element(heading('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.element(heading('Nothing here yet')).toBeVisible();
});

test('the filters of the address are those of the request', async () => {
  asMember();
  mockStories();
  const asked: string[] = [];
  mockEach('GET /inbox', (query) => {
    asked.push(query.toString());
    return listOf([itemOf(1)]);
  });
  await show(`/inbox?show=unanswered&kind=comment&story=${story._id}`);
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  await page.getByLabelText('Show').selectOptions('New');
  await expect
    .poll(() => asked)
    .toEqual([
      `show=unanswered&limit=20&kind=comment&story=${story._id}`,
      `show=new&limit=20&kind=comment&story=${story._id}`,
    ]);
});

test('a failure shows the message of the server', async () => {
  asMember();
  mockStories();
  mockFailure('GET /inbox', 'INTERNAL', 'The inbox is resting.');
  await show();
  await expect.element(page.getByText('The inbox is resting.')).toBeVisible();
});

test('each item leads to its place, and all are marked as seen up to when they were listed', async () => {
  asMember();
  mockStories();
  const chapter = { _id: idOf(7), title: 'The stair', number: 3 };
  mockCall(
    'GET /inbox',
    listOf([review, itemOf(1, { isNew: true, chapter }), itemOf(2, { isAnswered: true })]),
  );
  await show();
  const link = (name: RegExp) => page.getByRole('link', { name });
  await expect
    .element(link(/3\. The stair/))
    .toHaveAttribute('href', `/reading/${story._id}/${chapter._id}?comment=${idOf(601)}`);
  await expect
    .element(link(new RegExp(story.title)).first())
    .toHaveAttribute('href', `/story/${story._id}?review=${review._id}`);
  await expect.element(page.getByText('Answered')).toBeVisible();
  const { sent } = mockCall('POST /notifications/read', { success: true, unreadCount: 0 });
  await page.getByRole('button', { name: 'Mark as read' }).nth(1).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ subjects: [idOf(601)] }, { inbox: { until: '2026-01-04T00:00:00.000Z' } }]);
});

test('a reply is written in place, survives a failure and a reload, and marks its comment as seen', async () => {
  asMember();
  mockStories();
  mockCall('GET /inbox', listOf([itemOf(1, { isNew: true })]));
  const before = await show();
  await page.getByRole('button', { name: 'Reply' }).click();
  await userEvent.keyboard('You will see.');
  mockFailure('POST /comments', 'UNAVAILABLE', 'Please try again.');
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await before.unmount();
  forgetData();
  await show();
  await expect.element(page.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('You will see.');
  const posted = mockCall('POST /comments', {
    success: true,
    data: commentOf(2, { parent: idOf(601), content: 'You will see.' }),
  });
  const read = mockCall('POST /notifications/read', { success: true, unreadCount: 0 });
  mockCall('GET /inbox', listOf([itemOf(1, { isAnswered: true })]));
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect.element(page.getByText('Answered')).toBeVisible();
  expect(page.getByText('New', { exact: true }).elements()).toHaveLength(1);
  expect(posted.sent).toMatchObject([{ parent: idOf(601), content: 'You will see.' }]);
  expect(read.sent).toEqual([{ subjects: [idOf(601)] }]);
});

test('a review is answered in place; where comments are closed, none can be', async () => {
  asMember();
  mockStories();
  mockCall('GET /inbox', listOf([review, itemOf(1, { isClosed: true })]));
  await show();
  await expect.element(page.getByText('Comments are closed here.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Reply' }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Reply' }).click();
  await userEvent.keyboard('Thank you.');
  if (review.kind !== 'review') throw new Error('not a review');
  const reply = { text: 'Thank you.', at: '2026-01-05T00:00:00.000Z' };
  const saved = mockCall('PUT /reviews/{id}/reply', { success: true, data: { ...review.review, reply } });
  const read = mockCall('POST /notifications/read', { success: true, unreadCount: 0 });
  await page.getByRole('button', { name: 'Save reply' }).click();
  await expect.poll(() => read.sent).toEqual([{ subjects: [review._id] }]);
  expect(saved.sent).toEqual([{ text: 'Thank you.' }]);
});
