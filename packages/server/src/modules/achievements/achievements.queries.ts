import { allRows, type Db, execute, hasRows, type RawBuilder, sql, unseen } from '../../platform/db/db.ts';
import { type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { isListedChapter } from '../chapters/index.ts';
import { readingStreaks } from '../library/index.ts';
import { wordsInTime } from '../reading-sessions/index.ts';
import { isPublicStory } from '../stories/index.ts';
import { isPublicPerson } from '../users/index.ts';

export interface OwnedRow {
  achievement_id: string;
  completed_at: Date;
  claimed_at: Date | null;
}

export const listOwned = (db: Db, userIds: string[]) =>
  allRows<OwnedRow & { user_id: string }>(db)`
    select user_id, achievement_id, completed_at, claimed_at from achievements where user_id = any(${unseen(userIds, 'uuid[]')})`;

/** What a person shows to others; nothing of those who have switched rewards off, are suspended or being deleted. */
export const listShown = (db: Db, userId: string): Promise<OwnedRow[]> =>
  allRows<OwnedRow>(db)`
    select a.achievement_id, a.completed_at, a.claimed_at from achievements a join users u on u.id = a.user_id
    where a.user_id = ${userId} and a.claimed_at is not null
      and not u.hides_rewards and u.suspended_at is null and ${isPublicPerson('u')}`;

export interface NewGrant {
  userId: string;
  achievementId: string;
}

/** Gives achievements to people who do not have them, shown on their profiles or not; returns those that are new. */
export async function addGrants(
  db: Db,
  grants: readonly NewGrant[],
  now: Date,
  isClaimed: boolean,
): Promise<NewGrant[]> {
  if (grants.length === 0) return [];
  return allRows<NewGrant>(db)`
    insert into achievements (user_id, achievement_id, completed_at, claimed_at)
    select g."userId", g."achievementId", ${now}, ${isClaimed ? now : null}
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g ("userId" uuid, "achievementId" text)
    order by 1, 2
    on conflict do nothing returning user_id as "userId", achievement_id as "achievementId"`;
}

/** Whether a person has begun a story; the viewer's role may be some seconds old. */
export const isAuthor = (db: Db, userId: string): Promise<boolean> =>
  hasRows(db)`select from users where id = ${userId} and role = 'author'`;

/** Shows an achievement on its holder's profile, or takes it off; false if that changes nothing. */
export const setClaimed = (
  db: Db,
  userId: string,
  achievementId: string,
  at: Date | null,
): Promise<boolean> =>
  hasRows(db)`
    update achievements set claimed_at = ${at}
    where user_id = ${userId} and achievement_id = ${achievementId} and (claimed_at is null) = ${at !== null}
    returning user_id`;

/** Readers below which no share is told. */
const minReaders = 50;

/** The share of readers who hold each achievement, in percent; empty while there are too few readers. */
export const listShares = (db: Db) =>
  allRows<{ achievement_id: string; share: number }>(db)`
    select achievement_id, round(100.0 * holders / readers, 1)::double precision as share
    from achievement_holders where readers >= ${minReaders}`;

/** Those of some achievements that have not been given for the past. */
export const listUngranted = async (db: Db, ids: string[]): Promise<Set<string>> => {
  const rows = await allRows<{ id: string }>(db)`
    select a.id from unnest(${ids}::text[]) as a (id)
    where not exists (select from achievement_holders h where h.achievement_id = a.id)`;
  return new Set(rows.map(({ id }) => id));
};

/** The ids of the next people. */
export const listPeople = async (db: Db, after: string | null, max: number): Promise<string[]> => {
  const rows = await allRows<{ id: string }>(db)`
    select id from users where ${after}::uuid is null or id > ${after}::uuid order by id limit ${max}`;
  return rows.map(({ id }) => id);
};

/** Counts the readers who hold each of these achievements again. */
export const countHolders = (db: Db, ids: string[]): Promise<void> =>
  execute(db)`
    with readers as materialized (
      select u.id as user_id from users u
      where exists (select from reading_days d where d.user_id = u.id and d.words > 0))
    insert into achievement_holders (achievement_id, holders, readers)
    select a.id, count(h.user_id), (select count(*) from readers)
    from unnest(${ids}::text[]) as a (id)
    left join (select achievement_id, user_id from achievements join readers using (user_id)) h on h.achievement_id = a.id
    group by a.id
    on conflict (achievement_id) do update set holders = excluded.holders, readers = excluded.readers`;

const isOwnStory = (storyId: RawBuilder<unknown>) => sql`
  exists (select from stories own where own.id = ${storyId} and own.author_id = u.id)`;

/** The chapters that the person `u` read to their end, with time in them that the server measured. */
const finishedPositions = sql`reading_positions p where p.user_id = u.id and p.furthest = 100 and p.is_timed_live`;

/** What achievements count of a person, the row `u` of users, over what there is now. Nothing of their own counts. */
const measures = {
  /** Complete in the library, and each chapter that was there then was finished. */
  books: sql`
    (select count(*) from library_entries e join stories s on s.id = e.story_id
      where e.user_id = u.id and e.status = 'completed' and s.author_id <> u.id
        and exists (select from ${finishedPositions} and p.story_id = e.story_id)
        and not exists (
          select from chapters c
          where c.story_id = s.id and ${isListedChapter()}
            and (e.caught_up_at is null or c.published_at is null or c.published_at <= e.caught_up_at)
            and not exists (select from ${finishedPositions} and p.chapter_id = c.id)))`,
  /** Its days, short days and rest days: `readingStreaks` counts them. */
  streak: sql`
    json_build_object('short', u.short_days,
      'rest', array(select day - date '1970-01-01' from rest_days r where r.user_id = u.id), 'days', array(
      select day - date '1970-01-01' from reading_days d where d.user_id = u.id
      union
      select day - date '1970-01-01' from reading_session_days d where d.user_id = u.id and d.seconds >= 60))`,
  /** Of the day with the most; on each day, at most as many as can be read in the measured time. */
  wordsInADay: sql`
    (select coalesce(max(${wordsInTime}), 0)
      from reading_days d join reading_session_days s on s.user_id = d.user_id and s.day = d.day
      where d.user_id = u.id)`,
  chapters: sql`
    (select count(*) from ${finishedPositions} and not ${isOwnStory(sql`p.story_id`)})`,
  /** Each story, chapter or post with a comment that is shown. */
  comments: sql`
    (select count(distinct c.subject_id) from comments c
      where c.user_id = u.id and c.is_shown and not ${isOwnStory(sql`c.root_id`)}
        and not exists (select from community_posts p where p.id = c.subject_id and p.user_id = u.id))`,
  /** Each chapter with a highlight. */
  highlights: sql`
    (select count(distinct a.chapter_id) from annotations a
      where a.user_id = u.id and a.kind = 'highlight' and a.deleted_at is null
        and not ${isOwnStory(sql`a.story_id`)})`,
  /** Fixes that the person suggested and authors applied. */
  fixes: sql`
    (select count(*) from fixes f where f.reader_id = u.id and f.state = 'applied')`,
  following: sql`u.following_count`,
  published: sql`
    (select count(*) from stories s join chapters c on c.story_id = s.id
      where s.author_id = u.id and ${isListedChapter()})`,
  completed: sql`
    (select count(*) from stories s
      where s.author_id = u.id and s.status = 'completed' and s.published_chapters > 0 and ${isPublicStory()})`,
  /** Not of those who never wrote, who do not see what it counts for. */
  followers: sql`case when u.role = 'author' then u.followers_count else 0 end`,
};
export type Measure = keyof typeof measures;
export const allMeasures = Object.keys(measures) as Measure[];

export type Measured = Partial<Record<Measure, number>>;

const countOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  const { days, short, rest } = value as { days: number[]; short: number[]; rest: number[] };
  return readingStreaks(days, 0, short, rest).longest;
};

