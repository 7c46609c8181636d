import type { Draft } from '@inkling/contract/chapters';
import { allRows, type Db, firstValue, sql } from '../../platform/db/db.ts';

export type DraftText = Omit<Draft, 'chapter' | 'device' | 'updatedAt'>;

/** A device's draft as it was typed at a time. */
export type DraftRef = Pick<Draft, 'device' | 'updatedAt'>;

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
    select d.chapter_id as chapter, d.device, d.updated_at as "updatedAt", d.title, d.content,
      d.author_notes as "authorNotes", d.end_notes as "endNotes", d.is_published as "isPublished",
      d.base_version as "baseVersion"
    from chapter_drafts d where d.author_id = ${authorId} and d.story_id = ${storyId} and ${
      chapterId === null
        ? sql`not exists (select from chapters c where c.id = d.chapter_id)`
        : sql`d.chapter_id = ${chapterId}`
    }
    order by d.updated_at desc, d.device limit ${maxListed}`;

/** A draft's size in its author's quota; 0 when there is none. */
export const bytesOfDraft = async (db: Db, key: DraftKey, device: string): Promise<number> =>
  (await firstValue<number>(db)`
    select bytes from chapter_drafts where author_id = ${key.authorId} and story_id = ${key.storyId}
      and chapter_id = ${key.chapterId} and device = ${device}`) ?? 0;

/** Saves a device's draft of `words` words, unless what is stored was typed later; resolves to whether it was saved. */
export const upsertDraft = async (
  db: Db,
  key: DraftKey,
  { device, updatedAt, ...text }: DraftText & { device: string; updatedAt: Date },
  words: number,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    insert into chapter_drafts
      (author_id, story_id, chapter_id, device, title, content, author_notes, end_notes, is_published, base_version,
        word_count, updated_at)
    values (${key.authorId}, ${key.storyId}, ${key.chapterId}, ${device}, ${text.title}, ${text.content},
      ${text.authorNotes}, ${text.endNotes}, ${text.isPublished}, ${text.baseVersion}, ${words}, ${updatedAt})
    on conflict (author_id, story_id, chapter_id, device) do update set
      title = excluded.title, content = excluded.content, author_notes = excluded.author_notes,
      end_notes = excluded.end_notes, is_published = excluded.is_published, base_version = excluded.base_version,
      word_count = excluded.word_count, updated_at = excluded.updated_at
    where chapter_drafts.updated_at <= excluded.updated_at`.execute(db);
  return numAffectedRows > 0n;
};

/** Deletes devices' drafts of a chapter, unless more was typed since. */
export const deleteDrafts = (db: Db, { authorId, storyId, chapterId }: DraftKey, drafts: DraftRef[]) =>
  sql`
    delete from chapter_drafts d
    using unnest(${drafts.map(({ device }) => device)}::uuid[], ${drafts.map(({ updatedAt }) => updatedAt)}::timestamptz[])
      as saved (device, updated_at)
    where d.author_id = ${authorId} and d.story_id = ${storyId} and d.chapter_id = ${chapterId}
      and d.device = saved.device and d.updated_at <= saved.updated_at`.execute(db);
