import { type Db, sql } from '../../platform/db/db.ts';
import './chapters.table.ts';

export interface DraftText {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
  baseVersion: number | null;
}

export interface DraftKey {
  authorId: string;
  storyId: string;
  slot: string;
}

const selectDraft = (db: Db, { authorId, storyId, slot }: DraftKey) =>
  db
    .selectFrom('chapter_drafts')
    .where('author_id', '=', authorId)
    .where('story_id', '=', storyId)
    .where('slot', '=', slot);

export const findDraft = (db: Db, key: DraftKey) => selectDraft(db, key).selectAll().executeTakeFirst();

/** A draft's size in its author's quota; 0 when there is none. */
export const draftBytes = async (db: Db, key: DraftKey): Promise<number> =>
  (await selectDraft(db, key).select('bytes').executeTakeFirst())?.bytes ?? 0;

/**
 * Saves a draft if it follows the stored one; undefined when another one was saved in between. The first revision is
 * random, so that a device cannot mistake a new draft for a deleted one.
 */
export const upsertDraft = async (
  db: Db,
  key: DraftKey,
  text: DraftText,
  follows: number | null,
  now: Date,
) => {
  const { rows } = await sql<{ revision: number }>`
    insert into chapter_drafts as stored
      (author_id, story_id, slot, title, content, author_notes, is_published, base_version, revision, updated_at)
    values (${key.authorId}, ${key.storyId}, ${key.slot}, ${text.title}, ${text.content}, ${text.authorNotes},
      ${text.isPublished}, ${text.baseVersion}, 1 + floor(random() * 1000000000)::integer, ${now})
    on conflict (author_id, story_id, slot) do update set
      title = excluded.title, content = excluded.content, author_notes = excluded.author_notes,
      is_published = excluded.is_published, base_version = excluded.base_version,
      revision = stored.revision + 1, updated_at = excluded.updated_at
    where stored.revision = ${follows}::integer
    returning revision`.execute(db);
  return rows[0]?.revision;
};

/** Deletes a draft; with a revision, only if it still has that revision. */
export const deleteDraft = (
  db: Db,
  { authorId, storyId, slot }: DraftKey,
  revision: number | undefined = undefined,
) =>
  db
    .deleteFrom('chapter_drafts')
    .where('author_id', '=', authorId)
    .where('story_id', '=', storyId)
    .where('slot', '=', slot)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .execute();
