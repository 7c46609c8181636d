import type { Comment, CommentRefusal, CommentSort, Reply } from '@inkling/contract/comments';
import { type Pagination, paginate } from '@inkling/contract/page';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { usernameKey } from '../users/index.ts';
import * as queries from './comment-lists.queries.ts';
import type { CommentSubject } from './comment-subjects.queries.ts';
import { type Reading, readStoryOrChapter, readSubject } from './comment-subjects.ts';
import { commentRefusal, isFolded } from './comments.policy.ts';
import { presentComment, presentReply } from './comments.present.ts';
import { decodePosition, encodePosition } from './list-position.ts';
import { namesIn } from './mentions.ts';
import { countByParagraph } from './passages.queries.ts';

const badInput = (path: string, message: string) =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

/** The keys of the mentioned names that belong to people. */
export async function mentionedPeople(
  db: Db,
  rows: (queries.ReplyRow | queries.CommentRow)[],
): Promise<ReadonlySet<string>> {
  const all = rows.flatMap((row) => ('first_replies' in row ? [row, ...row.first_replies] : [row]));
  const names = all.flatMap(({ content }) => (content?.includes('@') ? namesIn(content) : []));
  if (names.length === 0) return new Set();
  return queries.findPeople(db, [...new Set(names.map(usernameKey))]);
}

type PagePosition = Pagination & { next?: string };

/** The pagination of a page. After a position, only a full page tells that there may be more. */
function positionOf(
  order: CommentSort | 'replies',
  { page, limit, after }: { page: number; limit: number; after: unknown },
  rows: queries.ReplyRow[],
  total: number,
): PagePosition {
  const pagination = paginate(page, limit, total);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const hasMore = after === null ? pagination.hasMore : last !== undefined;
  return { ...pagination, hasMore, ...(hasMore && last && { next: encodePosition(order, last) }) };
}

export interface ListQuery {
  story?: string | undefined;
  chapter?: string | undefined;
  paragraph?: number | undefined;
  sort: CommentSort;
  page: number;
  limit: number;
  after?: string | undefined;
}

interface CommentResponse {
  data: Comment[];
  pagination: PagePosition;
  commentsCount: number;
  pinned: Comment | null;
  isClosed: boolean;
  refusal: CommentRefusal | null;
}

/** One page of the comments on a story, a chapter or a paragraph. */
export async function readComments(
  ctx: Reading,
  viewer: Viewer | null,
  { story, chapter, paragraph, sort, page, limit, after }: ListQuery,
): Promise<CommentResponse> {
  if (paragraph !== undefined && chapter === undefined)
    throw badInput('chapter', 'Please name the chapter of the paragraph.');
  const subject = await readStoryOrChapter(ctx, viewer, { story, chapter });
  const list: queries.CommentList = {
    subjectId: subject.id,
    viewerId: viewer?.id ?? null,
    paragraph: paragraph ?? null,
    sort,
    page,
    limit,
    after: decodePosition(sort, after),
  };
  const found = subject.shown === 0 ? [] : await queries.listComments(ctx.db, list);
  const pinned = paragraph === undefined ? found.find((row) => row.is_pinned) : undefined;
  const rows = found.filter((row) => row !== pinned);
  const total = paragraph === undefined ? subject.listed : await queries.countOnParagraph(ctx.db, list);
  const presentation = { viewer, subject, people: await mentionedPeople(ctx.db, found) };
  return {
    data: rows.map((row) => presentComment(row, presentation)),
    pagination: positionOf(sort, list, rows, total),
    commentsCount: subject.shown,
    pinned: pinned ? presentComment(pinned, presentation) : null,
    isClosed: subject.is_closed,
    refusal: commentRefusal(viewer, subject),
  };
}

/** A comment or reply and its subject. Throws NOT_FOUND for one that the viewer cannot read. */
async function findReadable(
  ctx: Reading,
  viewer: Viewer | null,
  id: string,
): Promise<{ row: queries.CommentRow; subject: CommentSubject }> {
  const row = await queries.findComment(ctx.db, id, viewer?.id ?? null);
  if (row === undefined) throw notFound('Comment');
  const ref = { kind: row.subject_kind, id: row.subject_id };
  return { row, subject: await readSubject(ctx, viewer, ref, { name: 'Comment' }) };
}

/** One comment with its text, also for a viewer to whom the list shows it folded. */
export async function readComment(ctx: Reading, viewer: Viewer | null, id: string): Promise<Comment> {
  const { row, subject } = await findReadable(ctx, viewer, id);
  return presentComment(row, {
    viewer,
    subject,
    people: await mentionedPeople(ctx.db, [row]),
    unfolded: row.id,
  });
}

/** A page of the replies to a comment, the oldest first. */
export async function readReplies(
  ctx: Reading,
  viewer: Viewer | null,
  id: string,
  { page, limit, after }: { page: number; limit: number; after?: string | undefined },
): Promise<{ data: Reply[]; pagination: PagePosition }> {
  const { row, subject } = await findReadable(ctx, viewer, id);
  const position = { page, limit, after: decodePosition('replies', after) };
  const rows = await queries.listReplies(ctx.db, row.id, viewer?.id ?? null, position);
  const presentation = { viewer, subject, people: await mentionedPeople(ctx.db, rows) };
  return {
    data: rows.map((reply) => presentReply(reply, presentation)),
    pagination: positionOf('replies', position, rows, row.replies),
  };
}

/** How many comments these paragraphs of a chapter have; none are counted for a reader who has not reached it. */
export async function countOnParagraphs(
  ctx: Reading,
  viewer: Viewer,
  chapterId: string,
  paragraphs: number[],
): Promise<{ paragraph: number; comments: number }[]> {
  const subject = await readSubject(ctx, viewer, { kind: 'chapter', id: chapterId });
  if (subject.shown === 0 || isFolded(viewer, subject, null)) return [];
  return countByParagraph(ctx.db, chapterId, paragraphs);
}
