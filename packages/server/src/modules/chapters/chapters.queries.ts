import type { Updateable } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { likesOf } from '../stories/index.ts';
import type { ChaptersTable } from './chapters.table.ts';

const summaryColumns = [
  'chapters.id',
  'chapters.story_id',
  'chapters.title',
  'chapters.position',
  'chapters.published_number',
  'chapters.word_count',
  'chapters.is_published',
  'chapters.author_notes',
  'chapters.likes',
  'chapters.version',
  'chapters.published_at',
  'chapters.created_at',
  'chapters.updated_at',
] as const;

export interface ChapterRow {
  id: string;
  story_id: string;
  title: string;
  position: number | null;
  published_number: number | null;
  word_count: number;
  is_published: boolean;
  author_notes: string;
  likes: number;
  version: number;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A page of a story's chapters in order, with or without drafts. */
export const listChapters = (
  db: Db,
  storyId: string,
  drafts: boolean,
  { offset, limit }: { offset: number; limit: number },
): Promise<ChapterRow[]> =>
  db
    .selectFrom('chapters')
    .select(summaryColumns)
    .where('story_id', '=', storyId)
    .where('deleted_at', 'is', null)
    .$if(!drafts, (query) => query.where('is_published', '=', true))
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute();

/** The ids of all of a story's chapters, including drafts. */
export const listChapterIds = async (db: Db, storyId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** The number that readers see for a published chapter of a story. */
export const findNumber = async (db: Db, storyId: string, id: string): Promise<number | null> => {
  const found = await db
    .selectFrom('chapters')
    .select('published_number')
    .where('id', '=', id)
    .where('story_id', '=', storyId)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.published_number ?? null;
};

/** Published chapters of published stories, newest first. */
export const listAllChapters = async (db: Db, storyId: string | undefined, page: number, limit: number) => {
  const listed = db
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .where('chapters.is_published', '=', true)
    .where('stories.is_published', '=', true)
    .where('stories.deleted_at', 'is', null)
    .$if(storyId !== undefined, (query) => query.where('chapters.story_id', '=', storyId ?? ''));
  const rows: ChapterRow[] = await listed
    .select(summaryColumns)
    .orderBy(
      (of) => (storyId === undefined ? of.ref('chapters.id') : of.ref('chapters.position')),
      storyId === undefined ? 'desc' : 'asc',
    )
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await listed
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
};

export interface StoryAccess {
  id: string;
  author_id: string;
  is_published: boolean;
  chapters: number;
  published_chapters: number;
}

export const findStoryAccess = (db: Db, storyId: string): Promise<StoryAccess | undefined> =>
  db
    .selectFrom('stories')
    .select(['id', 'author_id', 'is_published', 'chapters', 'published_chapters'])
    .where('id', '=', storyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** A chapter and its story; undefined when either is deleted or unknown. */
export const findChapter = (db: Db, id: string) =>
  db
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select([
      ...summaryColumns,
      'chapters.next_paragraph',
      'chapters.public_version',
      'chapters.held_reason',
      'stories.author_id',
      'stories.is_published as story_is_published',
    ])
    .where('chapters.id', '=', id)
    .where('chapters.deleted_at', 'is', null)
    .where('stories.deleted_at', 'is', null)
    .executeTakeFirst();

export type FoundChapter = NonNullable<Awaited<ReturnType<typeof findChapter>>>;

/** The data queried each time a chapter is read. */
export interface ReadableRow {
  /** Identifies the current state of the chapter's row: the id of the transaction that wrote it (xmin). */
  state: string;
  is_liked: boolean;
}

/** A chapter and its viewer. */
export interface ChapterLookup {
  chapterId: string;
  viewerId: string;
}

/** Loads many lookups in one query, in their order; undefined for chapters that the viewer may not read. */
export const findReadables = async (
  db: Db,
  lookups: ChapterLookup[],
): Promise<(ReadableRow | undefined)[]> => {
  const { rows } = await sql<ReadableRow & { place: number }>`
    select a.place::int, c.xmin as state,
      exists (select from chapter_likes l where l.chapter_id = c.id and l.user_id = a.viewer_id) as is_liked
    from unnest(${lookups.map((lookup) => lookup.chapterId)}::uuid[], ${lookups.map((lookup) => lookup.viewerId)}::uuid[])
      with ordinality as a (chapter_id, viewer_id, place)
    join chapters c on c.id = a.chapter_id
    join stories s on s.id = c.story_id
    where c.is_published and c.deleted_at is null
      and (s.is_published or s.author_id = a.viewer_id) and s.deleted_at is null`.execute(db);
  return inInputOrder(rows);
};

/** A published chapter and the state of its row. */
export const findPublishedState = (db: Db, id: string) =>
  db
    .selectFrom('chapters')
    .select([...summaryColumns, sql<string>`xmin`.as('state')])
    .where('id', '=', id)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export interface VersionRow {
  version: number;
  content: string;
  paragraph_ids: string;
  word_count: number;
  created_at: Date;
  saved_by: Buffer | null;
  bytes: number;
}

export const findVersion = (
  db: Db,
  chapter: { id: string; story_id: string },
  version: number,
): Promise<VersionRow | undefined> =>
  db
    .selectFrom('chapter_versions')
    .select([
      'version',
      'content',
      sql<string>`paragraph_ids::text`.as('paragraph_ids'),
      'word_count',
      'created_at',
      'saved_by',
      'bytes',
    ])
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .where('version', '=', version)
    .executeTakeFirst();

export const listVersions = (db: Db, chapter: { id: string; story_id: string }) =>
  db
    .selectFrom('chapter_versions')
    .select(['version', 'word_count', 'created_at'])
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .orderBy('version', 'desc')
    .execute();

export interface NewChapter {
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
  wordCount: number;
  paragraphIds: string;
  nextParagraph: number;
  savedBy: Buffer | null;
}

/** Appends chapters, each with its first version, in two statements. */
export const insertChapters = async (
  db: Db,
  storyId: string,
  after: number,
  chapters: NewChapter[],
  now: Date,
): Promise<string[]> => {
  const inserted = await db
    .insertInto('chapters')
    .values(
      chapters.map((chapter, index) => ({
        story_id: storyId,
        position: after + index + 1,
        title: chapter.title,
        author_notes: chapter.authorNotes,
        is_published: chapter.isPublished,
        published_at: chapter.isPublished ? now : null,
        word_count: chapter.wordCount,
        next_paragraph: chapter.nextParagraph,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'position'])
    .execute();
  const ids = inserted.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(({ id }) => id);
  await db
    .insertInto('chapter_versions')
    .values(
      chapters.map((chapter, index) => ({
        story_id: storyId,
        chapter_id: ids[index] ?? '',
        version: 1,
        content: chapter.content,
        paragraph_ids: chapter.paragraphIds,
        word_count: chapter.wordCount,
        created_at: now,
        saved_by: chapter.savedBy,
      })),
    )
    .execute();
  return ids;
};

export const insertVersion = (
  db: Db,
  row: Omit<VersionRow, 'bytes'> & { story_id: string; chapter_id: string },
) => db.insertInto('chapter_versions').values(row).execute();

export const deleteVersion = (db: Db, chapter: { id: string; story_id: string }, version: number) =>
  db
    .deleteFrom('chapter_versions')
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .where('version', '=', version)
    .execute();

/** Max versions of the same length to compare, since each must be read in full. */
const maxComparedVersions = 50;

/** Whether an older version has the same text as `version`, or has `text`. */
export const hasOlderVersionWith = async (
  db: Db,
  chapter: { id: string; story_id: string },
  version: number,
  text: string,
): Promise<boolean> => {
  const { rows } = await sql`
    with this as (
      select content from chapter_versions
      where story_id = ${chapter.story_id} and chapter_id = ${chapter.id} and version = ${version})
    select from (
      select content from chapter_versions
      where story_id = ${chapter.story_id} and chapter_id = ${chapter.id} and version < ${version}
        and octet_length(content) in (${Buffer.byteLength(text)}, (select octet_length(content) from this))
      order by version desc limit ${maxComparedVersions}) v
    where v.content in (${text}, (select content from this)) limit 1`.execute(db);
  return rows.length > 0;
};

export const updateChapter = (db: Db, id: string, changes: Updateable<ChaptersTable>) =>
  db.updateTable('chapters').set(changes).where('id', '=', id).execute();

/** Closes the gap after a chapter was deleted. */
export const closeGap = (db: Db, storyId: string, after: number) =>
  db
    .updateTable('chapters')
    .set((of) => ({ position: of('position', '-', 1) }))
    .where('story_id', '=', storyId)
    .where('position', '>', after)
    .execute();

/** The number of published chapters before a position. */
export const countPublishedBefore = async (db: Db, storyId: string, position: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from chapters
    where story_id = ${storyId} and is_published and position < ${position}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Numbers chapters 1..n in the order of `ids`; the caller must pass all of them. */
export const setOrder = async (db: Db, storyId: string, ids: string[]): Promise<void> => {
  await sql`
    update chapters c set position = o.ordinal
    from unnest(${ids}::uuid[]) with ordinality as o (id, ordinal)
    where c.id = o.id and c.story_id = ${storyId} and c.position is distinct from o.ordinal`.execute(db);
};

/** Moves one chapter to another position, and shifts those in between. */
export const setPosition = async (db: Db, storyId: string, id: string, from: number, to: number) => {
  await sql`
    update chapters set position = case when id = ${id} then ${to}::integer
      when ${to}::integer < ${from}::integer then position + 1 else position - 1 end
    where story_id = ${storyId} and position between ${Math.min(from, to)} and ${Math.max(from, to)}`.execute(
    db,
  );
};

/** Recomputes the chapter numbers that readers see and the story's counters. */
export const recount = async (db: Db, storyId: string, firstPublication: Date | null): Promise<void> => {
  await sql`
    update chapters c set published_number = n.number
    from (
      select id, case when is_published then row_number() over (partition by is_published order by position) end as number
      from chapters where story_id = ${storyId} and deleted_at is null) n
    where c.id = n.id and c.published_number is distinct from n.number`.execute(db);
  await sql`
    update stories s set chapters = n.chapters, published_chapters = n.published, words = n.words,
      published_words = n.published_words, last_updated = coalesce(${firstPublication}::timestamptz, s.last_updated)
    from (
      select count(*) as chapters, count(*) filter (where is_published) as published,
        coalesce(sum(word_count), 0) as words, coalesce(sum(word_count) filter (where is_published), 0) as published_words
      from chapters where story_id = ${storyId} and deleted_at is null) n
    where s.id = ${storyId}`.execute(db);
};

/** Adds or removes a like of a chapter in a published story. */
export const changeLike = likesOf({
  entities: 'chapters',
  likes: 'chapter_likes',
  foreignKey: 'chapter_id',
  published: (id) => sql`
    select c.id, c.likes from chapters c join stories s on s.id = c.story_id
    where c.id = ${id} and c.is_published and s.is_published and s.deleted_at is null`,
});
