import { notificationLimits } from '@inkling/contract/limits';
import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';
import { isReadableBy } from '../stories/index.ts';

/** A person's notifications and what they muted; titles only of what they may still see. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your notifications, and which of them you have read',
      why: 'To tell you about replies, comments, reviews, new followers and moderation decisions.',
      seenBy: onlyYou,
      until: `For ${notificationLimits.days} days, or until you delete your account.`,
      columns: ['notifications.user_id'],
    },
    {
      topic: 'people',
      what: 'The kinds of notifications and the stories you have muted, when you want emails about notifications, and the time up to which you have seen a story’s new chapters or been emailed about them',
      why: 'To tell you only about what you want to know, and only once.',
      seenBy: onlyYou,
      until: 'Until you change them or delete your account.',
      columns: ['chapter_news.user_id', 'notification_settings.user_id'],
    },
  ],
  lists: (userId) => ({
    'notifications.json': sql`
      select n.kind, n.story_id as story, case when ${isReadableBy(userId)} then s.title end as title,
        n.created_at as "createdAt", n.read_at as "readAt", n.mailed_at as "emailedAt"
      from notifications n left join stories s on s.id = n.story_id
      where n.user_id = ${userId} order by n.created_at, n.id`,
    'notification-settings.json': sql`
      select muted_kinds as "mutedKinds", chapters_seen_until as "chaptersSeenUntil", schedules,
        email_hour as "emailHour"
      from notification_settings where user_id = ${userId}`,
    'seen-chapters.json': sql`
      select story_id as story, seen_until as "seenUntil", mailed_until as "emailedUntil", is_muted as "isMuted"
      from chapter_news where user_id = ${userId} order by story_id`,
  }),
  async forget(_ctx, tx, { id }) {
    for (const table of ['notifications', 'chapter_news', 'notification_settings'] as const)
      await tx.deleteFrom(table).where('user_id', '=', id).execute();
    const own = sql`select id from stories where author_id = ${id}`;
    await sql`delete from notifications where story_id in (${own})`.execute(tx);
    await sql`delete from chapter_news where story_id in (${own})`.execute(tx);
  },
  async withdraw(tx, userId) {
    await tx.deleteFrom('notifications').where('actor_id', '=', userId).execute();
  },
};
