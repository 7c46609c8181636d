import type { ParsedInput } from '@inkling/contract/call';
import type { CommentSort, listReplies as listRepliesCall, Reply } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { z } from 'zod';
import { allRows, countRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { decodePosition } from '../../platform/list-position.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import { type AuthorRow, isHiddenFrom } from '../users/index.ts';

/** A reply without what depends on its subject and on usernames. Dates inside JSON columns are strings. */
export interface ReplyRow
  extends Omit<
    Reply,
    'story' | 'chapter' | 'post' | 'author' | 'mentions' | 'isFolded' | 'createdAt' | 'reactions'
  > {
  author: AuthorRow | null;
  createdAt: Date | string;
  /** The ids of the people whom it mentions. */
  mentioned: string[];
}

export interface CommentRow extends ReplyRow {
  replies: number;
  firstReplies: ReplyRow[];
}

type Fragment = ReturnType<typeof sql>;

/** The quotation of a comment `k`, while the current text has these words (docs/product/comments.md#passages). */
export const currentQuote = sql`
  case when k.quoted_version = (select c.version from chapters c where c.id = k.subject_id) then k.quote end`;

/**
 * Whether the writer of the comment `k` is hidden from a viewer. Founder and moderators of a community see all of it
 * (docs/product/blocking.md#what-is-hidden).
 */
export const isHiddenComment = (viewerId: string | null) => sql<boolean>`(
  ${isHiddenFrom(viewerId, sql`k.user_id`)} and not (k.subject_kind = 'post' and exists (
    select from community_posts p join community_members m on m.community_id = p.community_id
    where p.id = k.subject_id and m.user_id = ${viewerId}::uuid and m.role in ('founder', 'moderator'))))`;

/** Whether the comment `k` is the viewer's and held. */
export const isOwnHeld = (viewerId: string | null) =>
  sql<boolean>`(k.user_id = ${viewerId}::uuid and k.taken_down_at is not null and ${isHeld('comment', sql`k.id`)})`;

/** Whether a viewer sees what the comment `k` said. */
const isShownTo = (viewerId: string | null) => sql`(
  case when k.is_shown then not ${isHiddenComment(viewerId)} else coalesce(${isOwnHeld(viewerId)}, false) end)`;

/** The columns of a comment `k` and its writer `u`, for a viewer; one that is not shown to them comes as removed. */
export const columnsFor = (viewerId: string | null, isShown: Fragment) => sql`
  k.id as "_id", k.parent_id as parent, case when k.paragraph is not null then json_build_object(
    'paragraph', case when not k.is_paragraph_gone then k.paragraph end, 'quote', case when ${isShown} then ${currentQuote} end)
    end as passage,
  case when ${isShown} then json_build_object('id', u.id, 'username', u.username, 'display_name', u.display_name,
    'avatar', u.avatar) end as author,
  case when ${isShown} then k.content end as content, not ${isShown} as "isRemoved",
  ${isShown} and k.taken_down_at is not null as "isHeld", k.is_pinned as "isPinned",
  ${isShown} and k.edited_at is not null as "isEdited", k.created_at as "createdAt",
  k.mentioned, k.likes,
  exists (select from comment_likes l where l.user_id = ${viewerId}::uuid and l.comment_id = k.id) as "isLiked"`;

/**
 * Comments `k`, and whether the viewer sees what they said, as `v`. Without `offset 0`, this would be part of every column
 * that depends on it, and planning such a statement takes longer than running it.
 */
const commentsFor = (viewerId: string | null) => sql`
  comments k cross join lateral (select ${isShownTo(viewerId)} as is_shown offset 0) v`;

/** Selects comments with their first replies, and more columns; `found` selects ids of `commentsFor` and `is_shown`. */
const withReplies = (viewerId: string | null, found: Fragment, more = sql``) => sql`
  with found as (${found})
  select ${columnsFor(viewerId, sql`found.is_shown`)}, k.replies, coalesce(r.replies, '[]') as "firstReplies" ${more}
  from found join comments k on k.id = found.id left join users u on u.id = k.user_id
  left join lateral (
    select json_agg(o) as replies from (
      select ${columnsFor(viewerId, sql`true`)} from (
        select * from comments k where k.parent_id = found.id and ${isShownTo(viewerId)}
        order by k.created_at, k.id limit ${commentLimits.firstReplies}) k
      join users u on u.id = k.user_id order by k.created_at, k.id) o) r
    on ${viewerId === null ? sql`k.replies > 0` : sql`true`}`;

/** Each matches an index. */
const orders: Record<CommentSort, Fragment> = {
  newest: sql`k.created_at desc, k.id desc`,
  oldest: sql`k.created_at, k.id`,
  liked: sql`k.likes desc, k.created_at desc, k.id desc`,
};

/** A comment's position in a list: its order, and the comment's likes, time and id. */
const positionIn = (order: CommentSort) => z.tuple([z.literal(order), z.int(), z.iso.datetime(), z.uuid()]);
export const positionOf = (order: CommentSort) => (row: Reply) => [order, row.likes, row.createdAt, row._id];

/** Where a page begins: after a position, or by its number. */
export type PageQuery = ParsedInput<typeof listRepliesCall>['query'];

/** Ends a select of comments `k`: one page in an order. Throws BAD_INPUT for a position in another list. */
const pageOf = (order: CommentSort, { page, limit, after }: PageQuery): Fragment => {
  const end = sql`order by ${orders[order]} limit ${limit}`;
  if (after === undefined) return sql`${end} offset ${(page - 1) * limit}`;
  const [, likes, createdAt, id] = decodePosition(after, positionIn(order));
  if (order === 'liked')
    return sql`and (k.likes, k.created_at, k.id) < (${likes}::bigint, ${createdAt}::timestamptz, ${id}::uuid) ${end}`;
  const comparison = order === 'newest' ? sql`<` : sql`>`;
  return sql`and (k.created_at, k.id) ${comparison} (${createdAt}::timestamptz, ${id}::uuid) ${end}`;
};

/** A subject, or a paragraph of a chapter. */
export interface Commented {
  id: string;
  paragraph: number | undefined;
}

/** Whether `k` is in the list; the list of a paragraph includes the pinned comment. */
const isOn = ({ id, paragraph }: Commented) =>
  paragraph === undefined
    ? sql`k.subject_id = ${id} and k.is_listed`
    : sql`k.subject_id = ${id} and k.paragraph = ${paragraph} and not k.is_paragraph_gone
        and (k.is_shown or k.replies > 0)`;

/** Whether a viewer gets the comment `k` of `commentsFor`, perhaps as removed. */
const isGiven = sql`(k.replies > 0 or v.is_shown)`;

/** One page, with the pinned comment except for a paragraph; texts are loaded only for the page. */
export const listComments = async (
  db: Db,
  on: Commented,
  viewerId: string | null,
  order: CommentSort,
  page: PageQuery,
): Promise<CommentRow[]> => {
  const some = sql`select k.id, v.is_shown from ${commentsFor(viewerId)}`;
  const listed = sql`${some} where ${isOn(on)} and ${isGiven} ${pageOf(order, page)}`;
  const pinned = sql`${some} where k.subject_id = ${on.id} and k.is_pinned and v.is_shown`;
  const found = on.paragraph === undefined ? sql`(${listed}) union all (${pinned})` : listed;
  return allRows<CommentRow>(db)`${withReplies(viewerId, found)} order by ${orders[order]}`;
};

/** The viewer's comments there that are held, the newest first; replies are with their comments. */
export const listHeld = (db: Db, { id, paragraph }: Commented, viewerId: string): Promise<CommentRow[]> => {
  const found = sql`
    select k.id, true as is_shown from comments k
      where k.subject_id = ${id} and k.parent_id is null and ${isOwnHeld(viewerId)}
      and ${paragraph === undefined ? sql`true` : sql`k.paragraph = ${paragraph} and not k.is_paragraph_gone`}
      order by ${orders.newest} limit ${commentLimits.held}`;
  return allRows<CommentRow>(db)`${withReplies(viewerId, found)} order by ${orders.newest}`;
};

/** How many comments are on a paragraph, removed ones with replies included. */
export const countOnParagraph = (db: Db, on: Commented): Promise<number> =>
  countRows(db, sql`from comments k where ${isOn(on)}`);

/** A comment or reply that is shown, or removed and left because of its replies, and its subject. */
export const findComment = async (db: Db, id: string, viewerId: string | null) => {
  const found = sql`select k.id, v.is_shown from ${commentsFor(viewerId)} where k.id = ${id} and ${isGiven}`;
  return firstRow<CommentRow & { subject_kind: string; subject_id: string }>(db)`
    ${withReplies(viewerId, found, sql`, k.subject_kind, k.subject_id`)}`;
};

/** A page of the replies to a comment, the oldest first. */
export const listReplies = (db: Db, parentId: string, viewerId: string | null, page: PageQuery) =>
  allRows<ReplyRow>(db)`
    select ${columnsFor(viewerId, sql`true`)} from comments k join users u on u.id = k.user_id
    where k.parent_id = ${parentId} and ${isShownTo(viewerId)} ${pageOf('oldest', page)}`;
