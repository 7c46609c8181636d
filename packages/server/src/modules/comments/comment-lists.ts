import type { ParsedInput } from '@inkling/contract/call';
import type { Comment, listComments } from '@inkling/contract/comments';
import { badInput, requireFound } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { paginateByPosition } from '../../platform/list-position.ts';
import * as queries from './comment-lists.queries.ts';
import { type Reading, readNamed, readSubject } from './comment-subjects.ts';
import { commentRefusal, isFolded } from './comments.policy.ts';
import { presentComments, presentReplies } from './comments.present.ts';
import { countByParagraph } from './passages.queries.ts';

/** One page of the comments on a story, a chapter or a paragraph. */
export async function readComments(
  ctx: Reading,
  viewer: Viewer | null,
  query: ParsedInput<typeof listComments>['query'],
) {
  const { paragraph, sort } = query;
  if (paragraph !== undefined && query.chapter === undefined)
    throw badInput('chapter', 'Please name the chapter of the paragraph.');
  const subject = await readNamed(ctx, viewer, query);
  const on = { id: subject.id, paragraph };
  const rows =
    subject.shown === 0 ? [] : await queries.listComments(ctx.db, on, viewer?.id ?? null, sort, query);
  const comments = await presentComments(ctx.db, { viewer, subject }, rows);
  const isFirst = query.page === 1 && query.after === undefined;
  const held = viewer !== null && isFirst ? await queries.listHeld(ctx.db, on, viewer.id) : [];
  const pinned = paragraph === undefined ? comments.find(({ isPinned }) => isPinned) : undefined;
  const data = comments.filter((comment) => comment !== pinned);
  const total = paragraph === undefined ? subject.listed : await queries.countOnParagraph(ctx.db, on);
  return {
    data,
    pagination: paginateByPosition(query, data, total, queries.positionOf(sort)),
    commentsCount: subject.shown,
    pinned: pinned ?? null,
    held: await presentComments(ctx.db, { viewer, subject }, held),
    isClosed: subject.is_closed,
    refusal: commentRefusal(viewer, subject),
  };
}

/** A comment or reply and its subject. Throws NOT_FOUND for one that the viewer cannot read. */
async function findReadable(ctx: Reading, viewer: Viewer | null, id: string) {
  const found = requireFound(await queries.findComment(ctx.db, id, viewer?.id ?? null), 'Comment');
  const { subject_kind, subject_id, ...row } = found;
  return { row, subject: await readSubject(ctx, viewer, subject_kind, subject_id, false, 'Comment') };
}

/** One comment with its text, also for a signed-in viewer to whom the list shows it folded. */
export async function readComment(ctx: Reading, viewer: Viewer | null, id: string) {
  const { row, subject } = await findReadable(ctx, viewer, id);
  const [data] = await presentComments(ctx.db, { viewer, subject, ...(viewer && { unfolded: id }) }, [row]);
  return { data: data as Comment };
}

/** A page of the replies to a comment, the oldest first. */
export async function readReplies(ctx: Reading, viewer: Viewer | null, id: string, page: queries.PageQuery) {
  const { row, subject } = await findReadable(ctx, viewer, id);
  const rows = await queries.listReplies(ctx.db, id, viewer?.id ?? null, page);
  const data = await presentReplies(ctx.db, { viewer, subject }, rows);
  return { data, pagination: paginateByPosition(page, data, row.replies, queries.positionOf('oldest')) };
}

/** How many comments these paragraphs of a chapter have; none are counted for a reader who has not reached it. */
export async function countOnParagraphs(ctx: Reading, viewer: Viewer, id: string, paragraphs: number[]) {
  const subject = await readSubject(ctx, viewer, 'chapter', id);
  const isHidden = subject.shown === 0 || isFolded(viewer, subject, null);
  return { data: isHidden ? [] : await countByParagraph(ctx.db, id, paragraphs) };
}
