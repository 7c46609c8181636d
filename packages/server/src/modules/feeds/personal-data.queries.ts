import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { deletePrivateFeed } from './feeds.queries.ts';

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'When you created your private feed or gave it a new address, and that address, stored only as a hash from which it can’t be recovered',
      why: 'To list new chapters from what you follow in your feed reader.',
      seenBy: 'Only you see the date. Anyone who has the address can read the feed.',
      until: 'Until you delete the feed or your account.',
      columns: ['private_feeds.user_id'],
    },
  ],
  lists: (userId) => ({
    'private-feed.json': sql`
      select created_at as "createdAt" from private_feeds where user_id = ${userId}`,
  }),
  async forget(_ctx, tx, { id }) {
    await deletePrivateFeed(tx, id);
  },
};
