import { type Db, sql } from '../../platform/db/db.ts';
import { recountChapters } from '../stories/index.ts';
import './chapters.table.ts';

/**
 * Soft-deletes chapters of a story and closes the gaps. `stood_behind` counts the published chapters before each that
 * remain. The caller must have locked the story, and recounts.
 */
export const deleteChapters = async (db: Db, storyId: string, ids: string[], now: Date): Promise<void> => {
  await sql`
    update chapters c
    set deleted_at = ${now}, stood_behind = n.before, is_published = false, position = null, published_number = null
    from (
      select s.id, d.id is not null as chosen,
        count(*) filter (where s.is_published and d.id is null) over (order by s.position)::integer as before
      from chapters s left join (select distinct unnest(${ids}::uuid[]) as id) d on d.id = s.id
      where s.story_id = ${storyId} and s.deleted_at is null) n
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
