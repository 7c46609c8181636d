import { type Db, sql } from '../../platform/db/db.ts';
import './chapters.table.ts';

export interface DraftText {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
  baseVersion: number | null;
}

/** A device's draft at one of its writes. */
export interface DraftTurn {
  device: string;
  turn: number;
}

/** The drafts of one chapter. */
export interface DraftKey {
  authorId: string;
  storyId: string;
  chapterId: string;
}

/** The number of drafts in a response; older ones follow when these are discarded. */
const maxListed = 5;

/** The newest drafts of a chapter; with a null `chapterId`, of chapters that were never created. */
export const listDrafts = (
  db: Db,
  { authorId, storyId, chapterId }: Omit<DraftKey, 'chapterId'> & { chapterId: string | null },
) =>
  db
    .selectFrom('chapter_drafts as d')
    .selectAll()
    .where('author_id', '=', authorId)
    .where('story_id', '=', storyId)
    .$if(chapterId !== null, (query) => query.where('chapter_id', '=', chapterId ?? ''))
    .$if(chapterId === null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('chapters').select('id').whereRef('id', '=', 'd.chapter_id'))),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('device')
    .limit(maxListed)
    .execute();

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
    (author_id, story_id, chapter_id, device, title, content, author_notes, is_published, base_version, word_count, turn,
      updated_at)
  values (${key.authorId}, ${key.storyId}, ${key.chapterId}, ${device}, ${text.title}, ${text.content},
    ${text.authorNotes}, ${text.isPublished}, ${text.baseVersion}, ${words}, ${turn}, ${now})
  on conflict (author_id, story_id, chapter_id, device) do update set
    title = excluded.title, content = excluded.content, author_notes = excluded.author_notes,
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
