import { type QuestAction, type QuestType, questType } from '@inkling/contract/quests';
import {
  allRows,
  allValues,
  type Db,
  execute,
  firstRow,
  type RawBuilder,
  sql,
  type TableRow,
  unseen,
} from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';
import { isListedChapter } from '../chapters/index.ts';
import { liveSeconds, wordsInTime } from '../reading-sessions/index.ts';
import { isPublicStory } from '../stories/index.ts';
import type { Assigned, DatedQuest } from './dated-quests.ts';
import type { MissionTemplate } from './quest-catalogue.ts';

/** How far a person is in a quest. */
export interface QuestState {
  id: string;
  done: number;
  /** Null while the quest is not complete. */
  completed_at: Date | null;
  /** What the counted action that completed it was done to; null for minutes and words. */
  completed_by: string | null;
  is_assigned: boolean;
  is_settled: boolean;
  /** Entries of the ledger for it: more than one once it was taken back. */
  entries: number;
  /** What they add up to. */
  paid: number;
}

/** The ledger's entries for the source `prefix || id`, with what was taken back and paid again (`<source>#1` …). */
const paidFor = (
  userId: RawBuilder<unknown>,
  prefix: 'quest:' | 'mission:',
  id: ReturnType<typeof sql>,
) => sql`
  (select count(*) as entries, coalesce(sum(l.amount), 0) as paid from ledger_entries l
   where l.user_id = ${userId} and l.source >= ${prefix}::text || ${id} and l.source < ${prefix}::text || ${id} || '$')`;

/**
 * How far a person is in quests: from what was counted, the words and the seconds of their days
 * (docs/product/quests.md#progress). A step is what was done at one time, of `size` to the unit of the target.
 */
export const findStates = (db: Db, userId: string, quests: readonly DatedQuest[]) =>
  listStates(
    db,
    quests.map((quest) => ({ ...quest, userId })),
  );

/** The same for several people. */
export const listStates = (db: Db, quests: readonly (DatedQuest & { userId: string })[]) =>
  allRows<QuestState & { user_id: string }>(db)`
    select q.user_id, q.id, p.done, p.completed_at, p.completed_by, a.quest_id is not null as is_assigned,
      coalesce(a.is_settled, false) as is_settled, l.entries, l.paid
    from jsonb_to_recordset(${JSON.stringify(
      quests.map(({ userId, id, template: { action }, target, startsOn, endsOn }) => {
        const size = action === 'read_minutes' ? 60 : 1;
        return {
          user_id: userId,
          id,
          action,
          target: target * size,
          size,
          starts_on: startsOn,
          ends_on: endsOn,
        };
      }),
    )}::jsonb) as q (user_id uuid, id text, action text, target integer, size integer, starts_on date, ends_on date)
    left join assigned_quests a on a.user_id = q.user_id and a.quest_id = q.id
    cross join lateral (
      select coalesce(floor(sum(amount) / q.size), 0) as done, min(at) filter (where total >= q.target) as completed_at,
        (array_agg(subject_id order by at, subject_id) filter (where total >= q.target))[1] as completed_by
      from (
        select at, amount, subject_id, sum(amount) over (order by at, subject_id) as total from (
          select c.counted_at as at, 1 as amount, c.subject_id from counted_actions c
          where c.user_id = q.user_id and c.day between q.starts_on and q.ends_on and c.action = q.action
            and c.removed_at is null
          union all
          select s.last_at, ${wordsInTime}, null
          from reading_days d join reading_session_days s on s.user_id = d.user_id and s.day = d.day
          where q.action = 'read_words' and d.user_id = q.user_id and d.day between q.starts_on and q.ends_on
          union all
          select s.last_at, ${liveSeconds}, null from reading_session_days s
          where q.action = 'read_minutes' and s.user_id = q.user_id and s.day between q.starts_on and q.ends_on
        ) step) running) p
    cross join lateral ${paidFor(sql`q.user_id`, 'quest:', sql`q.id`)} l`;

/** A person's quests that end on a day or later, newest first. */
export const listAssigned = (db: Db, userId: string, from: string) =>
  allRows<Assigned>(db)`
    select quest_id, assigned_on::text from assigned_quests where user_id = ${userId} and ends_on >= ${from}::date
    order by starts_on desc, type, slot`;

