import type { Comment } from '@inkling/contract/comments';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentList, commentOf, replyOf } from '../../testing/comments.ts';
import { idOf, story } from '../../testing/fixtures.ts';
import { addComment, type CommentPages, isAbout, patchComments, setClosed, shownReplies } from './thread.ts';

const pagesOf = (...data: Comment[]): CommentPages => ({
  pages: [commentList({ data, total: data.length })],
  pageParams: [''],
});
const shown = ({ pages }: CommentPages) => pages.flatMap(({ data }) => data);
const numbers = ({ pages: [page] }: CommentPages) => [page?.pagination.total, page?.commentsCount];

const first = commentOf(1);
const withReplies = (): Comment => ({
  ...commentOf(2),
  replies: 1,
  firstReplies: [replyOf(commentOf(2), 3)],
});

test('closing keeps what is in the list, and why a visitor cannot comment', () => {
  const states = (pages: CommentPages) => pages.pages.map(({ isClosed, refusal }) => [isClosed, refusal]);
  const closed = setClosed(pagesOf(first), true);
  expect(states(closed)).toEqual([[true, 'closed']]);
  expect(shown(closed)).toEqual([first]);
  expect(states(setClosed(closed, false))).toEqual([[false, null]]);
  const visitors = { ...pagesOf(first), pages: [commentList({ data: [first], refusal: 'signed-out' })] };
  expect(states(setClosed(visitors, true))).toEqual([[true, 'signed-out']]);
});

test('a posted comment is at the top, once, and is counted', () => {
  const added = commentOf(9);
  const once = addComment(pagesOf(first), added);
  expect(shown(once).map(({ _id }) => _id)).toEqual([added._id, first._id]);
  expect(numbers(once)).toEqual([2, 2]);
  expect(addComment(once, added)).toBe(once);
});

test('a posted reply is the last one of its comment, and raises only commentsCount', () => {
  const added = { ...commentOf(9), parent: first._id };
  const pages = addComment(pagesOf(first), added);
  expect(shown(pages)[0]?.firstReplies).toEqual([added]);
  expect(numbers(pages)).toEqual([1, 2]);
});

test('a reply is changed where it is', () => {
  const pages = patchComments(pagesOf(first, withReplies()), idOf(603), { content: 'Better.' });
  expect(shown(pages)[1]?.firstReplies[0]?.content).toBe('Better.');
  expect(shown(pages)[0]).toEqual(first);
});

test('a comment belongs to the lists of what it is about', () => {
  const [chapter, passage] = [idOf(7), { paragraph: 4, quote: 'A lamp.' }];
  const ofStory = { kind: 'story', id: story._id } as const;
  const ofChapter = { kind: 'chapter', id: chapter, storyId: story._id } as const;
  const onStory = commentOf(1);
  const onParagraph = commentOf(2, { chapter, passage });
  expect(isAbout(ofStory, onStory)).toBe(true);
  expect(isAbout(ofStory, onParagraph)).toBe(false);
  expect(isAbout(ofChapter, onParagraph)).toBe(true);
  expect(isAbout({ ...ofChapter, paragraph: 4 }, onParagraph)).toBe(true);
  expect(isAbout({ ...ofChapter, paragraph: 5 }, onParagraph)).toBe(false);
  expect(isAbout(ofChapter, onStory)).toBe(false);
});

test('replies are shown once each and the oldest first, however they were loaded', () => {
  const replies = Array.from({ length: 6 }, (_, index) => replyOf(first, index));
  fc.assert(
    fc.property(fc.subarray(replies), fc.subarray(replies), (firstReplies, loaded) => {
      const data = fc.sample(fc.shuffledSubarray(loaded, { minLength: loaded.length }), 1)[0] ?? [];
      const { pagination } = commentList({});
      const pages = { pages: [{ success: true as const, data, pagination }], pageParams: [''] };
      const ids = shownReplies({ ...first, firstReplies }, pages).map(({ _id }) => _id);
      const expected = replies.filter((reply) => firstReplies.includes(reply) || loaded.includes(reply));
      expect(ids).toEqual(expected.map(({ _id }) => _id));
    }),
  );
});
