import type { Author } from '@inkling/contract/users';
import { allRows, type Db, execute, firstRow, firstValue, hasRows, sql } from '../../platform/db/db.ts';
import { authorJson, isHiddenFrom, isPublicPerson } from '../users/index.ts';
import type { OpenLinkRow } from './beta-links.queries.ts';

export interface CommentRow {
  id: string;
  reader_id: string;
  name: string;
  account: Author | null;
  is_author: boolean;
  paragraph: number;
  quote: string;
  text: string;
  created_at: Date;
}

/** Of the comment `m` by the reader `r` with the account `u`, or none. */
const commentColumns = (authorId: ReturnType<typeof sql>) => sql`m.id, m.reader_id, r.name,
  case when r.user_id is not null and r.name = '' then ${authorJson('u')} end as account,
  (r.user_id = ${authorId}) is true as is_author, m.paragraph, m.quote, m.text, m.created_at`;

/** Whether someone may see what the reader `r` wrote, as far as that depends on the two. */
const isShownTo = (viewerId: string | null) =>
  sql`(r.user_id is null or (${isPublicPerson('u')} and u.suspended_at is null and not ${isHiddenFrom(viewerId, sql`r.user_id`)}))`;

/**
 * The comments on a chapter of a link that its reader may see: their own, the author's, and others' if the author shares them
 * now and did when they were written.
 */
export const listComments = (
  db: Db,
  link: OpenLinkRow,
  {
    chapterId = null,
    id = null,
    viewerId,
  }: { chapterId?: string | null; id?: string | null; viewerId: string | null },
) =>
  allRows<CommentRow>(db)`
    select ${commentColumns(sql`${link.author_id}`)}
    from beta_comments m join beta_readers r on r.id = m.reader_id left join users u on u.id = r.user_id
    where m.link_id = ${link.id} and (${chapterId}::uuid is null or m.chapter_id = ${chapterId})
      and (${id}::uuid is null or m.id = ${id})
      and (m.reader_id = any(${link.own_ids}::uuid[])
        or (((${link.comments} = 'all' and m.is_shared) or r.user_id = ${link.author_id}) and ${isShownTo(viewerId)}))
    order by m.created_at, m.id`;

/** Whether a comment is by a reader about a chapter; undefined if there is none with this id. */
export const isCommentOf = (db: Db, id: string, readerId: string | null, chapterId: string) =>
  firstValue<boolean>(db)`
      select (reader_id = ${readerId} and chapter_id = ${chapterId}) is true as is_same from beta_comments where id = ${id}`;

/** How many comments a link has, and a reader: up to the limits. */
export const countComments = async (tx: Db, linkId: string, readerId: string) =>
  (await firstRow<{ all: number; own: number }>(tx)`
    select count(*) as all, count(*) filter (where reader_id = ${readerId}) as own
    from beta_comments where link_id = ${linkId}`) ?? { all: 0, own: 0 };

export const setName = (tx: Db, readerId: string, name: string): Promise<void> =>
  execute(tx)`update beta_readers set name = ${name} where id = ${readerId} and name <> ${name}`;

interface NewComment {
  id: string | undefined;
  linkId: string;
  chapterId: string;
  readerId: string;
  paragraph: number;
  quote: string;
  text: string;
  now: Date;
}

/** Stores a comment on a locked link; resolves to its id, or undefined if the chosen one is in use. */
export const insertComment = (
  tx: Db,
  { id, linkId, chapterId, readerId, paragraph, quote, text, now }: NewComment,
): Promise<string | undefined> =>
  firstValue<string>(tx)`
      insert into beta_comments (id, link_id, chapter_id, reader_id, paragraph, quote, text, created_at, is_shared)
      select coalesce(${id ?? null}::uuid, uuidv7()), l.id, ${chapterId}::uuid, ${readerId}::uuid, ${paragraph}::int,
        ${quote}, ${text}, ${now}::timestamptz, l.comments = 'all' from beta_links l where l.id = ${linkId}
      on conflict do nothing returning id`;

