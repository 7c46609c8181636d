import type { Updateable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isPublicStory, type ListViewer } from '../stories/index.ts';
import { visibleTo } from './chapters.policy.queries.ts';
import type { ChaptersTable } from './chapters.table.ts';

const summaryColumns = [
  'chapters.id',
  'chapters.story_id',
  'chapters.title',
  'chapters.position',
  'chapters.published_number',
  'chapters.volume_id',
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
  volume_id: string | null;
  word_count: number;
  is_published: boolean;
  author_notes: string;
  likes: number;
  version: number;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface Range {
  offset: number;
  limit: number;
}

/** A page of a story's published chapters in order. */
export const listPublished = (db: Db, storyId: string, { offset, limit }: Range): Promise<ChapterRow[]> =>
  db
    .selectFrom('chapters')
    .select(summaryColumns)
    .where('story_id', '=', storyId)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute();

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

/** Published chapters of the stories that lists show, newest first, or of a public story, in their order. */
export const listAllChapters = async (
  db: Db,
  viewer: ListViewer,
  storyId: string | undefined,
  { page, limit }: { page: number; limit: number },
) => {
  const listed = db
    .selectFrom('chapters')
    .innerJoin('stories as s', 's.id', 'chapters.story_id')
    .where('chapters.is_published', '=', true)
    .where(storyId === undefined ? visibleTo(viewer, 'lists').story : isPublicStory())
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
      'chapters.takedown_reason',
      'stories.author_id',
      'stories.is_published as story_is_published',
    ])
    .where('chapters.id', '=', id)
    .where('chapters.deleted_at', 'is', null)
    .where('stories.deleted_at', 'is', null)
    .executeTakeFirst();

export type FoundChapter = NonNullable<Awaited<ReturnType<typeof findChapter>>>;

/** Whether this is a chapter of this story; undefined if there is none with this id, false also for a deleted one. */
export const isChapterOf = async (db: Db, id: string, storyId: string): Promise<boolean | undefined> => {
  const found = await db
    .selectFrom('chapters')
    .select(['story_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found && found.story_id === storyId && found.deleted_at === null;
};

export interface NewChapter {
  _id?: string | undefined;
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
  wordCount: number;
  paragraphIds: string;
  nextParagraph: number;
  savedBy: Buffer | null;
}

/** Adds chapters after this position, each with its first version, in two statements. Undefined if a chosen id is in use. */
export const insertChapters = async (
  db: Db,
  storyId: string,
  { after, volumeId }: { after: number; volumeId: string | null },
  chapters: NewChapter[],
  now: Date,
): Promise<string[] | undefined> => {
  const inserted = await db
    .insertInto('chapters')
    .values(
      chapters.map((chapter, index) => ({
        ...(chapter._id !== undefined && { id: chapter._id }),
        story_id: storyId,
        position: after + index + 1,
        volume_id: volumeId,
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
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'position'])
    .execute();
  if (inserted.length < chapters.length) return undefined;
  const ids = inserted.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(({ id }) => id);
  await db
    .insertInto('chapter_versions')
    .values(
      chapters.map((chapter, index) => ({
        story_id: storyId,
        chapter_id: ids[index] ?? '',
        version: 1,
        content: chapter.content,
        title: chapter.title,
        author_notes: chapter.authorNotes,
        paragraph_ids: chapter.paragraphIds,
        word_count: chapter.wordCount,
        created_at: now,
        saved_by: chapter.savedBy,
      })),
    )
    .execute();
  return ids;
};

export const updateChapter = (db: Db, id: string, changes: Updateable<ChaptersTable>) =>
  db.updateTable('chapters').set(changes).where('id', '=', id).execute();
