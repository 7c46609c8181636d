import { execute, sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { endHoldsOf } from './screening.queries.ts';

/** What a person has reported, and the copies of what they wrote that others have reported. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'What you have reported, and why',
      why: 'To look at it, and to tell you what became of it.',
      seenBy: 'You and those who decide about it.',
      until:
        'Until 90 days after the decision. If you delete your account, your name and words are removed from it.',
      columns: ['reports.reporter_id'],
      notExported: {
        'report_entries.taken_by': 'who looks after a report is for the team',
        'report_entries.decided_by': 'the team speaks with one voice',
        'report_entries.moderator_id': 'moderators speak with one voice',
        'report_notes.author_id': 'notes among the team',
      },
    },
    {
      topic: 'writing',
      what: 'Copies of what you wrote that others have reported, also after you delete it or your account',
      why: 'To decide about it as it was.',
      seenBy: 'Those who decide about it.',
      until: 'Until 90 days after the decision.',
      columns: [],
      notExported: {
        'report_entries.person_id': 'it would tell you that you were reported; decisions are exported',
      },
    },
    {
      topic: 'security',
      what: 'Hashes of the comments, reviews, posts, chat messages, collections and series that you wrote within a day, and when',
      why: 'To prevent spam.',
      seenBy: 'No one.',
      until: 'For about a day.',
      columns: [],
      notExported: { 'written_texts.user_id': 'hashes of texts of the last day; the texts are exported' },
    },
  ],
  lists: (userId) => ({
    'my-reports.json': sql`
      select e.subject_kind as about, e.title, r.reason, r.text, r.created_at as "createdAt", e.closed_at as "closedAt"
      from reports r join report_entries e on e.id = r.entry_id where r.reporter_id = ${userId} order by r.created_at, r.id`,
  }),
  async withdraw(tx, userId) {
    // What is held goes with the account.
    await endHoldsOf(tx, userId);
    // What they reported is still looked at; names go with the account by foreign keys.
    await execute(tx)`update reports set text = '' where reporter_id = ${userId}`;
  },
};
