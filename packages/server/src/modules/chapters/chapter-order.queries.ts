import { type Db, sql } from '../../platform/db/db.ts';
import { recountChapters } from '../stories/index.ts';
import './chapters.table.ts';

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
export const setChapterOrder = async (db: Db, storyId: string, ids: string[]): Promise<void> => {
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
  await recountChapters(db, storyId, firstPublication);
};
