import type { Selectable } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import '../library/index.ts';
import type { PreferencesRow } from '../users/index.ts';
import './account.table.ts';

/** Maximum number of followed ids in the user's own record; the newest are included. */
const maxFollowedIds = 1000;

type Account = Omit<
  Selectable<Tables['users']>,
  'username_key' | 'username_skeleton' | 'cover_style' | 'hidden_tags' | 'suspended_at' | 'deletion_due_at'
>;

export interface MeRow extends Account, PreferencesRow {
  email: string;
  pending_email: string | null;
  pending_until: Date | null;
  following: string[];
  books_read: number;
  words_read: number;
  /** Words of the days before the first reading session, whose minutes are estimated. */
  estimated_words: number;
  /** In reading sessions. */
  seconds_read: number;
  is_suspended: boolean;
  is_payment_due: boolean;
  items_in_use: string[];
  /** Days that a change of time zone shortened or skipped, as day numbers. */
  short_days: number[];
  /** Rest days that were taken, as day numbers. */
  rest_days: number[];
  /** Days with reading, as day numbers since 1970-01-01. */
  reading_days: number[];
  ink: number;
}

/** A user's own account data in one statement, since every page needs it. */
export const findMe = async (db: Db, userId: string): Promise<MeRow | undefined> => {
  const { rows } = await sql<MeRow>`
    select u.id, u.username, u.display_name, u.bio, u.avatar, u.role, u.is_admin, u.is_verified, u.suspended_at is not null as is_suspended,
      exists (select from subscriptions p where p.person_id = u.id and p.status = 'past_due') as is_payment_due,
      u.created_at, c.email, c.pending_email,
      case when c.pending_email is not null then (select max(l.expires_at) from email_tokens l
        where l.user_id = u.id and l.purpose = 'change' and l.email = c.pending_email and l.used_at is null
          and l.expires_at > l.created_at) end as pending_until,
      u.followers_count, u.following_count, u.email_notifications, u.shows_mature, u.hidden_tag_names, u.hidden_warnings, u.keeps_history,
      u.is_measured, u.shows_presence, u.hides_rewards, u.is_ranked, u.languages, u.saved_filters, u.time_zone, u.day_zone, u.day_zone_until, u.reading_settings,
      u.short_days, array(select d.day - date '1970-01-01' from rest_days d where d.user_id = u.id) as rest_days,
      array(select f.followed_id::text from follows f where f.follower_id = u.id
        order by f.created_at desc, f.followed_id desc limit ${maxFollowedIds}) as following,
      array(select p.item_id from purchases p where p.user_id = u.id and p.is_in_use order by p.item_id) as items_in_use,
      array(select g.genre_id::text from favorite_genres g where g.user_id = u.id order by g.position) as favorite_genres,
      (select count(*) from library_entries e where e.user_id = u.id and e.status = 'completed') as books_read,
      read.words as words_read, read.estimated_words, sessions.seconds as seconds_read, array(
        select d.day - date '1970-01-01' from reading_days d where d.user_id = u.id
        union select d.day - date '1970-01-01' from reading_session_days d where d.user_id = u.id and d.seconds >= 60
      ) as reading_days,
      coalesce((select b.amount from balances b where b.user_id = u.id and b.currency = 'ink'), 0) as ink
    from users u
    join credentials c on c.user_id = u.id
    cross join lateral (
      select coalesce(sum(d.seconds), 0) as seconds, min(d.day) filter (where d.seconds > 0) as first_day
      from reading_session_days d where d.user_id = u.id) sessions
    cross join lateral (
      select coalesce(sum(d.words), 0) as words,
        coalesce(sum(d.words) filter (where sessions.first_day is null or d.day < sessions.first_day), 0) as estimated_words
      from reading_days d where d.user_id = u.id) read
    where u.id = ${userId}`.execute(db);
  return rows[0];
};
