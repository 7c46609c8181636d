import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';
import { isPublicPerson } from '../users/index.ts';
import { withdrawBlocks } from './blocks.queries.ts';

/** The people whom a person has blocked or muted. Who has blocked or muted them is for those to know. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'People you have blocked or muted',
      why: 'To keep them away from you, or what they write out of your sight.',
      seenBy: onlyYou,
      until: 'Until you unblock or unmute them, or either account is deleted.',
      columns: ['blocks.user_id'],
      notExported: { 'blocks.other_id': 'whom someone has blocked or muted, in the export of that person' },
    },
  ],
  lists: (userId) => ({
    'blocked-and-muted-people.json': sql`
      select u.username as person, b.kind, b.created_at as since from blocks b join users u on u.id = b.other_id
      where b.user_id = ${userId} and ${isPublicPerson('u')} order by b.created_at, b.other_id, b.kind`,
  }),
  async forget() {},
  async withdraw(tx, userId) {
    await withdrawBlocks(tx, userId);
  },
};
