import type { CommentSort } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { type Db, sql } from '../../platform/db/db.ts';
import type { AuthorRow } from '../users/index.ts';
import './comments.table.ts';

/** A reply as stored; the text of a removed one is not loaded. Dates inside JSON columns are strings. */
export interface ReplyRow {
  id: string;
  subject_kind: string;
  subject_id: string;
  parent_id: string | null;
  user_id: string | null;
  user: AuthorRow | null;
  content: string | null;
  paragraph: number | null;
  quote: string | null;
  is_paragraph_gone: boolean;
  created_at: Date | string;
  edited_at: Date | string | null;
  is_shown: boolean;
  is_pinned: boolean;
  likes: number;
  /** Whether the viewer likes it. */
  is_liked: boolean;
}

export interface CommentRow extends ReplyRow {
  replies: number;
  first_replies: ReplyRow[];
}

type Fragment = ReturnType<typeof sql>;

/** The columns of a comment `k` and its writer `u`, for a viewer. */
const columnsFor = (viewerId: string | null) => sql`
  k.id, k.subject_kind, k.subject_id, k.parent_id, k.paragraph, k.is_paragraph_gone, k.created_at, k.is_shown,
  k.is_pinned, k.likes,
  exists (select from comment_likes l where l.user_id = ${viewerId}::uuid and l.comment_id = k.id) as is_liked,
  case when k.is_shown then k.user_id end as user_id, case when k.is_shown then k.content end as content,
  case when k.is_shown then k.quote end as quote, case when k.is_shown then k.edited_at end as edited_at,
  case when k.is_shown then json_build_object('id', u.id, 'username', u.username, 'display_name', u.display_name,
    'avatar', u.avatar) end as user`;

/** Comments with their first replies; `found` selects the ids. */
const withReplies = (viewerId: string | null, found: Fragment, order: Fragment) => sql<CommentRow>`
  with found as (${found})
  select ${columnsFor(viewerId)}, k.replies, coalesce(r.replies, '[]') as first_replies
  from found join comments k on k.id = found.id left join users u on u.id = k.user_id
  left join lateral (
    select json_agg(o) as replies from (
      select ${columnsFor(viewerId)} from (
        select * from comments c where c.parent_id = found.id and c.is_shown
        order by c.created_at, c.id limit ${commentLimits.firstReplies}) k
      join users u on u.id = k.user_id order by k.created_at, k.id) o) r on k.replies > 0
  ${order}`;

/** Where a list continues: after this comment. */
export interface ListPosition {
  likes: number;
  createdAt: Date;
  id: string;
}

/** A page of the comments on a subject, or on a paragraph of a chapter. */
export interface CommentList {
  subjectId: string;
  viewerId: string | null;
  paragraph: number | null;
  sort: CommentSort;
  page: number;
  limit: number;
  after: ListPosition | null;
}

/** Each matches an index of the subject's comments. */
const orders: Record<CommentSort, Fragment> = {
  newest: sql`k.created_at desc, k.id desc`,
  oldest: sql`k.created_at, k.id`,
  liked: sql`k.likes desc, k.created_at desc, k.id desc`,
};

const isAfter = (sort: CommentSort, { likes, createdAt, id }: ListPosition): Fragment => {
  if (sort === 'liked')
    return sql`(k.likes, k.created_at, k.id) < (${likes}::bigint, ${createdAt}::timestamptz, ${id}::uuid)`;
  const comparison = sort === 'newest' ? sql`<` : sql`>`;
  return sql`(k.created_at, k.id) ${comparison} (${createdAt}::timestamptz, ${id}::uuid)`;
};

/** Whether `k` is in the list; the list of a paragraph includes the pinned comment. */
const isIn = ({ subjectId, paragraph }: Pick<CommentList, 'subjectId' | 'paragraph'>) =>
  paragraph === null
    ? sql`k.subject_id = ${subjectId} and k.is_listed`
    : sql`k.subject_id = ${subjectId} and k.paragraph = ${paragraph} and not k.is_paragraph_gone
        and (k.is_shown or k.replies > 0)`;

/** The rows of a page: from a position, or by its number. */
const rowsOf = ({ page, limit, after }: Pick<CommentList, 'page' | 'limit' | 'after'>) =>
  after === null ? sql`limit ${limit} offset ${(page - 1) * limit}` : sql`limit ${limit}`;

/** One page, with the pinned comment except for a paragraph; texts are loaded only for the page. */
export const listComments = async (db: Db, list: CommentList): Promise<CommentRow[]> => {
  const { subjectId, viewerId, paragraph, sort, after } = list;
  const page = sql`
    select k.id from comments k where ${isIn(list)} ${after === null ? sql`` : sql`and ${isAfter(sort, after)}`}
    order by ${orders[sort]} ${rowsOf(list)}`;
  const pinned = sql`
    select k.id from comments k where k.subject_id = ${subjectId} and k.is_pinned and k.is_shown`;
  const found = paragraph === null ? sql`(${page}) union all (${pinned})` : page;
  return (await withReplies(viewerId, found, sql`order by ${orders[sort]}`).execute(db)).rows;
};

/** How many comments are on a paragraph, removed ones with replies included. */
export const countOnParagraph = async (
  db: Db,
  list: Pick<CommentList, 'subjectId' | 'paragraph'>,
): Promise<number> => {
  const { rows } = await sql<{ comments: number }>`
    select count(*) as comments from comments k where ${isIn(list)}`.execute(db);
  return rows[0]?.comments ?? 0;
};

/** A comment or reply that is shown, or removed and left because of its replies. */
export const findComment = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<CommentRow | undefined> => {
  const found = sql`select k.id from comments k where k.id = ${id} and (k.is_shown or k.replies > 0)`;
  return (await withReplies(viewerId, found, sql``).execute(db)).rows[0];
};

/** A page of the replies to a comment, the oldest first. */
export const listReplies = async (
  db: Db,
  parentId: string,
  viewerId: string | null,
  page: Pick<CommentList, 'page' | 'limit' | 'after'>,
): Promise<ReplyRow[]> => {
  const { rows } = await sql<ReplyRow>`
    select ${columnsFor(viewerId)} from comments k join users u on u.id = k.user_id
    where k.parent_id = ${parentId} and k.is_shown
      ${page.after === null ? sql`` : sql`and ${isAfter('oldest', page.after)}`}
    order by k.created_at, k.id ${rowsOf(page)}`.execute(db);
  return rows;
};

/** Those of these keys of usernames that belong to people whom others see. */
export const findPeople = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ username_key: string }>`
    select username_key from users
    where username_key = any(${keys}::text[]) and deletion_due_at is null and suspended_at is null`.execute(
    db,
  );
  return new Set(rows.map(({ username_key }) => username_key));
};
