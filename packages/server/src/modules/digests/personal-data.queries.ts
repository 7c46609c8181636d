import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';

/** When a person had emails about notifications, and how many. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'When we last emailed you about notifications, and how many of these emails we sent you this month',
      why: 'To send you no more than one digest a day or week, and to show you how many emails we send.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['digests.user_id'],
    },
  ],
  lists: (userId) => ({
    'emails.json': sql`
      select daily_day as "dailyDigest", weekly_day as "weeklyDigest", now_at as "otherEmails", month, emails
      from digests where user_id = ${userId}`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('digests').where('user_id', '=', id).execute();
  },
};