/** A quest of a person's. */
export const findAssigned = (db: Db, userId: string, questId: string) =>
  firstRow<Assigned>(db)`
    select quest_id, assigned_on::text from assigned_quests where user_id = ${userId} and quest_id = ${questId}`;

/** A page of all of a person's quests, newest first. */
export const listPage = async (db: Db, userId: string, limit: number, offset: number) => {
  const rows = await allRows<Assigned>(db)`
    select quest_id, assigned_on::text from assigned_quests where user_id = ${userId}
    order by starts_on desc, type, slot limit ${limit} offset ${offset}`;
  const count = await firstRow<{ total: number }>(db)`
    select count(*) as total from assigned_quests where user_id = ${userId}`;
  return { rows, total: count?.total ?? 0 };
};

/** The quests of a type that a person has for the period that begins on a day. */
export const listOfPeriod = (db: Db, userId: string, type: QuestType, startsOn: string) =>
  allRows<Assigned>(db)`
    select quest_id, assigned_on::text from assigned_quests
    where user_id = ${userId} and type = ${type} and starts_on = ${startsOn}::date order by slot`;

/** A day of a person. */
export interface PersonDay {
  userId: string;
  day: string;
}

const personDays = (days: readonly PersonDay[]) => sql`
  unnest(${unseen(
    days.map(({ userId }) => userId),
    'uuid[]',
  )}, ${unseen(
    days.map(({ day }) => day),
    'date[]',
  )}) as d (user_id, day)`;

/** The types of which people have no quest whose period has a day. */
export const listMissingTypes = (db: Db, days: readonly PersonDay[]) =>
  allRows<PersonDay & { type: QuestType }>(db)`
    select d.user_id as "userId", d.day::text as day, t.type
    from ${personDays(days)} cross join unnest(${questType.options}::text[]) as t (type)
    where not exists (
      select from assigned_quests a where a.user_id = d.user_id and a.type = t.type
        and a.ends_on >= d.day and a.starts_on <= d.day)`;

/** A quest for a person, in a place among those of its type and period. */
export interface Assignment extends PersonDay {
  slot: number;
  quest: DatedQuest;
}

/** Gives people quests on their days, except for a period for which another request gave them some before the lock. */
export const assign = (tx: Db, assignments: readonly Assignment[]) =>
  execute(tx)`
    insert into assigned_quests (user_id, quest_id, type, slot, starts_on, ends_on, assigned_on)
    select q.user_id, q.id, q.type, q.slot, q.starts_on, q.ends_on, q.day
    from jsonb_to_recordset(${JSON.stringify(
      assignments.map(({ userId, day, slot, quest: { id, template, startsOn, endsOn } }) => {
        return { user_id: userId, day, id, type: template.type, slot, starts_on: startsOn, ends_on: endsOn };
      }),
    )}::jsonb) as q (user_id uuid, day date, id text, type text, slot smallint, starts_on date, ends_on date)
    where not exists (
      select from assigned_quests a where a.user_id = q.user_id and a.type = q.type and a.starts_on = q.starts_on)
    order by q.user_id, q.type, q.slot on conflict do nothing`;

export const lockAssigned = (tx: Db, userId: string, questId: string) =>
  firstRow<Assigned>(tx)`
    select quest_id, assigned_on::text from assigned_quests
    where user_id = ${userId} and quest_id = ${questId} for update`;

/** People's quests whose period has a day, under their locks. */
export const lockAssignedOn = (tx: Db, days: readonly PersonDay[]) =>
  allRows<Assigned & PersonDay>(tx)`
    select d.user_id as "userId", d.day::text as day, a.quest_id, a.assigned_on::text
    from ${personDays(days)} join assigned_quests a
      on a.user_id = d.user_id and a.ends_on >= d.day and a.starts_on <= d.day
    order by a.user_id, a.quest_id for update of a`;

/** What a person can do, for each action that quests need: chapters of others that are new for it, up to `max`. */
export interface Reach {
  action: QuestAction;
  chapters: number;
  /** The words of these chapters. */
  words: number;
  /** Whether they have done it before. */
  is_known: boolean;
}