/** Changes a reader's own comment and opens it again; false if they have none with this id through this link. */
export const updateComment = (
  tx: Db,
  { id, own_ids }: Pick<OpenLinkRow, 'id' | 'own_ids'>,
  commentId: string,
  text: string,
): Promise<boolean> =>
  hasRows(
    tx,
    sql`update beta_comments m set text = ${text}, is_resolved = m.is_resolved and m.text = ${text}
      where m.id = ${commentId} and m.link_id = ${id} and m.reader_id = any(${own_ids}::uuid[]) returning m.id`,
  );

export const deleteComment = (
  tx: Db,
  { id, own_ids }: Pick<OpenLinkRow, 'id' | 'own_ids'>,
  commentId: string,
): Promise<boolean> =>
  hasRows(
    tx,
    sql`delete from beta_comments where id = ${commentId} and link_id = ${id} and reader_id = any(${own_ids}::uuid[]) returning id`,
  );

/** Whether the author of a story is shown what an account writes, so that it is news to them. */
export const isNewsTo = async (tx: Db, authorId: string, viewerId: string | null): Promise<boolean> =>
  viewerId !== authorId &&
  !(await hasRows(tx, sql`select where ${isHiddenFrom(authorId, sql`${viewerId}::uuid`)}`));

export interface StoryCommentRow extends CommentRow {
  chapter: { _id: string; title: string };
  link: { _id: string; label: string };
  place: number | null;
  is_resolved: boolean;
  total: number;
}

interface Wanted {
  storyId: string;
  authorId: string;
  chapterId: string | undefined;
  isResolved: boolean;
  page: number;
  limit: number;
}

/** What beta readers wrote about a story, of all its links, by chapter and in the order of the text. */
export const listStoryComments = (
  db: Db,
  { storyId, authorId, chapterId = undefined, isResolved, page, limit }: Wanted,
) =>
  allRows<StoryCommentRow>(db)`
    with found as materialized (
      select ${commentColumns(sql`${authorId}`)}, m.chapter_id, m.is_resolved,
        json_build_object('_id', l.id, 'label', l.label) as link
      from beta_links l join beta_comments m on m.link_id = l.id
      join beta_readers r on r.id = m.reader_id left join users u on u.id = r.user_id
      where l.story_id = ${storyId} and m.is_resolved = ${isResolved}
        and (${chapterId ?? null}::uuid is null or m.chapter_id = ${chapterId ?? null}) and ${isShownTo(authorId)}),
    places as materialized (
      select c.id as chapter_id, p.paragraph, row_number() over (partition by c.id order by p.at) as place
      from chapters c
      join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
      cross join lateral unnest(v.paragraph_ids) with ordinality as p (paragraph, at)
      where c.id in (select chapter_id from found) and p.paragraph > 0)
    select f.*, json_build_object('_id', c.id, 'title', c.title) as chapter, p.place,
      count(*) over () as total
    from found f join chapters c on c.id = f.chapter_id and c.deleted_at is null
    left join places p on p.chapter_id = f.chapter_id and p.paragraph = f.paragraph
    order by c.position, p.place nulls last, f.created_at, f.id limit ${limit} offset ${(page - 1) * limit}`;

/** False if the story has no such comment. */
export const setResolved = (tx: Db, storyId: string, id: string, isResolved: boolean): Promise<boolean> =>
  hasRows(
    tx,
    sql`update beta_comments m set is_resolved = ${isResolved} from beta_links l
      where m.id = ${id} and l.id = m.link_id and l.story_id = ${storyId} returning m.id`,
  );

export const removeComment = (tx: Db, storyId: string, id: string): Promise<boolean> =>
  hasRows(
    tx,
    sql`delete from beta_comments m using beta_links l
      where m.id = ${id} and l.id = m.link_id and l.story_id = ${storyId} returning m.id`,
  );
