import { notificationLimits } from '@inkling/contract/limits';
import { day, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import { hasActiveAuthor, isMutedKind, type Recipient } from './notifications.policy.queries.ts';

/** When a chapter must have been published to be announced now: long enough ago to be withdrawn first, and not too long. */
export const announced = (now: Date) => ({
  from: new Date(now.getTime() - notificationLimits.days * day),
  until: new Date(now.getTime() - notificationLimits.delay * minute),
});

/**
 * Selects a recipient's stories with new chapters that they may read, the latest updated first: their number, the time of the newest, the
 * first of them, and whether the story itself is new to the recipient. Publishing writes nothing for followers: chapters are news by when they, or their story, were first
 * published. Most stories need no look at their chapters, since they were not updated after the reader had read them all
 * (docs/product/notifications.md#new-chapters). `updatedAfter` leaves out stories that were not updated since then. With
 * `unmailedSince`, only chapters that are newer than that, and that were in no email.
 */
export function selectChapterNews(
  recipient: Recipient,
  now: Date,
  updatedAfter = announced(now).from,
  unmailedSince: Date | null = null,
) {
  const { from, until } = announced(now);
  const { story, chapter } = visibleTo(recipient, 'lists');
  const { id } = recipient;
  const mailed = unmailedSince === null ? sql`` : sql`w.mailed_until, ${unmailedSince}::timestamptz,`;
  return sql`
    select s.id as story_id, s.published_at > s.since as is_new_story, news.*
    from (
      select s.*, o.since from (
        select story_id, min(since) as since from (
          select story_id, created_at as since from story_follows where follower_id = ${id}
          union all
          select a.id, f.created_at from follows f join stories a on a.author_id = f.followed_id
          where f.follower_id = ${id} and a.deleted_at is null and a.last_updated > ${updatedAfter}) followed
        group by story_id) f
      join stories s on s.id = f.story_id
      left join chapter_news w on w.user_id = ${id} and w.story_id = s.id
      left join library_entries e on e.user_id = ${id} and e.story_id = s.id
      cross join lateral (select greatest(f.since, w.seen_until, e.caught_up_at, ${mailed} ${from}::timestamptz, (
        select chapters_seen_until from notification_settings where user_id = ${id})) as since) o
      where s.last_updated > ${updatedAfter} and s.last_updated > o.since
        and w.is_muted is not true and s.author_id <> ${id} and ${story} and ${hasActiveAuthor}
        and not ${isMutedKind(recipient, sql`'chapters'`)}
      order by s.last_updated desc) s
    cross join lateral (
      select count(*) as count, max(greatest(c.announced_at, s.published_at)) as created_at,
        (array_agg(c.id order by c.published_number))[1] as chapter_id
      from chapters c
      where c.story_id = s.id and ${chapter}
        and (s.published_at > s.since or c.announced_at > s.since)
        and greatest(c.announced_at, s.published_at) <= ${until}
        and not exists (
          select from reading_positions p
          where p.user_id = ${id} and p.chapter_id = c.id and p.furthest >= 100)) news
    where news.count > 0
    order by s.last_updated desc limit ${notificationLimits.counted}`;
}
