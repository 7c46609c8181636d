import type { BetaComments } from '@inkling/contract/beta-links';
import { betaLinkLimits } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';
import { hasBlock, isPublicPerson } from '../users/index.ts';

export type BetaLinkRow = Pick<
  TableRow<'beta_links'>,
  'id' | 'label' | 'comments' | 'created_at' | 'ends_at'
> & { chapters: { _id: string; title: string }[] };

/** A story's links that can be used, or the one with this id. */
export const listLinks = (db: Db, storyId: string, now: Date, id: string | null = null) =>
  allRows<BetaLinkRow>(db)`
    select l.id, l.label, l.comments, l.created_at, l.ends_at, coalesce((
      select json_agg(json_build_object('_id', c.id, 'title', c.title) order by c.position)
      from beta_link_chapters k join chapters c on c.id = k.chapter_id and c.deleted_at is null
      where k.link_id = l.id), '[]') as chapters
    from beta_links l
    where l.story_id = ${storyId} and l.ends_at > ${now} and (${id}::uuid is null or l.id = ${id})
    order by l.created_at desc, l.id desc`;

/** How many of these chapters of a story can be in a link: drafts that are not taken down, and those that are in it. */
export const countShareable = async (tx: Db, storyId: string, chapters: string[], linkId: string | null) =>
  (
    await firstRow<{ count: number }>(tx)`
      select count(*) as count from chapters c join stories s on s.id = c.story_id
      where c.story_id = ${storyId} and c.id = any(${chapters}::uuid[]) and c.deleted_at is null
        and c.taken_down_at is null and s.taken_down_at is null
        and (not ${isListedChapter()}
          or exists (select from beta_link_chapters k where k.link_id = ${linkId}::uuid and k.chapter_id = c.id))`
  )?.count ?? 0;

interface NewLink {
  label: string;
  comments: BetaComments;
  endsAt: Date;
  now: Date;
}

export const insertLink = async (
  tx: Db,
  { storyId, hash, label, comments, now, endsAt }: NewLink & { storyId: string; hash: Buffer },
): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(tx)`
      insert into beta_links (story_id, label, comments, token_hash, created_at, ends_at)
      values (${storyId}, ${label}, ${comments}, ${hash}, ${now}, ${endsAt}) returning id`
  )?.id;

/** Changes a link that can be used; false if there is none. */
export const updateLink = (
  tx: Db,
  storyId: string,
  id: string,
  { label, comments, now, endsAt }: NewLink,
): Promise<boolean> =>
  hasRows(
    tx,
    sql`update beta_links set label = ${label}, comments = ${comments}, ends_at = ${endsAt}
      where story_id = ${storyId} and id = ${id} and ends_at > ${now} returning id`,
  );

export async function setChapters(tx: Db, linkId: string, chapters: string[]): Promise<void> {
  await execute(tx)`
    delete from beta_link_chapters where link_id = ${linkId} and chapter_id <> all(${chapters}::uuid[])`;
  await execute(tx)`
    insert into beta_link_chapters (link_id, chapter_id)
    select ${linkId}, chosen.id from unnest(${chapters}::uuid[]) as chosen (id) on conflict do nothing`;
}

/** Ends a link that can be used; false if there is none. */
export const endLink = (tx: Db, storyId: string, id: string, now: Date): Promise<boolean> =>
  hasRows(
    tx,
    sql`update beta_links set ends_at = ${now}
      where story_id = ${storyId} and id = ${id} and ends_at > ${now} returning id`,
  );

/** Deletes links that have ended: without comments at once, with comments when these are no longer kept. */
export const deleteEnded = (db: Db, now: Date) =>
  execute(db)`
    delete from beta_links l where l.ends_at <= ${now}
      and (l.ends_at <= ${new Date(now.getTime() - betaLinkLimits.keptDays * day)}
        or not exists (select from beta_comments m where m.link_id = l.id))`;

/** Who opens a link: an account, or a browser by the hash of its secret; of neither, nothing is stored. */
export interface Opener {
  viewerId: string | null;
  secret: Buffer | null;
}

export interface OpenLinkRow {
  id: string;
  comments: BetaComments;
  ends_at: Date;
  story_id: string;
  author_id: string;
  author_names: [username: string, displayName: string];
  story_title: string;
  author: string;
  language: string;
  is_mature: boolean;
  /** The opener’s row: of the account of one who is signed in. */
  reader_id: string | null;
  name: string;
  /** Also that of their browser: what they wrote before they signed in stays theirs. */
  own_ids: string[];
}

/**
 * The link with this token, and the opener's row if there is one. Undefined for a link that has ended, was revoked or never
 * existed, while its story is deleted or taken down or its author suspended or leaving, and for an account with a block
 * between it and the author.
 */
export const findOpenLink = (db: Db, hash: Buffer, now: Date, { viewerId, secret }: Opener) =>
  firstRow<OpenLinkRow>(db)`
    select l.id, l.comments, l.ends_at, s.id as story_id, s.author_id, s.title as story_title,
      json_build_array(u.username, u.display_name) as author_names,
      coalesce(nullif(u.display_name, ''), u.username) as author, s.language, s.audience = 'mature' as is_mature,
      case when ${viewerId}::uuid is null then b.id else r.id end as reader_id,
      coalesce(case when ${viewerId}::uuid is null then b.name else r.name end, '') as name,
      array_remove(array[r.id, b.id], null) as own_ids
    from beta_links l
    join stories s on s.id = l.story_id and s.deleted_at is null and s.taken_down_at is null
    join users u on u.id = s.author_id and ${isPublicPerson('u')} and u.suspended_at is null
    left join beta_readers r on r.link_id = l.id and r.user_id = ${viewerId}
    left join beta_readers b on b.link_id = l.id and b.secret_hash = ${secret}
    where l.token_hash = ${hash} and l.ends_at > ${now}
      and (${viewerId}::uuid is null or not ${hasBlock(sql`${viewerId}::uuid`, sql`u.id`)})`;

