import { allRows, type Db, execute, firstRow, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { isListedChapter } from '../chapters/index.ts';
import { isPublicPerson } from '../users/index.ts';

export type BetaLinkRow = Pick<TableRow<'beta_links'>, 'id' | 'created_at' | 'ends_at'>;

export const listLinks = (db: Db, chapterId: string, now: Date): Promise<BetaLinkRow[]> =>
  allRows<BetaLinkRow>(db)`
    select id, created_at, ends_at from beta_links where chapter_id = ${chapterId} and ends_at > ${now}
    order by created_at desc, id desc`;

/** Undefined for a chapter that readers have, and for one that is taken down, alone or with its story. */
export const insertLink = (
  tx: Db,
  { chapterId, hash, now, endsAt }: { chapterId: string; hash: Buffer; now: Date; endsAt: Date },
) =>
  firstRow<BetaLinkRow>(tx)`
    insert into beta_links (chapter_id, token_hash, created_at, ends_at)
    select c.id, ${hash}, ${now}, ${endsAt} from chapters c join stories s on s.id = c.story_id
    where c.id = ${chapterId} and not ${isListedChapter()} and c.taken_down_at is null and s.taken_down_at is null
    returning id, created_at, ends_at`;

export const removeLink = (tx: Db, chapterId: string, id: string): Promise<boolean> =>
  hasRows(tx, sql`delete from beta_links where chapter_id = ${chapterId} and id = ${id} returning id`);

export const deleteEnded = (db: Db, now: Date) => execute(db)`delete from beta_links where ends_at <= ${now}`;

export interface SharedChapterRow {
  story_id: string;
  chapter_id: string;
  is_listed: boolean;
  story_title: string;
  author: string;
  language: string;
  is_mature: boolean;
  ends_at: Date;
  title: string;
  author_notes: string;
  end_notes: string;
  content: string;
  paragraph_ids: string;
}

/**
 * The chapter of a link that can be used, with the version that was last saved; undefined for a link that has ended, was
 * revoked or never existed, and while chapter or story is deleted or taken down, or their author suspended or leaving.
 */
export const findShared = (db: Db, hash: Buffer, now: Date) =>
  firstRow<SharedChapterRow>(db)`
    select s.id as story_id, c.id as chapter_id, ${isListedChapter()} as is_listed, s.title as story_title,
      coalesce(nullif(u.display_name, ''), u.username) as author, s.language, s.audience = 'mature' as is_mature, l.ends_at,
      coalesce(v.title, c.title) as title, coalesce(v.author_notes, '') as author_notes,
      coalesce(v.end_notes, '') as end_notes, v.content, v.paragraph_ids::text as paragraph_ids
    from beta_links l
    join chapters c on c.id = l.chapter_id and c.deleted_at is null and c.taken_down_at is null
    join stories s on s.id = c.story_id and s.deleted_at is null and s.taken_down_at is null
    join users u on u.id = s.author_id and ${isPublicPerson('u')} and u.suspended_at is null
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    where l.token_hash = ${hash} and l.ends_at > ${now}`;

/** The rows go with the chapter. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The links for beta readers that you create: for which chapter, when, and a hash from which they can’t be recovered',
      why: 'To show the chapter to the people you give the link to.',
      seenBy: 'Only you see that there are any. We don’t store who opens them.',
      until: 'Until the night after they expire or you revoke them.',
      columns: [],
    },
  ],
  lists: (userId) => ({
    'beta-links.json': sql`
      select l.chapter_id as "chapter", l.created_at as "createdAt", l.ends_at as "endsAt"
      from beta_links l join chapters c on c.id = l.chapter_id join stories s on s.id = c.story_id
      where s.author_id = ${userId} order by l.created_at, l.id`,
  }),
};
