import type { Draft } from '@inkling/contract/chapters';
import { allRows, type Db, sql } from '../../platform/db/db.ts';

export type DraftText = Omit<Draft, 'chapter' | 'device' | 'turn' | 'updatedAt'>;

/** A device's draft at one of its writes. */
export type DraftTurn = Pick<Draft, 'device' | 'turn'>;

/** The drafts of one chapter. */
export interface DraftKey {
  authorId: string;
  storyId: string;
  chapterId: string;
}

/** The number of drafts in a response; older ones follow when these are discarded. */
const maxListed = 5;

/** The newest drafts of a chapter; with a null `chapterId`, of chapters that were never created. */
export const listDrafts = (db: Db, authorId: string, storyId: string, chapterId: string | null) =>
  allRows<Omit<Draft, 'updatedAt'> & { updatedAt: Date }>(db)`
    select d.chapter_id as chapter, d.device, d.turn, d.updated_at as "updatedAt", d.title, d.content,
      d.author_notes as "authorNotes", d.end_notes as "endNotes", d.is_published as "isPublished",
      d.base_version as "baseVersion"
    from chapter_drafts d where d.author_id = ${authorId} and d.story_id = ${storyId} and ${
      chapterId === null
        ? sql`not exists (select from chapters c where c.id = d.chapter_id)`
        : sql`d.chapter_id = ${chapterId}`
    }
    order by d.updated_at desc, d.device limit ${maxListed}`;

/** A draft's turn, time, and size in its author's quota; undefined when there is none. */
export const findDraft = (db: Db, key: DraftKey, device: string) =>
  db
    .selectFrom('chapter_drafts')
    .select(['turn', 'updated_at', 'bytes'])
    .where('author_id', '=', key.authorId)
    .where('story_id', '=', key.storyId)
    .where('chapter_id', '=', key.chapterId)
    .where('device', '=', device)
    .executeTakeFirst();

/** Saves a device's draft of `words` words. The caller has locked the story, and checked that no later turn is stored. */
export const upsertDraft = (
  db: Db,
  key: DraftKey,
  { device, turn }: DraftTurn,
  text: DraftText,
  words: number,
  now: Date,
) =>
  sql`
  insert into chapter_drafts
    (author_id, story_id, chapter_id, device, title, content, author_notes, end_notes, is_published, base_version,
      word_count, turn, updated_at)
  values (${key.authorId}, ${key.storyId}, ${key.chapterId}, ${device}, ${text.title}, ${text.content},
    ${text.authorNotes}, ${text.endNotes}, ${text.isPublished}, ${text.baseVersion}, ${words}, ${turn}, ${now})
  on conflict (author_id, story_id, chapter_id, device) do update set
    title = excluded.title, content = excluded.content, author_notes = excluded.author_notes,
    end_notes = excluded.end_notes,
    is_published = excluded.is_published, base_version = excluded.base_version,
    word_count = excluded.word_count, turn = excluded.turn, updated_at = excluded.updated_at`.execute(db);

/** Deletes devices' drafts of a chapter, unless later turns are stored. */
export const deleteDrafts = (tx: Db, { authorId, storyId, chapterId }: DraftKey, drafts: DraftTurn[]) =>
  sql`
    delete from chapter_drafts d
    using unnest(${drafts.map(({ device }) => device)}::uuid[], ${drafts.map(({ turn }) => turn)}::integer[])
      as saved (device, turn)
    where d.author_id = ${authorId} and d.story_id = ${storyId} and d.chapter_id = ${chapterId}
      and d.device = saved.device and d.turn <= saved.turn`.execute(tx);