/** Locks a link that can be used and is open to someone’s comments; false if there is none. */
export const lockCommentable = (tx: Db, id: string, now: Date, viewerId: string | null): Promise<boolean> =>
  hasRows(
    tx,
    sql`select from beta_links l join stories s on s.id = l.story_id
      where l.id = ${id} and l.ends_at > ${now} and l.comments <> 'none'
        and (${viewerId}::uuid is null or not ${hasBlock(sql`${viewerId}::uuid`, sql`s.author_id`)})
      for update of l`,
  );

/** Locks a link until the transaction ends, so that its readers can be counted. */
export const lockLink = (tx: Db, id: string) =>
  execute(tx)`select from beta_links where id = ${id} for update`;

/** Adds a reader of a locked link; undefined if it has too many. */
export const addReader = async (tx: Db, linkId: string, { viewerId, secret }: Opener) =>
  (
    await firstRow<{ id: string }>(tx)`
      with known as (select id from beta_readers
        where link_id = ${linkId} and (user_id = ${viewerId} or (${viewerId}::uuid is null and secret_hash = ${secret}))),
      added as (insert into beta_readers (link_id, user_id, secret_hash)
        select ${linkId}, ${viewerId}, ${viewerId === null ? secret : null}
        where not exists (select from known)
          and (select count(*) from beta_readers where link_id = ${linkId}) < ${betaLinkLimits.readers}
        returning id)
      select id from known union all select id from added`
  )?.id;

export interface ListedRow {
  _id: string;
  title: string;
  isPublished: boolean;
  isChanged: boolean;
}

/** The chapters of a link, in the order of the story, without those that are deleted or taken down. */
export const listChapters = (db: Db, link: Pick<OpenLinkRow, 'id' | 'reader_id'>) =>
  allRows<ListedRow>(db)`
    select c.id as "_id", c.title, ${isListedChapter()} as "isPublished",
      (d.version < c.version and not ${isListedChapter()}) is true as "isChanged"
    from beta_link_chapters k join chapters c on c.id = k.chapter_id and c.deleted_at is null and c.taken_down_at is null
    join stories s on s.id = c.story_id
    left join beta_reads d on d.chapter_id = c.id and d.reader_id = ${link.reader_id}
    where k.link_id = ${link.id} order by c.position`;

export interface SharedChapterRow {
  is_listed: boolean;
  version: number;
  title: string;
  author_notes: string;
  end_notes: string;
  content: string;
  paragraph_ids: string;
  before: string | null;
}

/**
 * A chapter of a link with the text that was last saved, and the content that the reader opened before if it was another
 * one; undefined if the link does not have it, or it is deleted or taken down.
 */
export const findShared = (db: Db, link: Pick<OpenLinkRow, 'id' | 'reader_id'>, chapterId: string) =>
  firstRow<SharedChapterRow>(db)`
    select ${isListedChapter()} as is_listed, v.version, coalesce(v.title, c.title) as title,
      coalesce(v.author_notes, '') as author_notes, coalesce(v.end_notes, '') as end_notes, v.content,
      v.paragraph_ids::text as paragraph_ids, case when o.content <> v.content then o.content end as before
    from beta_link_chapters k join chapters c on c.id = k.chapter_id and c.deleted_at is null and c.taken_down_at is null
    join stories s on s.id = c.story_id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    left join beta_reads d on d.chapter_id = c.id and d.reader_id = ${link.reader_id}
    left join chapter_versions o on o.story_id = c.story_id and o.chapter_id = c.id and o.version = d.version
    where k.link_id = ${link.id} and c.id = ${chapterId}`;

export const storeRead = (db: Db, readerId: string, chapterId: string, version: number): Promise<void> =>
  execute(db)`
    insert into beta_reads (reader_id, chapter_id, version)
    select r.id, c.id, ${version} from beta_readers r, chapters c where r.id = ${readerId} and c.id = ${chapterId}
    on conflict (reader_id, chapter_id) do update set version = excluded.version
    where beta_reads.version <> excluded.version`;

/** The text of a version that is current, or that the reader opened last. */
export const findReadText = (
  db: Db,
  link: Pick<OpenLinkRow, 'id' | 'reader_id'>,
  chapterId: string,
  version: number,
) =>
  firstRow<{ is_listed: boolean; content: string | null; paragraph_ids: string | null }>(db)`
    select ${isListedChapter()} as is_listed, v.content, v.paragraph_ids::text as paragraph_ids
    from beta_link_chapters k join chapters c on c.id = k.chapter_id and c.deleted_at is null and c.taken_down_at is null
    join stories s on s.id = c.story_id
    left join beta_reads d on d.chapter_id = c.id and d.reader_id = ${link.reader_id}
    left join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = ${version}
      and v.version in (c.version, d.version)
    where k.link_id = ${link.id} and c.id = ${chapterId}`;
