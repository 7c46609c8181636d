import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { isReadableBy } from '../stories/index.ts';
import './notifications.table.ts';

/** A person's notifications and what they muted; titles only of what they may still see. */
export const personalPart: PersonalPart = {
  exports: ['notifications.user_id', 'chapter_news.user_id', 'notification_settings.user_id'],
  forgets: ['notifications.user_id', 'chapter_news.user_id', 'notification_settings.user_id'],
  lists: (userId) => ({
    'notifications.json': sql`
      select n.kind, n.story_id as story, case when ${isReadableBy(userId)} then s.title end as title,
        n.created_at as "createdAt", n.read_at as "readAt"
      from notifications n left join stories s on s.id = n.story_id
      where n.user_id = ${userId} order by n.created_at, n.id`,
    'notification-settings.json': sql`
      select muted_kinds as "mutedKinds", chapters_seen_until as "chaptersSeenUntil"
      from notification_settings where user_id = ${userId}`,
    'seen-chapters.json': sql`
      select story_id as story, seen_until as "seenUntil", is_muted as "isMuted"
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
