import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, withAccount } from '../../platform/personal-data.ts';

/** The measures against a person. Who took them stays with the team. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'account',
      what: 'Decisions of the people who run this site about you or what you wrote, with their reasons, and your appeals',
      why: 'To keep the rules, to tell you why, and to undo what was wrong.',
      seenBy:
        'You and the people who run this site. A log keeps that there was a decision, without names and words.',
      until: withAccount,
      columns: ['measures.person_id'],
      notExported: {
        'measures.by_id': 'the team speaks with one voice',
        'measures.lifted_by': 'the team speaks with one voice',
        'measures.answered_by': 'the team speaks with one voice',
      },
    },
  ],
  lists: (userId) => ({
    'decisions.json': sql`
      select kind, subject_kind as "about", title, reason, created_at as "createdAt", ends_at as until,
        ended_at as "endedAt", appeal, appealed_at as "appealedAt", answer, answered_at as "answeredAt"
      from measures where person_id = ${userId} order by created_at, id`,
  }),
  // Rows about the person, and their name in those about others, go with the account by foreign keys.
  async forget() {},
};
