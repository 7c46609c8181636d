import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your places in the leaderboard, if you asked to be listed',
      why: 'To show who read most.',
      seenBy: 'Everyone, while you are listed. The switch is in Settings.',
      until: 'Until you switch it off or delete your account.',
      columns: ['leaderboard_entries.user_id'],
    },
  ],
  lists: (userId) => ({
    'leaderboard.json': sql`
      select board, period, value, rank from leaderboard_entries where user_id = ${userId} order by board, period`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('leaderboard_entries').where('user_id', '=', id).execute();
  },
};
