import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { eraseTimes } from './history.queries.ts';
import { sessionRetention } from './reading-sessions.jobs.ts';

const tables = [
  'reading_sessions',
  'reading_session_totals',
  'reading_session_days',
  'reading_clocks',
] as const;

/** Titles only of what readers may still see. */
const place = sql`
  case when r.story_id is not null then json_build_object('id', r.story_id,
    'title', case when s.is_published and s.deleted_at is null then s.title end) end as story,
  case when r.chapter_id is not null then json_build_object('id', r.chapter_id,
    'title', case when s.is_published and s.deleted_at is null and c.is_published then c.title end) end as chapter`;
const joined = sql`left join stories s on s.id = r.story_id left join chapters c on c.id = r.chapter_id`;

/** A reader's sessions, and what they add up to by chapter and by day. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your reading sessions: when, how long and how far you read, and on what kind of device',
      why: 'To measure your reading time and pace, and estimate how long others will need.',
      seenBy: 'Only you. Averages of several readers contain no names.',
      until: `${sessionRetention.withStory / day} days; if your reading history is off, ${sessionRetention.withoutStory / day} days. Their totals by chapter and by day stay until you erase them or delete your account.`,
      columns: tables.map((table) => `${table}.user_id`),
    },
  ],
  lists: (userId) => ({
    'reading-sessions.json': sql`select ${place}, r.device, r.day::text as day, r.started_at as "startedAt", r.ended_at as "endedAt", r.seconds,
          r.start_progress as "startProgress", r.progress as "endProgress", r.words
        from reading_sessions r ${joined} where r.user_id = ${userId} order by r.started_at, r.id`,
    'reading-time-by-chapter.json': sql`select ${place}, r.sessions, r.seconds, r.finishes, r.words, r.last_at as "lastAt"
        from reading_session_totals r ${joined} where r.user_id = ${userId} order by r.story_id, r.chapter_id`,
    'reading-time-by-day.json': sql`select day::text as day, seconds, offline_seconds as "offlineSeconds", sessions, chapters, words from reading_session_days
        where user_id = ${userId} order by day`,
  }),
  async forget({ clock }, tx, { id }) {
    await eraseTimes(tx, id, clock.now());
    await tx.deleteFrom('reading_clocks').where('user_id', '=', id).execute();
  },
};
