import { execute, sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/**
 * Messages to the operator from the user's address. Senders can enter any address, so only a verified address
 * counts for export and deletion.
 */
export const personalPart: PersonalPart = {
  exports: ['contact_messages.email'],
  forgets: ['contact_messages.email'],
  lists: (userId) => ({
    'contact-messages.json': sql`select m.name, m.email, m.subject, m.message, m.created_at as "createdAt"
        from contact_messages m join credentials c on c.email_key = lower(m.email)
        join users u on u.id = c.user_id and u.is_verified
        where u.id = ${userId} order by m.created_at, m.id`,
  }),
  async forget(_ctx, tx, { ownEmail }) {
    await execute(tx)`delete from contact_messages where lower(email) = ${ownEmail}`;
  },
};
