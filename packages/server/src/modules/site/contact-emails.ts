import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { emailRules } from '../../platform/email/email.ts';
import { renderEmail } from '../../platform/email/layout.ts';
import { defineQueue, type JobInfo } from '../../platform/jobs/jobs.ts';
import { findMessage, markEmailed, type StoredMessage } from './contact.queries.ts';

/** Job data: an id only. The message is read when the email is composed. */
interface ContactEmail {
  messageId: string;
}

// The name is stored with the jobs in the database, so it does not change.
const contactEmails = defineQueue<ContactEmail>('contact-emails', emailRules);

export const sendContactEmail = (ctx: AppContext, db: Db, email: ContactEmail) =>
  ctx.jobs.send(db, contactEmails, email);

export const handleContactEmails = (ctx: AppContext): void =>
  ctx.jobs.work(contactEmails, (email, job) => emailMessage(ctx, email, job));

const composeEmail = ({ name, email, subject, message, is_priority }: StoredMessage) => ({
  subject: `${is_priority ? 'Premium message' : 'Message'}: ${subject}`,
  salutation: `${name} (${email}) wrote through the contact page:`,
  paragraphs: message.split(/\n\s*\n/),
  notes: [
    'Replying to this email replies to the sender. Name and address are as the sender typed them, and have not been verified.',
  ],
});

/** Emails a message to the operator, unless it has already been emailed or deleted. */
async function emailMessage(ctx: AppContext, { messageId }: ContactEmail, job: JobInfo): Promise<void> {
  const to = ctx.config.CONTACT_EMAIL;
  const message = await findMessage(ctx.db, messageId);
  if (to === undefined || message === undefined || message.emailed_at !== null) return;
  const content = composeEmail(message);
  await ctx.email.send({
    to,
    subject: content.subject,
    replyTo: message.email,
    id: job.id,
    ...renderEmail(content, { name: siteName, url: publicUrl(ctx.config) }),
  });
  await markEmailed(ctx.db, messageId, ctx.clock.now());
}
