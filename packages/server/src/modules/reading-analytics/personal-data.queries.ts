import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'The reading goals you set',
      why: 'To show you how far you have come.',
      seenBy: onlyYou,
      until: 'Until you remove them or delete your account.',
      columns: ['reading_goals.user_id'],
    },
  ],
  lists: (userId) => ({
    'reading-goals.json': sql`
      select minutes_a_day as "minutesADay", books_a_year as "booksAYear" from reading_goals where user_id = ${userId}`,
  }),
};
