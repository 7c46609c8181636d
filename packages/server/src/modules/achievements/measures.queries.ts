import { allRows, type Db, type RawBuilder, sql } from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';
import { readingStreaks } from '../library/index.ts';
import { wordsInTime } from '../reading-sessions/index.ts';
import { isPublicStory } from '../stories/index.ts';

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
    where u.id = any(${userIds}::uuid[]) and ${of === 'all' ? sql`true` : isEarning}`;
  return rows.map((row) => ({
    userId: row.id,
    values: Object.fromEntries(names.map((name) => [name, countOf(row[name])])),
  }));
}
