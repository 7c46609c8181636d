import type { PickList, Pick as StoryPick } from '@inkling/contract/picks';
import { allRows, allValues, type Db, execute, hasRows, isoTime, sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';
import { isPublicStory } from '../stories/index.ts';

/** The picks of a list in its order, without the titles of stories that readers can't see. */
export const listPicks = (db: Db, list: PickList): Promise<StoryPick[]> =>
  allRows<StoryPick>(db)`
    select p.list, row_number() over (order by p.position)::integer as position, ${isPublicStory()} as "isShown",
      json_build_object('_id', s.id, 'title', case when ${isPublicStory()} then s.title else '' end) as story,
      u.username as "pickedBy", ${isoTime('p.picked_at')} as "pickedAt"
    from story_picks p join stories s on s.id = p.story_id left join users u on u.id = p.picked_by
    where p.list = ${list} order by p.position`;

/** Lets one transaction at a time change picks; admins do so rarely. */
export const lockPicks = (tx: Db) => sql`lock table story_picks in share row exclusive mode`.execute(tx);

export const pickedIds = (tx: Db, list: PickList): Promise<string[]> =>
  allValues<string>(tx)`select story_id from story_picks where list = ${list} order by position`;

/** Gives the stories of a list the positions 1..n in this order, and adds those that are new to it. */
export const savePicks = (
  tx: Db,
  list: PickList,
  storyIds: string[],
  { pickedBy, now }: { pickedBy: string | null; now: Date },
): Promise<void> =>
  execute(tx)`
    insert into story_picks as p (list, story_id, position, picked_by, picked_at)
    select ${list}, story_id, place, ${pickedBy}::uuid, ${now}::timestamptz
    from unnest(${storyIds}::uuid[]) with ordinality as o (story_id, place)
    on conflict (list, story_id) do update set position = excluded.position
      where p.position <> excluded.position`;

export const deletePick = (tx: Db, list: PickList, storyId: string): Promise<boolean> =>
  hasRows(tx)`delete from story_picks where list = ${list} and story_id = ${storyId}`;

/** Which stories an admin has picked. The picks outlive the account, without the name. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'If you are an administrator, the stories you picked for the home page',
      why: 'To know who picked them.',
      seenBy: onlyYou,
      until: 'Until the pick is removed or you delete your account.',
      columns: ['story_picks.picked_by'],
    },
  ],
  lists: (userId) => ({
    'picked-stories.json': sql`select p.list, json_build_object('id', s.id, 'title', case when s.is_published then s.title end) as story,
          p.picked_at as "pickedAt"
        from story_picks p join stories s on s.id = p.story_id where p.picked_by = ${userId}
        order by p.list, p.picked_at, p.story_id`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.updateTable('story_picks').set({ picked_by: null }).where('picked_by', '=', id).execute();
  },
};
