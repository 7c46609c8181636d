import type { CountedTable } from '../../platform/db/counted-table.ts';
import {
  allRows,
  type Db,
  firstRow,
  firstValue,
  type RowChanges,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { isPublicStory, type ListViewer, notInTrash } from '../stories/index.ts';
import { isExclusive, isPublicChapter, visibleTo } from './chapters.policy.queries.ts';

/** The data queried each time a chapter is read. */
interface ReadableRow {
  /** Identifies the current state of the chapter's row: the id of the transaction that wrote it (xmin). */
  state: string;
  is_liked: boolean;
  /** Whether it is another person's and only for readers with the right. */
  is_exclusive: boolean;
}

/** A chapter and its viewer. */
export interface ChapterLookup {
  chapterId: string;
  viewerId: string;
}

/** Loads many lookups in one query, in their order; undefined for chapters that the viewer may not see. Whether they may
 * read one that `is_exclusive` is asked of their rights. */
export const findReadables = async (
  db: Db,
  lookups: ChapterLookup[],
): Promise<(ReadableRow | undefined)[]> => {
  const rows = await allRows<ReadableRow & { place: number }>(db)`
    select a.place::int, c.xmin as state,
      exists (select from chapter_likes l where l.chapter_id = c.id and l.user_id = a.viewer_id) as is_liked,
      (${isExclusive()} and s.author_id <> a.viewer_id) as is_exclusive
    from unnest(${lookups.map((lookup) => lookup.chapterId)}::uuid[], ${lookups.map((lookup) => lookup.viewerId)}::uuid[])
      with ordinality as a (chapter_id, viewer_id, place)
    join chapters c on c.id = a.chapter_id
    join stories s on s.id = c.story_id
    where c.is_published and ${visibleTo({ id: sql`a.viewer_id` }, 'link').listed}`;
  return inInputOrder(rows);
};

const summaryColumns = [
  'c.id',
  'c.story_id',
  'c.title',
  'c.position',
  'c.published_number',
  'c.volume_id',
  'c.word_count',
  'c.is_published',
  'c.author_notes',
  'c.end_notes',
  'c.likes',
  'c.version',
  'c.published_at',
  'c.created_at',
  'c.updated_at',
] as const;

type ColumnOf<Name> = Name extends `c.${infer Column extends keyof Tables['chapters']}` ? Column : never;
export type ChapterRow = Pick<TableRow<'chapters'>, ColumnOf<(typeof summaryColumns)[number]>> & {
  /** Marked for readers with a plan. */
  is_exclusive: boolean;
};
/** `isExclusive`, for statements without the story `s`. */
const isMarked = sql<boolean>`
  ((c.position >= (select marked.exclusive_from from stories marked where marked.id = c.story_id)) is true)`.as(
  'is_exclusive',
);
/** A chapter in a list, with its comments and replies that are shown. */
export type ListedRow = ChapterRow & { comments: number };
export const shownComments = sql<number>`
  coalesce((select shown from comment_counts where subject_id = c.id), 0)`.as('comments');
/** The same columns in a statement. */
export const summaryOf = sql`${sql.join(summaryColumns.map((column) => sql.ref(column)))}, ${isMarked}`;

interface Range {
  offset: number;
  limit: number;
}

/** A page of a story's published chapters in order. */
export const listPublished = (db: Db, storyId: string, { offset, limit }: Range): Promise<ListedRow[]> =>
  db
    .selectFrom('chapters as c')
    .select([...summaryColumns, isMarked, shownComments])
    .where('story_id', '=', storyId)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute();

/** The number that readers see for a published chapter of a story. */
/** How many published chapters are before a chapter `c` that readers cannot open now. */
export const publishedBefore = sql<number>`coalesce(c.deleted_after_number, (
  select count(*)::integer from chapters b
  where b.story_id = c.story_id and b.is_published and b.position < c.position))`;

/**
 * A chapter's number; for one that is no longer published, that of the published one before it, or 0. Not for drafts, which
 * may have an earlier date of their source.
 */
export const findNumber = (db: Db, storyId: string, id: string) =>
  firstRow<{ number: number; is_published: boolean }>(db)`
    select case when c.is_published then c.published_number else ${publishedBefore} end as number, c.is_published
    from chapters c where c.id = ${id} and c.story_id = ${storyId} and (c.is_published or c.public_version is not null)`;

/** Published chapters of the stories that lists show, newest first, or of a public story, in their order. */
export const listAllChapters = async (
  db: Db,
  viewer: ListViewer,
  storyId: string | undefined,
  { page, limit }: { page: number; limit: number },
) => {
  const listed = db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.is_published', '=', true)
    .where(storyId === undefined ? visibleTo(viewer, 'lists').story : isPublicStory())
    .$if(storyId !== undefined, (query) => query.where('c.story_id', '=', storyId ?? ''));
  const rows: ListedRow[] = await listed
    .select([...summaryColumns, isMarked, shownComments])
    .orderBy(
      (of) => (storyId === undefined ? of.ref('c.id') : of.ref('c.position')),
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

export const findStoryAccess = (db: Db, storyId: string) =>
  db
    .selectFrom('stories')
    .select(['id', 'author_id', 'is_published', 'chapters', 'published_chapters', 'exclusive_from'])
    .where('id', '=', storyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const chapterWithStory = (db: Db, id: string) =>
  db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .select([
      ...summaryColumns,
      isMarked,
      'c.next_paragraph',
      'c.private_note',
      'c.public_version',
      'c.takedown_reason',
      's.author_id',
      isPublicChapter().as('is_public'),
    ])
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null);

/** A chapter and its story; undefined when either is deleted or unknown. */
export const findChapter = (db: Db, id: string) => chapterWithStory(db, id).executeTakeFirst();

/** Locks a chapter's story, as `lockStory` does, and the chapter's row, which is otherwise read as it was before a wait. */
export const lockChapter = (tx: Db, id: string) =>
  chapterWithStory(tx, id).forNoKeyUpdate('s').forNoKeyUpdate('c').executeTakeFirst();

export type FoundChapter = NonNullable<Awaited<ReturnType<typeof findChapter>>>;

/** The chapter at a position of a story, drafts included. */
export const findChapterAt = async (db: Db, storyId: string, position: number): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(db)`
      select id from chapters where story_id = ${storyId} and position = ${position} and deleted_at is null`
  )?.id;

/** Whether this is a chapter of this story; undefined if there is none with this id, false also for a deleted one. */
export const isChapterOf = (db: Db, id: string, storyId: string): Promise<boolean | undefined> =>
  firstValue<boolean>(db)`select story_id = ${storyId} and deleted_at is null from chapters where id = ${id}`;

export interface NewChapter {
  _id?: string | undefined;
  title: string;
  content: string;
  authorNotes: string;
  endNotes?: string;
  isPublished: boolean;
  /** When it was published elsewhere: the date that it keeps once it is published here. */
  publishedAt?: Date | null;
  wordCount: number;
  paragraphIds: string;
  nextParagraph: number;
  savedBy: Buffer | null;
}

/**
 * Adds draft chapters at the end of a story and of its last volume, each with its first version, in one statement.
 * Returns their rows in order; undefined if a chosen id is in use.
 */
export const insertChapters = async (
  db: Db,
  storyId: string,
  after: number,
  chapters: NewChapter[],
  now: Date,
): Promise<ChapterRow[] | undefined> => {
  const rows = await allRows<ChapterRow>(db)`
    with input as (
      select coalesce(i.chosen_id, uuidv7()) as id, i.* from unnest(${chapters.map(({ _id }) => _id ?? null)}::uuid[], ${chapters.map(({ title }) => title)}::text[],
        ${chapters.map(({ content }) => content)}::text[], ${chapters.map(({ authorNotes }) => authorNotes)}::text[],
        ${chapters.map(({ endNotes = '' }) => endNotes)}::text[],
        ${chapters.map(({ wordCount }) => wordCount)}::integer[], ${chapters.map(({ paragraphIds }) => paragraphIds)}::text[],
        ${chapters.map(({ nextParagraph }) => nextParagraph)}::integer[],
        ${chapters.map(({ publishedAt = null }) => publishedAt)}::timestamptz[])
        with ordinality as i (chosen_id, title, content, author_notes, end_notes, word_count, paragraph_ids,
          next_paragraph, published_at, place)),
    added as (
      insert into chapters as c (id, story_id, position, volume_id, title, author_notes, end_notes, word_count,
        next_paragraph, published_at, created_at, updated_at)
      select id, ${storyId}, ${after} + place, (
          select v.id from volumes v where v.story_id = ${storyId} order by v.position desc limit 1),
        title, author_notes, end_notes, word_count, next_paragraph, published_at, ${now}, ${now} from input
      on conflict (id) do nothing returning ${summaryOf}),
    versions as (
      insert into chapter_versions (story_id, chapter_id, version, content, title, author_notes, end_notes, paragraph_ids,
        word_count, created_at, saved_by)
      select ${storyId}, i.id, 1, i.content, i.title, i.author_notes, i.end_notes, i.paragraph_ids::integer[],
        i.word_count, ${now}, ${chapters[0]?.savedBy ?? null} from input i join added on added.id = i.id)
    select * from added order by position`;
  return rows.length === chapters.length ? rows : undefined;
};

export const updateChapter = (db: Db, id: string, changes: RowChanges<'chapters'>) =>
  db.updateTable('chapters').set(changes).where('id', '=', id).execute();

/**
 * When this person could first read this chapter: both the account and the published chapter existed. What a device
 * claims to have read before that does not count (docs/product/reading-sessions.md#offline).
 */
export const findReadableSince = async (db: Db, userId: string, chapterId: string): Promise<Date> =>
  (await firstValue<Date>(db)`
    select greatest(u.created_at, c.created_at, c.published_at) as since
    from users u left join chapters c on c.id = ${chapterId} where u.id = ${userId}`) ?? new Date(0);

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'chapters',
    key: { id: 'uuid' },
    only: sql`t.deleted_at is null and ${notInTrash('t.story_id')}`,
    counted: [
      { columns: ['likes'], is: sql`select count(*) from chapter_likes l where l.chapter_id = t.id` },
    ],
  },
];
