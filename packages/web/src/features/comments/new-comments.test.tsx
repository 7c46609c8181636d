import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { asMember, mockComments, shownContents } from '../../testing/comment-pages.ts';
import { commentOf } from '../../testing/comments.ts';
import { idOf, story } from '../../testing/fixtures.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { Comments } from './comments.tsx';
import type { followComments } from './live-comments.ts';

type Handler = Parameters<typeof followComments>[1];
const handlers = new Set<Handler>();
const places = new Set<string>();
vi.mock('./live-comments.ts', () => ({
  followComments: (place: unknown, handler: Handler) => {
    places.add(JSON.stringify(place));
    handlers.add(handler);
    return () => handlers.delete(handler);
  },
}));

resetBetweenTests();
beforeEach(() => asMember());

const chapter = idOf(7);
const open = (spaceAbove = 0) =>
  renderPage(
    <>
      <div style={{ height: spaceAbove }} />
      <Comments subject={{ kind: 'chapter', id: chapter, storyId: story._id }} author={story.author} />
    </>,
  );
const comments = (...numbers: number[]) => numbers.map((number) => commentOf(number, { chapter }));
/** Another reader posts a comment. */
const post = (number: number, ...others: number[]) => {
  mockComments({ data: comments(number, ...others), total: others.length + 1 });
  for (const { onChanged } of handlers)
    onChanged?.({ storyId: story._id, chapterId: chapter, commentsCount: 1, added: commentOf(number)._id });
};
const button = page.getByRole('button', { name: '1 new comment' });

test('a new comment goes in by itself where the list is empty or out of view', async () => {
  mockComments({});
  const { unmount } = await open();
  await expect.element(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  post(1);
  await expect.poll(shownContents).toEqual(['Comment 1']);
  await unmount();
  forgetData();

  mockComments({ data: comments(2, 1), total: 2 });
  await open(2000);
  await expect.poll(shownContents).toEqual(['Comment 2', 'Comment 1']);
  post(3, 2, 1);
  await expect.poll(shownContents).toEqual(['Comment 3', 'Comment 2', 'Comment 1']);
  expect(button.elements()).toEqual([]);
});

test('beside a list in view, a new comment waits for its button, in place of the count or below a single comment', async () => {
  for (const before of [[1], [2, 1]]) {
    mockComments({ data: comments(...before), total: before.length });
    const { unmount } = await open();
    const count = page.getByText('2 comments', { exact: true });
    await expect.poll(() => shownContents().length).toBe(before.length);
    post(3, ...before);
    await expect.element(button).toBeVisible();
    expect(shownContents()).toHaveLength(before.length);
    expect(count.elements()).toEqual([]);
    const isBelow =
      button.element().compareDocumentPosition(page.getByRole('list', { name: 'Comments' }).element()) === 2;
    expect(isBelow).toBe(before.length === 1);
    await button.click();
    await expect.poll(() => shownContents()[0]).toBe('Comment 3');
    expect(button.elements()).toEqual([]);
    await unmount();
    forgetData();
  }
});

test('comments on a post are reported as those on a chapter, but not in a private community', async () => {
  const post = idOf(801);
  const openPost = (isPrivate: boolean) =>
    renderPage(
      <Comments
        subject={{ kind: 'post', id: post, communityId: idOf(70), isPrivate }}
        author={{ ...story.author, _id: idOf(71) }}
      />,
    );
  places.clear();
  mockComments({});
  const inPrivate = await openPost(true);
  await expect.element(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  expect(places.size).toBe(0);
  await inPrivate.unmount();
  await openPost(false);
  await expect.element(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
  expect([...places]).toEqual([JSON.stringify({ storyId: post, chapterId: null, isPost: true })]);
  mockComments({ data: [commentOf(1, { story: null, post })] });
  for (const { onChanged } of handlers)
    onChanged?.({ storyId: post, chapterId: null, commentsCount: 1, added: commentOf(1)._id });
  await expect.poll(shownContents).toEqual(['Comment 1']);
});
