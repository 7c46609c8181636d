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

const at = (db: Db, { authorId, storyId, slot }: DraftKey) =>
  db
    .selectFrom('chapter_drafts')
    .where('author_id', '=', authorId)
    .where('story_id', '=', storyId)
    .where('slot', '=', slot);

export const findDraft = (db: Db, place: DraftKey) => at(db, place).selectAll().executeTakeFirst();

/** What a draft counts as against its author's quota; 0 when there is none. */
export const draftBytes = async (db: Db, place: DraftKey): Promise<number> =>
  (await at(db, place).select('bytes').executeTakeFirst())?.bytes ?? 0;

/**
 * Keeps a draft if it follows the one that is kept; undefined when another one came between. The first revision is any
 * number: a device that still knows a draft that was dropped is not to take the next one for it.
 */
export const upsertDraft = async (
  db: Db,
  place: DraftKey,
  text: DraftText,
  follows: number | null,
  now: Date,
) => {
  const { rows } = await sql<{ revision: number }>`
    insert into chapter_drafts as kept
      (author_id, story_id, slot, title, content, author_notes, is_published, base_version, revision, updated_at)
    values (${place.authorId}, ${place.storyId}, ${place.slot}, ${text.title}, ${text.content}, ${text.authorNotes},
      ${text.isPublished}, ${text.baseVersion}, 1 + floor(random() * 1000000000)::integer, ${now})
    on conflict (author_id, story_id, slot) do update set
      title = excluded.title, content = excluded.content, author_notes = excluded.author_notes,
      is_published = excluded.is_published, base_version = excluded.base_version,
      revision = kept.revision + 1, updated_at = excluded.updated_at
    where kept.revision = ${follows}::integer
    returning revision`.execute(db);
  return rows[0]?.revision;
};

/** Drops a draft; of a named revision only that one, whatever is kept at the same moment. */
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
