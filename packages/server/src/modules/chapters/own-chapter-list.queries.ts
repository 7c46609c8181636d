import type { ChapterFilter } from '@inkling/contract/chapters';
import { minWordsToPublish } from '@inkling/contract/words';
import { type Db, sql } from '../../platform/db/db.ts';
import type { ChapterRow } from './chapters.queries.ts';
import './chapters.table.ts';

const isShort = sql<boolean>`(not c.is_published and c.word_count < ${minWordsToPublish})`;
/** What the operator has taken down or what is scheduled is not ready (docs/product/chapters.md#bulk-changes). */
export const isReady = sql<boolean>`
  (not c.is_published and c.word_count >= ${minWordsToPublish} and c.takedown_reason is null and not exists (
    select from chapter_schedules d where d.chapter_id = c.id and d.problem is null))`;

const conditions: Record<ChapterFilter, ReturnType<typeof sql>> = {
  all: sql`true`,
  published: sql`c.is_published`,
  drafts: sql`not c.is_published`,
  short: isShort,
  ready: isReady,
};

export interface OwnList {
  filter?: ChapterFilter | undefined;
  /** A part of the title. */
  title?: string | undefined;
  sort?: 'order' | '-order' | undefined;
}

const isListed = (storyId: string, { filter = 'all', title = '' }: OwnList) => sql`
  c.story_id = ${storyId} and c.deleted_at is null and ${conditions[filter]}
  ${title === '' ? sql`` : sql`and strpos(lower(c.title), lower(${title})) > 0`}`;

/** A page of a story's chapters for its author. */
export const listOwnChapters = async (
  db: Db,
  storyId: string,
  list: OwnList,
  { offset, limit }: { offset: number; limit: number },
): Promise<ChapterRow[]> => {
  const { rows } = await sql<ChapterRow>`
    select c.id, c.story_id, c.title, c.position, c.published_number, c.volume_id, c.word_count, c.is_published,
      c.author_notes, c.likes, c.version, c.published_at, c.created_at, c.updated_at
    from chapters c where ${isListed(storyId, list)}
    order by c.position ${list.sort === '-order' ? sql`desc` : sql`asc`}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

export interface ChapterCounts {
  published: number;
  drafts: number;
  short: number;
  ready: number;
}

/** How many of a story's chapters there are of each kind, and how many a list has. */
export const countOwnChapters = async (
  db: Db,
  storyId: string,
  list: OwnList,
): Promise<{ counts: ChapterCounts; listed: number }> => {
  const { rows } = await sql<ChapterCounts & { listed: number }>`
    select count(*) filter (where c.is_published) as published, count(*) filter (where not c.is_published) as drafts,
      count(*) filter (where ${isShort}) as short, count(*) filter (where ${isReady}) as ready,
      count(*) filter (where ${isListed(storyId, list)}) as listed
    from chapters c where c.story_id = ${storyId} and c.deleted_at is null`.execute(db);
  const { listed = 0, published = 0, drafts = 0, short = 0, ready = 0 } = rows[0] ?? {};
  return { counts: { published, drafts, short, ready }, listed };
};