/** A condition on `u`: people who can earn. */
const isEarning = sql`(u.suspended_at is null and u.deletion_due_at is null and not u.hides_rewards)`;

/** Takes these measures of people: of all of these, or of those who can earn now. */
export async function measure(
  db: Db,
  names: readonly Measure[],
  userIds: readonly string[],
  of: 'all' | 'earning',
): Promise<{ userId: string; values: Measured }[]> {
  const columns = names.map((name) => sql`${measures[name]} as ${sql.ref(name)}`);
  const rows = await allRows<{ id: string } & Partial<Record<Measure, unknown>>>(db)`
    select ${sql.join([sql`u.id`, ...columns])} from users u
    where u.id = any(${unseen(userIds, 'uuid[]')}) and ${of === 'all' ? sql`true` : isEarning}`;
  return rows.map((row) => ({
    userId: row.id,
    values: Object.fromEntries(names.map((name) => [name, countOf(row[name])])),
  }));
}

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'The achievements you have completed',
      why: 'To let you keep them and show them on your profile.',
      seenBy: 'Everyone sees those that you show. Others see how many readers have each.',
      until: withAccount,
      columns: ['achievements.user_id'],
    },
  ],
  lists: (userId) => ({
    'achievements.json': sql`
      select achievement_id as id, completed_at as "completedAt", claimed_at as "shownSince" from achievements
      where user_id = ${userId} order by completed_at, achievement_id`,
  }),
};
