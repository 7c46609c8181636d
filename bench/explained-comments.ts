import { commentSort } from '@inkling/contract/comments';
import * as lists from '../packages/server/src/modules/comments/comment-lists.queries.ts';
import { findSubject } from '../packages/server/src/modules/comments/comment-subjects.queries.ts';
import { lockComment } from '../packages/server/src/modules/comments/comments.queries.ts';
import { countByParagraph } from '../packages/server/src/modules/comments/passages.queries.ts';
import { isSameComment } from '../packages/server/src/modules/comments/post-comment.queries.ts';
import { modules } from '../packages/server/src/modules.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import type { ExplainedQuery, Sample } from './explained-queries.ts';

const position = ({ commentId }: Sample): lists.ListPosition => ({
  likes: 1,
  createdAt: new Date(),
  id: commentId,
});
const listOf = (
  { commentedChapterId, viewer }: Sample,
  list: Pick<lists.CommentList, 'sort' | 'page'>,
  after: lists.ListPosition | null = null,
): lists.CommentList => ({
  subjectId: commentedChapterId,
  viewerId: viewer.id,
  paragraph: null,
  limit: 20,
  after,
  ...list,
});

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
    run: (db, { commentedChapterId }) =>
      lists.countOnParagraph(db, { subjectId: commentedChapterId, paragraph: 1 }),
  },
  {
    name: 'comments: counts of paragraphs',
    run: (db, { commentedChapterId }) => countByParagraph(db, commentedChapterId, [1, 2, 3]),
  },
  { name: 'comments: one', run: (db, { commentId, viewer }) => lists.findComment(db, commentId, viewer.id) },
  {
    name: 'comments: replies',
    run: (db, { commentId, viewer }) =>
      lists.listReplies(db, commentId, viewer.id, { page: 1, limit: 20, after: null }),
  },
  {
    name: 'comments: replies, after a position',
    run: (db, sample) =>
      lists.listReplies(db, sample.commentId, sample.viewer.id, {
        page: 1,
        limit: 20,
        after: position(sample),
      }),
  },
  { name: 'comments: mentioned people', run: (db) => lists.findPeople(db, ['ada', 'bench_1', 'nemo']) },
  {
    name: 'comments: a chapter',
    run: (db, { viewer, commentedChapterId: id }) =>
      findSubject({ modules }, db, { kind: 'chapter', id }, viewer.id),
  },
  {
    name: 'comments: a story',
    run: (db, { viewer, commentedStoryId: id }) =>
      findSubject({ modules }, db, { kind: 'story', id }, viewer.id),
  },
  { name: 'comments: lock for a change', run: (db, { commentId }) => lockComment(db, commentId) },
  {
    name: 'comments: repeated post',
    run: (db, { viewer, commentId, commentedStoryId: story, commentedChapterId: chapter }) =>
      isSameComment(db, commentId, viewer.id, { story, chapter, parent: commentId }),
  },
];