/**
 * What people can do, for each of these actions. Chapters are looked for only where `counts` says, or the person has done
 * such things: for the others they decide nothing.
 */
export const listReach = (
  db: Db,
  userIds: readonly string[],
  actions: readonly QuestAction[],
  counts: readonly QuestAction[],
  max: number,
) =>
  allRows<Reach & { user_id: string }>(db)`
    select u.id as user_id, a.action, coalesce(n.chapters, 0) as chapters, coalesce(n.words, 0) as words, k.is_known
    from unnest(${unseen(userIds, 'uuid[]')}) as u (id) cross join unnest(${unseen(actions, 'text[]')}) as a (action)
    cross join lateral (select exists (
      select from counted_actions d where d.user_id = u.id and d.action = a.action and d.removed_at is null
      ) as is_known offset 0) k
    left join lateral (
      select count(*) as chapters, coalesce(sum(word_count), 0) as words from (
        select c.word_count from chapters c join stories s on s.id = c.story_id
        where ${isListedChapter()} and s.author_id <> u.id and not exists (
          select from counted_actions d
          where d.user_id = u.id and d.subject_id = c.id
            and d.action = case a.action when 'read_words' then 'finish_chapter' else a.action end)
        limit ${max}) c) n on k.is_known or a.action = any(${unseen(counts, 'text[]')})`;

/** How many quests a person has claimed, by name, and the ink that these have paid. */
export const countClaimed = (db: Db, userId: string) =>
  allRows<{ name: string; claimed: number; ink: number }>(db)`
    select name, count(*) as claimed, coalesce(sum(ink), 0) as ink from (
      select split_part(source, ':', 2) as name, sum(amount) filter (where currency = 'ink') as ink
      from ledger_entries where user_id = ${userId} and source >= 'quest:' and source < 'quest;'
      group by split_part(source, '#', 1), name having sum(amount) > 0) paid
    group by name`;

/** A person who has quests that the job has not settled. */
export type UnsettledPerson = Pick<TableRow<'users'>, 'id' | 'time_zone' | 'day_zone' | 'day_zone_until'>;

/** The next people with unsettled quests that ended before a day, by id. */
export const listUnsettled = (db: Db, before: string, after: string | null, max: number) =>
  allRows<UnsettledPerson>(db)`
    select u.id, u.time_zone, u.day_zone, u.day_zone_until
    from (
      select distinct user_id from assigned_quests
      where not is_settled and ends_on < ${before}::date and (${after}::uuid is null or user_id > ${after}::uuid)
      order by user_id limit ${max}) a
    join users u on u.id = a.user_id order by u.id`;

/** Marks a person's quests that ended before a day as settled, and returns which were not before. */
export const settle = (tx: Db, userId: string, today: string) =>
  allRows<Assigned>(tx)`
    update assigned_quests set is_settled = true
    where user_id = ${userId} and ends_on < ${today}::date and not is_settled returning quest_id, assigned_on::text`;

/** Deletes a person's quests that ended before a day. */
export const deleteOld = (tx: Db, userId: string, before: string) =>
  execute(tx)`delete from assigned_quests where user_id = ${userId} and ends_on < ${before}::date`;

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
    cross join lateral ${paidFor(sql`${userId}`, 'mission:', sql`m.id`)} l`;

/** Those of some people who were paid for a mission. */
export const listPaidForMissions = (db: Db, userIds: string[]): Promise<string[]> =>
  allValues<string>(db)`
    select u.id from unnest(${userIds}::uuid[]) as u (id)
    where exists (
      select from ledger_entries l where l.user_id = u.id and l.source >= 'mission:' and l.source < 'mission;')`;

/** The quests of a person. What they have done for them, and what these have paid, belongs to the module of rewards. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'The quests you were given',
      why: 'So that you have the same ones all day, week or month, and are paid at their end.',
      seenBy: onlyYou,
      until: 'For about 400 days, or until you delete your account.',
      columns: ['assigned_quests.user_id'],
    },
  ],
  lists: (userId) => ({
    'quests.json': sql`
      select quest_id as quest, starts_on as "startsOn", ends_on as "endsOn", assigned_on as "assignedOn", is_settled as "hasEnded"
      from assigned_quests where user_id = ${userId} order by starts_on, type, slot`,
  }),
};
