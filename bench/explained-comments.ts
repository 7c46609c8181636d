import { commentSort } from '@inkling/contract/comments';
import * as lists from '../packages/server/src/modules/comments/comment-lists.queries.ts';
import { countByParagraph } from '../packages/server/src/modules/comments/passages.queries.ts';
import { findPlaces, storyIdOf } from '../packages/server/src/modules/comments/places.queries.ts';
import * as posting from '../packages/server/src/modules/comments/posting.queries.ts';
import { lockPersonAndStory } from '../packages/server/src/modules/stories/index.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import type { ExplainedQuery, Sample } from './explained-queries.ts';

const position = ({ commentId }: Sample): lists.ListPosition => ({
  likes: 1,
  createdAt: new Date(),
  id: commentId,
});
const listOf = (
  sample: Sample,
  list: Pick<lists.CommentList, 'sort' | 'page'>,
  after: lists.ListPosition | null = null,
): lists.CommentList => ({
  storyId: sample.commentedStoryId,
  chapterId: sample.commentedChapterId,
  paragraph: null,
  limit: 20,
  after,
  ...list,
});
/** What is posted on: a story, a chapter and a comment. */
const targetsOf = (sample: Sample): posting.PostTarget[] => {
  const none = { userId: sample.viewer.id, storyId: null, chapterId: null, parentId: null };
  return [
    { ...none, storyId: sample.storyId },
    { ...none, chapterId: sample.commentedChapterId },
    { ...none, parentId: sample.commentId },
  ];
};

/** The statements of lists of comments, and those that find and lock what a comment is posted on. */
export const explainedComments: ExplainedQuery[] = [
  ...commentSort.options.flatMap((sort): ExplainedQuery[] => [
    ...[1, 100].map((page) => ({
      name: `comments: ${sort}, page ${page}`,
      run: (db: Db, sample: Sample) => lists.listComments(db, listOf(sample, { sort, page })),
    })),
    {
      name: `comments: ${sort}, after a position`,
      run: (db, sample) => lists.listComments(db, listOf(sample, { sort, page: 1 }, position(sample))),
    },
    {
      name: `comments: ${sort}, of a paragraph`,
      run: (db, sample) => lists.listComments(db, { ...listOf(sample, { sort, page: 1 }), paragraph: 1 }),
    },
  ]),
  {
    name: 'comments: count of a paragraph',
    run: (db, sample) =>
      lists.countOnParagraph(db, { ...listOf(sample, { sort: 'newest', page: 1 }), paragraph: 1 }),
  },
  {
    name: 'comments: counts of paragraphs',
    run: (db, { commentedChapterId }) => countByParagraph(db, commentedChapterId),
  },
  {
    name: 'comments: pinned',
    run: (db, sample) => lists.findPinned(db, listOf(sample, { sort: 'newest', page: 1 })),
  },
  { name: 'comments: one', run: (db, { commentId }) => lists.findComment(db, commentId) },
  {
    name: 'comments: replies',
    run: (db, { commentId }) => lists.listReplies(db, commentId, { page: 1, limit: 20, after: null }),
  },
  {
    name: 'comments: replies, after a position',
    run: (db, sample) =>
      lists.listReplies(db, sample.commentId, { page: 1, limit: 20, after: position(sample) }),
  },
  {
    name: 'comments: likes of a reader',
    run: (db, { commentedStoryId, viewer, storyIds }) =>
      lists.findLikes(db, commentedStoryId, viewer.id, storyIds),
  },
  { name: 'comments: mentioned people', run: (db) => lists.findPeople(db, ['ada', 'bench_1', 'nemo']) },
  {
    name: 'comments: states of places',
    run: (db, { viewer, chapterIds }) =>
      findPlaces(
        db,
        chapterIds.map((chapterId) => ({ storyId: null, chapterId, viewerId: viewer.id })),
      ),
  },
  {
    name: 'comments: lock for a change',
    run: (db, { viewer, commentId }) => lockPersonAndStory(db, viewer.id, storyIdOf({ comment: commentId })),
  },
  { name: 'comments: lock for posts', run: (db, sample) => posting.lockTargets(db, targetsOf(sample)) },
  {
    name: 'comments: states for posts',
    run: (db, sample) =>
      posting.findTargets(
        db,
        targetsOf(sample).map((target) => ({ ...target, id: sample.commentId, paragraph: 1 })),
      ),
  },
  {
    name: 'comments: repeated posts',
    run: (db, sample) =>
      posting.findSame(
        db,
        targetsOf(sample).map((target) => ({ ...target, id: sample.commentId })),
      ),
  },
];
