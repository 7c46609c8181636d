import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'What your e-readers send about your place in each file: the name of the file as a hash, the place, the device’s name and ID, the name of its token, and when you read there',
      why: 'To let you pick up where you left off, here or on another device.',
      seenBy: 'Only you and your devices.',
      until: 'The last 1,000 places, until you delete your account.',
      columns: ['ereader_places.user_id'],
    },
  ],
  lists: (userId) => ({
    'ereader-places.json': sql`
      select document, progress, percentage, device, device_id as "deviceId", token_name as "tokenName", story_id as "story",
        read_at as "readAt", sent_at as "sentAt"
      from ereader_places where user_id = ${userId} order by sent_at`,
  }),
  async forget(_ctx, tx, { id }) {
    await sql`delete from ereader_places where user_id = ${id}`.execute(tx);
  },
};
