import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, withAccount } from '../../platform/personal-data.ts';

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
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('achievements').where('user_id', '=', id).execute();
  },
};
