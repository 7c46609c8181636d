import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/** The browsers to which a person's notifications are pushed; their keys are of no use to the person. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'For each browser in which you turned on push notifications, its address at the push service of the browser’s maker, the keys for it, and the time up to which notifications were sent there',
      why: 'To send your notifications there. They are encrypted, so the push service can’t read them.',
      seenBy: 'Only you. The push service sees when something is sent.',
      until: 'Until you turn them off there, sign out there, or delete your account.',
      columns: ['push_subscriptions.user_id'],
    },
  ],
  lists: (userId) => ({
    'push-subscriptions.json': sql`
      select endpoint, created_at as "createdAt", sent_until as "sentUntil"
      from push_subscriptions where user_id = ${userId} order by created_at, id`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('push_subscriptions').where('user_id', '=', id).execute();
  },
};
