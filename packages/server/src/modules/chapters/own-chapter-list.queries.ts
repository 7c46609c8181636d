import { excerptLength } from '@inkling/contract/chapter-text';
import type { ChapterFilter, ChapterStage, OwnChapterSort, UnsavedChapter } from '@inkling/contract/chapters';
import { minWordsToPublish } from '@inkling/contract/words';
import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { type ListedRow, shownComments, summaryOf } from './chapters.queries.ts';

const isShort = sql<boolean>`(not c.is_published and c.word_count < ${minWordsToPublish})`;
/** What the operator has taken down or what is scheduled is not ready (docs/product/chapters.md#bulk-changes). */
export const isReady = sql<boolean>`
  (not c.is_published and c.word_count >= ${minWordsToPublish} and c.takedown_reason is null and not exists (
    select from chapter_schedules d where d.story_id = c.story_id and d.chapter_id = c.id and d.problem is null))`;

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
  sort?: OwnChapterSort | undefined;
}

const isListed = (storyId: string, { filter = 'all', title = '' }: OwnList) => sql`
  c.story_id = ${storyId} and c.deleted_at is null and ${conditions[filter]}
  ${title === '' ? sql`` : sql`and strpos(lower(c.title), lower(${title})) > 0`}`;

export interface OwnChapterRow extends ListedRow {
  stage: ChapterStage;
  private_note: string;
  views: number;
}

const orders: Record<OwnChapterSort, ReturnType<typeof sql>> = {
  order: sql`c.position`,
  '-order': sql`c.position desc`,
  '-views': sql`views desc, c.position`,
  '-likes': sql`c.likes desc, c.position`,
  '-comments': sql`comments desc, c.position`,
  '-words': sql`c.word_count desc, c.position`,
};

/** A page of a story's chapters for its author. Views are summed for the listed chapters only, unless they are the order. */
export const listOwnChapters = (
  db: Db,
  storyId: string,
  list: OwnList,
  { offset, limit }: { offset: number; limit: number },
): Promise<OwnChapterRow[]> =>
  allRows<OwnChapterRow>(db)`
    select ${summaryOf}, c.stage, c.private_note, ${shownComments},
      (select coalesce(sum(d.views), 0)::bigint from analytics_days d
        where d.story_id = c.story_id and d.chapter_id = c.id) as views
    from chapters c where ${isListed(storyId, list)}
    order by ${orders[list.sort ?? 'order']}
    limit ${limit} offset ${offset}`;

const noChapters = { published: 0, drafts: 0, short: 0, ready: 0, listed: 0 };

/** How many of a story's chapters there are of each kind, and how many a list has. */
export const countOwnChapters = async (db: Db, storyId: string, list: OwnList) => {
  const row = await firstRow<typeof noChapters>(db)`
    select count(*) filter (where c.is_published) as published, count(*) filter (where not c.is_published) as drafts,
      count(*) filter (where ${isShort}) as short, count(*) filter (where ${isReady}) as ready,
      count(*) filter (where ${isListed(storyId, list)}) as listed
    from chapters c where c.story_id = ${storyId} and c.deleted_at is null`;
  const { listed, ...counts } = row ?? noChapters;
  return { counts, listed };
};

const maxUnsaved = 100;

/**
 * The newest draft of each of the author's chapters in this story, and every draft of a chapter that was never created.
 * The primary key finds them by author and story; of their texts, only the `beginning` of those without a title is read.
 */
export const listUnsaved = (db: Db, authorId: string, storyId: string) =>
  allRows<Omit<UnsavedChapter, 'updatedAt' | 'excerpt'> & { updatedAt: Date; beginning: string }>(db)`
    select * from (
      select distinct on (d.chapter_id, case when c.id is null then d.device end)
        d.chapter_id as chapter, c.id is null as "isNew", d.device, d.title, d.word_count as "wordCount",
        d.updated_at as "updatedAt",
        case when d.title = '' then left(d.content, ${4 * excerptLength}) else '' end as beginning
      from chapter_drafts d left join chapters c on c.id = d.chapter_id
      where d.author_id = ${authorId} and d.story_id = ${storyId}
        and (c.id is null or (c.story_id = d.story_id and c.deleted_at is null))
      order by d.chapter_id, case when c.id is null then d.device end, d.updated_at desc, d.device) newest
    order by "updatedAt" desc, chapter, device limit ${maxUnsaved}`;
