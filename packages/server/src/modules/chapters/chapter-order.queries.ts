import { allRows, allValues, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import { eraseAfter, moveExclusive, raiseRevision, recountChapters } from '../stories/index.ts';
import type { Arrangement, PlacedChapter } from './arrangement.ts';
import { isReady } from './own-chapter-list.queries.ts';

/** A change of ten thousand chapters may take longer than other statements. */
export const extendStatementTimeout = (tx: Db) => sql`set local statement_timeout = '60s'`.execute(tx);

export interface BulkChapter {
  id: string;
  title: string;
  is_published: boolean;
  published_at: Date | null;
  word_count: number;
  version: number;
  public_version: number | null;
  takedown_reason: string | null;
}

/** The query of `findBulkChapters`. `= any`, as `in (select unnest(…))` may compare each chapter with each id. */
export const bulkChapters = (storyId: string, chapters: string[] | 'ready') => {
  const chosen = chapters === 'ready' ? isReady : sql`c.id = any(${chapters}::uuid[])`;
  return sql<BulkChapter>`
    select c.id, c.title, c.is_published, c.published_at, c.word_count, c.version,
      c.public_version, c.takedown_reason
    from chapters c where c.story_id = ${storyId} and c.deleted_at is null and ${chosen}
    order by c.position`;
};

/** The chapters of a story with these ids, or all that are ready to be published, in order. */
export const findBulkChapters = async (
  db: Db,
  storyId: string,
  chapters: string[] | 'ready',
): Promise<BulkChapter[]> => (await bulkChapters(storyId, chapters).execute(db)).rows;

/** The order of a story's volumes and chapters. To change it, the story must be locked. */
export const findArrangement = async (db: Db, storyId: string): Promise<Arrangement> => ({
  volumes: await allValues<string>(db)`select id from volumes where story_id = ${storyId} order by position`,
  chapters: await allRows<{ id: string; volume: string | null }>(db)`
    select id, volume_id as volume from chapters where story_id = ${storyId} and deleted_at is null order by position`,
});

/** Gives all of a story's chapters their positions, 1..n, and volumes. */
export const saveChapters = (db: Db, storyId: string, chapters: readonly PlacedChapter[]): Promise<void> =>
  execute(db)`
    update chapters c set position = o.ordinal, volume_id = o.volume
    from unnest(${chapters.map(({ id }) => id)}::uuid[], ${chapters.map(({ volume }) => volume)}::uuid[])
      with ordinality as o (id, volume, ordinal)
    where c.id = o.id and c.story_id = ${storyId}
      and (c.position, c.volume_id) is distinct from (o.ordinal::integer, o.volume)`;

/** Gives all of a story's volumes their positions, 1..n. */
export const saveVolumeOrder = (db: Db, storyId: string, volumes: readonly string[]): Promise<void> =>
  execute(db)`
    update volumes v set position = o.ordinal
    from unnest(${volumes}::uuid[]) with ordinality as o (id, ordinal)
    where v.id = o.id and v.story_id = ${storyId} and v.position is distinct from o.ordinal`;

/**
 * Moves chapters of a story to the trash and closes the gaps. Notes what a restore needs: whether each was published and exclusive,
 * its place among all chapters, deleted ones included (`deleted_order`: a deleted chapter at place k with d deleted ones
 * before it stands before the chapter at position k - d), and for readers the published chapters before it that remain
 * (`deleted_after_number`). The caller must have locked the story, and recounts.
 */
export const moveToTrash = async (db: Db, storyId: string, ids: string[], now: Date): Promise<void> => {
  const deleted = await allRows<{ was_exclusive: boolean }>(db)`
    update chapters c
    set deleted_at = ${now}, erase_at = ${eraseAfter(now)}, was_published = c.is_published,
      was_exclusive = (c.position >= (select exclusive_from from stories where id = ${storyId})) is true,
      deleted_order = n.place, deleted_after_number = n.before, is_published = false, position = null, published_number = null
    from (
      select id, chosen, (row_number() over places)::integer as place,
        (count(*) filter (where stays) over places)::integer as before
      from (
        select s.id, d.id is not null as chosen, s.is_published and d.id is null as stays, s.position as before,
          1 as kind, 0 as deleted_order
        from chapters s left join (select distinct unnest(${ids}::uuid[]) as id) d on d.id = s.id
        where s.story_id = ${storyId} and s.deleted_at is null
        union all
        select id, false, false, deleted_order + 1 - row_number() over (order by deleted_order), 0, deleted_order
        from chapters where story_id = ${storyId} and deleted_order is not null) a
      window places as (order by before, kind, deleted_order)) n
    where c.id = n.id and n.chosen
    returning c.was_exclusive`;
  await moveExclusive(db, storyId, -deleted.filter(({ was_exclusive }) => !was_exclusive).length);
  await execute(db)`
    update chapters c set position = n.number
    from (select id, row_number() over (order by position) as number from chapters
      where story_id = ${storyId} and deleted_at is null) n
    where c.id = n.id and c.position <> n.number`;
  // One of them may have been scheduled, and readers see the date.
  await raiseRevision(db, storyId);
};

/** Recomputes the chapter numbers that readers see and the story's counters. */
export const recount = async (db: Db, storyId: string): Promise<void> => {
  await execute(db)`
    update chapters c set published_number = n.number
    from (
      select id, case when is_published then row_number() over (partition by is_published order by position) end as number
      from chapters where story_id = ${storyId} and deleted_at is null) n
    where c.id = n.id and c.published_number is distinct from n.number`;
  await recountChapters(db, storyId, null);
};

/**
 * Publishes or unpublishes chapters, and numbers those that are published now. What readers see from now on counts as
 * seen by them; in a draft story, from its publication on (chapters.listeners.ts). The caller recounts the story.
 */
export const setPublished = async (
  db: Db,
  storyId: string,
  chapters: { id: string }[],
  isPublished: boolean,
  now: Date,
  announces = true,
): Promise<void> => {
  const ids = chapters.map(({ id }) => id);
  await execute(db)`
    with states as (
      select id, position, id = any(${ids}::uuid[]) as is_chosen,
        case when id = any(${ids}::uuid[]) then ${isPublished} else is_published end as is_published
      from chapters where story_id = ${storyId} and deleted_at is null),
    numbered as (
      select id, is_chosen, is_published and is_chosen as is_new,
        case when is_published then row_number() over (partition by is_published order by position) end as number
      from states)
    update chapters c set published_number = n.number, is_published = n.number is not null,
      published_at = case when n.is_new then coalesce(c.published_at, ${now}) else c.published_at end,
      announced_at = case when n.is_new and c.published_at is null and ${announces} then ${now} else c.announced_at end,
      updated_at = case when n.is_chosen then ${now} else c.updated_at end,
      public_version = case when n.is_new then c.version else c.public_version end,
      public_versions = case when n.is_new and s.is_published
        then c.public_versions + int4multirange(int4range(c.version, c.version, '[]')) else c.public_versions end
    from numbered n, stories s
    where c.id = n.id and s.id = ${storyId} and (n.is_chosen or c.published_number is distinct from n.number)`;
};

/**
 * Notes that a published chapter is announced now. Returns the share of its paragraphs that it had when it was announced
 * before; null if it was not.
 */
export const setAnnounced = async (db: Db, id: string, now: Date): Promise<number | null> => {
  const row = await firstRow<{ known: number | null }>(db)`
    select case when c.announced_at is not null then coalesce((
      select avg((paragraph = any(before.paragraph_ids))::integer)::float
      from chapter_versions v cross join lateral unnest(v.paragraph_ids) paragraph cross join lateral (
        select b.paragraph_ids from chapter_versions b
        where b.story_id = c.story_id and b.chapter_id = c.id and b.created_at <= c.announced_at
        order by b.version desc limit 1) before
      where v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version), 1) end as known
    from chapters c where c.id = ${id}`;
  await execute(db)`update chapters set announced_at = ${now} where id = ${id}`;
  return row?.known ?? null;
};

/** Notes that readers see the published chapters of a story, if it is still published. */
export const notePublicVersions = (db: Db, storyId: string) =>
  sql`
    update chapters c set public_versions = c.public_versions + int4multirange(int4range(c.version, c.version, '[]'))
    from stories s where s.id = ${storyId} and s.is_published and c.story_id = s.id and c.is_published
      and not c.version <@ c.public_versions`.execute(db);
