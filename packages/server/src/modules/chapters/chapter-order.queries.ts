import { type Db, sql } from '../../platform/db/db.ts';
import { eraseAfter, recountChapters } from '../stories/index.ts';
import './chapters.table.ts';

/**
 * Moves chapters of a story to the trash and closes the gaps. Notes what a restore needs: whether each was published,
 * its place among all chapters, deleted ones included (`deleted_order`: a deleted chapter at place k with d deleted ones
 * before it stands before the chapter at position k - d), and for readers the published chapters before it that remain
 * (`deleted_after_number`). The caller must have locked the story, and recounts.
 */
export const deleteChapters = async (db: Db, storyId: string, ids: string[], now: Date): Promise<void> => {
  await sql`
    update chapters c
    set deleted_at = ${now}, erase_at = ${eraseAfter(now)}, was_published = c.is_published,
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
    where c.id = n.id and n.chosen`.execute(db);
  await sql`
    update chapters c set position = n.number
    from (select id, row_number() over (order by position) as number from chapters
      where story_id = ${storyId} and deleted_at is null) n
    where c.id = n.id and c.position <> n.number`.execute(db);
};

/** Recomputes the chapter numbers that readers see and the story's counters. */
export const recount = async (db: Db, storyId: string, firstPublication: Date | null): Promise<void> => {
  await sql`
    update chapters c set published_number = n.number
    from (
      select id, case when is_published then row_number() over (partition by is_published order by position) end as number
      from chapters where story_id = ${storyId} and deleted_at is null) n
    where c.id = n.id and c.published_number is distinct from n.number`.execute(db);
  await recountChapters(db, storyId, firstPublication);
};
