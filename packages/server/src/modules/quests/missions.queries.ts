import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';
import { isPublicStory } from '../stories/index.ts';
import type { MissionTemplate } from './mission-catalogue.ts';
import { paidFor } from './quests.queries.ts';

/** How far a person is in a mission. */
export interface MissionState {
  id: string;
  done: number;
  /** Entries of the ledger for it: more than one once it was taken back. */
  entries: number;
  /** What they add up to. */
  paid: number;
}

/** Stories of others that a person has completed, having finished each chapter that was there then. */
const finishedStories = (userId: string) => sql`(
  select count(*) from library_entries e join stories s on s.id = e.story_id
  where e.user_id = ${userId} and e.status = 'completed' and s.author_id <> ${userId} and ${isPublicStory()}
    and exists (select from chapters c where c.story_id = s.id and ${isListedChapter()})
    and not exists (
      select from chapters c
      where c.story_id = s.id and ${isListedChapter()}
        and (e.caught_up_at is null or c.published_at is null or c.published_at <= e.caught_up_at)
        and not exists (
          select from counted_actions a
          where a.user_id = ${userId} and a.action = 'finish_chapter' and a.subject_id = c.id)))`;

/** Communities of others that a person is in, and the posts that count. */
const communities = (userId: string) => sql`(
  (select count(*) from community_members where user_id = ${userId} and role <> 'founder')
  + (select count(*) from counted_actions where user_id = ${userId} and action = 'post' and removed_at is null))`;

/** How far a person is in missions (docs/product/quests.md#missions). */
export const findMissionStates = (db: Db, userId: string, missions: readonly MissionTemplate[]) =>
  allRows<MissionState>(db)`
    select m.id, l.entries, l.paid,
      case m.live
        when 'genres' then (select count(*) from favorite_genres where user_id = ${userId})
        when 'finished stories' then ${finishedStories(userId)}
        when 'communities' then ${communities(userId)}
        else (
          select count(*) from (
            select from counted_actions c
            where c.user_id = ${userId} and c.action = any(m.actions) and c.removed_at is null limit m.target) n)
      end as done
    from jsonb_to_recordset(${JSON.stringify(
      missions.map(({ id, target, counts }) => {
        return typeof counts === 'string' ? { id, target, live: counts } : { id, target, actions: counts };
      }),
    )}::jsonb) as m (id text, target integer, live text, actions text[])
    cross join lateral ${paidFor(userId, 'mission:', sql`m.id`)} l`;
