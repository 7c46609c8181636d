import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';

/** The quests of a person. What they have done for them, and what these have paid, belongs to the module of rewards. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'The quests you were given',
      why: 'So that you have the same ones all day, week or month, and are paid at their end.',
      seenBy: onlyYou,
      until: 'For about 400 days, or until you delete your account.',
      columns: ['assigned_quests.user_id'],
    },
  ],
  lists: (userId) => ({
    'quests.json': sql`
      select quest_id as quest, starts_on as "startsOn", ends_on as "endsOn", is_settled as "hasEnded"
      from assigned_quests where user_id = ${userId} order by starts_on, type, slot`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('assigned_quests').where('user_id', '=', id).execute();
  },
};
