import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, withAccount } from '../../platform/personal-data.ts';

/** What a person has bought, and their rest days. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'account',
      what: 'What you bought in the store with what you earned, what of it is in use, and the rest days you took',
      why: 'So that it is yours, and shows where you put it in use.',
      seenBy:
        'Only you. Everyone sees the frame and the mark on your profile and the style of your covers while they are in use.',
      until: withAccount,
      columns: ['purchases.user_id', 'rest_days.user_id', 'users.cover_style'],
    },
  ],
  lists: (userId) => ({
    'purchases.json': sql`
      select id, item_id as item, price, currency, bought_at as "boughtAt", used_at as "usedAt", undone_at as "undoneAt",
        is_in_use as "isInUse"
      from purchases where user_id = ${userId} order by bought_at, id`,
    'rest-days.json': sql`select day::text as day from rest_days where user_id = ${userId} order by day`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('purchases').where('user_id', '=', id).execute();
    await tx.deleteFrom('rest_days').where('user_id', '=', id).execute();
  },
};
