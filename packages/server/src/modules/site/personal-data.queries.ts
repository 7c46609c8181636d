import { day } from '../../platform/clock.ts';
import { execute, sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { emailedRetention, maxRetention } from './contact.service.ts';

/**
 * Messages to the operator from the user's address. Senders can enter any address, so only a verified address
 * counts for export and deletion.
 */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'visitors',
      what: 'What you write on the contact page: name, email address, subject and message',
      why: 'To answer you.',
      seenBy: 'Only us.',
      until: `${emailedRetention / day} days after it was emailed to us, or ${maxRetention / day} days if it was not, or until the account with that address is deleted. The email itself stays in our mailbox until we delete it.`,
      columns: ['contact_messages.email', 'contact_messages.subject'],
    },
  ],
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
