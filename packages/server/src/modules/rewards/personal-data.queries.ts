import { execute, sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';

/** What a person has earned and spent, and what that was counted by. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Which chapters, stories, posts and people you did something with that counts for rewards, such as finishing a chapter, and on which day',
      why: 'To count your progress, and each thing only once. Nothing is added while rewards are switched off.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['counted_actions.user_id'],
    },
    {
      topic: 'reading',
      what: 'What you have earned and spent in rewards, when and what for, and your balances',
      why: 'To pay each reward once, and to show you where your balances come from.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['ledger_entries.user_id', 'balances.user_id'],
    },
  ],
  lists: (userId) => ({
    'counted-actions.json': sql`
      select action, subject_id as subject, thing_id as thing, day, counted_at as "countedAt", removed_at as "removedAt"
      from counted_actions where user_id = ${userId} order by counted_at, action, subject_id`,
    'rewards.json': sql`
      select currency, amount, reason, source, created_at as "createdAt"
      from ledger_entries where user_id = ${userId} order by created_at, id`,
    'balances.json': sql`select currency, amount from balances where user_id = ${userId} order by currency`,
  }),
  async forget(_ctx, tx, { id }) {
    for (const table of ['counted_actions', 'balances', 'ledger_entries'] as const)
      await tx.deleteFrom(table).where('user_id', '=', id).execute();
    // Following them still counts for their followers, without saying whom.
    await execute(tx)`
      update counted_actions set subject_id = gen_random_uuid(), thing_id = null
      where thing_id = ${id} and action = 'follow'`;
  },
};
