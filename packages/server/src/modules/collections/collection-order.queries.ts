import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allValues, type Db, execute, firstRow, firstValue, hasRows, sql } from '../../platform/db/db.ts';
import { isReadableBy } from '../stories/index.ts';

/**
 * The distance between neighbours: about twenty moves to the same place halve it to nothing. The largest rank stays
 * below 2^53, which JavaScript numbers hold exactly, for 8 billion additions.
 */
const gap = 2 ** 20;

/** The ranks around the place behind `after`, or of the beginning for null; undefined if `after` is not there. */
const findNeighbours = async (tx: Db, collectionId: string, storyId: string, after: string | null) => {
  const others = sql`collection_stories cs where cs.collection_id = ${collectionId} and cs.story_id <> ${storyId}`;
  const row = await firstRow<{ before: number | null; next: number | null }>(tx)`
    with place as (
      select ${after === null ? sql`null::bigint` : sql`(select cs.rank from ${others} and cs.story_id = ${after})`} as before)
    select before, (select min(cs.rank) from ${others} and cs.rank > coalesce(before, ${Number.MIN_SAFE_INTEGER})) as next
    from place`;
  const { before = null, next = null } = row ?? {};
  return after !== null && before === null ? undefined : { before, next };
};

/** Assigns new ranks with equal gaps to all stories of a collection, in their order. */
const rankAnew = (tx: Db, collectionId: string) =>
  sql`
    update collection_stories cs set rank = n.place * ${gap}
    from (select story_id, row_number() over (order by rank) as place from collection_stories
      where collection_id = ${collectionId}) n
    where cs.collection_id = ${collectionId} and cs.story_id = n.story_id`.execute(tx);

/**
 * A free rank for a story behind another one, or at the beginning for null. Undefined if that one is not in the
 * collection. The caller has locked the collection.
 */
async function rankBehind(
  tx: Db,
  collectionId: string,
  storyId: string,
  after: string | null,
): Promise<number | undefined> {
  for (;;) {
    const found = await findNeighbours(tx, collectionId, storyId, after);
    if (found === undefined) return undefined;
    const { before, next } = found;
    if (next === null) return (before ?? 0) + gap;
    if (before === null) return next - gap;
    const middle = Math.floor((before + next) / 2);
    if (middle > before) return middle;
    await rankAnew(tx, collectionId);
  }
}

const lastRank = async (tx: Db, collectionId: string): Promise<number> =>
  (await firstValue<number | null>(tx)`
    select max(rank) as rank from collection_stories where collection_id = ${collectionId}`) ?? 0;

export const hasStory = (tx: Db, collectionId: string, storyId: string): Promise<boolean> =>
  hasRows(tx)`select from collection_stories where collection_id = ${collectionId} and story_id = ${storyId}`;

/** Adds a story that is not in the collection: behind another one, at the beginning for null, else at the end. */
export const insertStory = async (
  tx: Db,
  collectionId: string,
  {
    storyId,
    after,
    note,
    now,
  }: { storyId: string; after: string | null | undefined; note: string; now: Date },
): Promise<void> => {
  const behind = after === undefined ? undefined : await rankBehind(tx, collectionId, storyId, after);
  await tx
    .insertInto('collection_stories')
    .values({
      collection_id: collectionId,
      story_id: storyId,
      rank: behind ?? (await lastRank(tx, collectionId)) + gap,
      added_at: now,
      note,
    })
    .execute();
};

/** Adds those of these stories that the owner may open and that are not in the collection, at its end; their ids. */
export const insertStories = async (
  tx: Db,
  collectionId: string,
  { storyIds, ownerId, now }: { storyIds: string[]; ownerId: string; now: Date },
): Promise<string[]> => {
  const last = await lastRank(tx, collectionId);
  return allValues<string>(tx)`
    insert into collection_stories (collection_id, story_id, rank, added_at)
    select ${collectionId}, s.id, ${last} + ${gap} * row_number() over (order by min(i.place)), ${now}
    from unnest(${storyIds}::uuid[]) with ordinality as i (id, place) join stories s on s.id = i.id
    where ${isReadableBy(ownerId)} group by s.id
    on conflict (collection_id, story_id) do nothing returning story_id`;
};

/** Deletes those of these stories that are in the collection; how many. */
export const deleteStories = async (tx: Db, collectionId: string, storyIds: string[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from collection_stories where collection_id = ${collectionId} and story_id = any(${storyIds}::uuid[])`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
};

/** Moves a story of the collection; false if the one that it should follow is not in it. */
export const moveStory = async (
  tx: Db,
  collectionId: string,
  storyId: string,
  after: string | null,
): Promise<boolean> => {
  const rank = await rankBehind(tx, collectionId, storyId, after);
  if (rank === undefined) return false;
  await execute(tx)`
    update collection_stories set rank = ${rank}
    where collection_id = ${collectionId} and story_id = ${storyId}`;
  return true;
};

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'collections',
    key: { id: 'uuid' },
    counted: [
      {
        columns: ['stories'],
        is: sql`select count(*) from collection_stories c where c.collection_id = t.id`,
      },
    ],
  },
];
