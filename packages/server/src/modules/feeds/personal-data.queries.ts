import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { deletePrivateFeed } from './feeds.queries.ts';

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Since when you have a private feed; its address only as a hash, from which it cannot be recovered',
      why: 'To send new chapters of what you follow to your feed reader.',
      seenBy: 'No one. Who has the address sees the chapters.',
      until: untilRemoved,
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
