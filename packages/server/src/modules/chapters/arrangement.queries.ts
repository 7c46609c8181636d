import { type Db, execute } from '../../platform/db/db.ts';
import type { Arrangement, PlacedChapter } from './arrangement.ts';

/** The order of a story's volumes and chapters. To change it, the story must be locked. */
export const findArrangement = async (db: Db, storyId: string): Promise<Arrangement> => {
  const volumes = await db
    .selectFrom('volumes')
    .select('id')
    .where('story_id', '=', storyId)
    .orderBy('position')
    .execute();
  const chapters = await db
    .selectFrom('chapters')
    .select(['id', 'volume_id as volume'])
    .where('story_id', '=', storyId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  return { volumes: volumes.map(({ id }) => id), chapters };
};

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
