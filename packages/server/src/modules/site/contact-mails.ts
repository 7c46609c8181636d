import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineQueue, type JobInfo } from '../../platform/jobs/jobs.ts';
import { siteName } from '../../platform/mail/configured.ts';
import { layOut } from '../../platform/mail/layout.ts';
import { mailRules } from '../../platform/mail/mail.ts';
import { findMessage, type KeptMessage, noteMailed } from './contact.queries.ts';

/** Which message; what it says stays where it is kept. */
interface ContactMail {
  messageId: string;
}

const contactMails = defineQueue<ContactMail>('contact-mails', mailRules);

export const sendContactMail = (ctx: AppContext, db: Db, mail: ContactMail) =>
  ctx.jobs.send(db, contactMails, mail);

export const workOnContactMails = (ctx: AppContext): void =>
  ctx.jobs.work(contactMails, (mail, job) => mailMessage(ctx, mail, job));

const letterOf = ({ name, email, subject, message }: KeptMessage) => ({
  subject: `Message: ${subject}`,
  greeting: `${name} (${email}) has written through the contact page:`,
  paragraphs: message.split(/\n\s*\n/),
  notes: [
    'Answering this mail answers the sender. Name and address are as the sender typed them; nobody has checked them.',
  ],
});

/** Mails a message to the operator, unless it was mailed or deleted meanwhile. */
async function mailMessage(ctx: AppContext, { messageId }: ContactMail, job: JobInfo): Promise<void> {
  const to = ctx.config.CONTACT_EMAIL;
  const message = await findMessage(ctx.db, messageId);
  if (to === undefined || message === undefined || message.mailed_at !== null) return;
  const letter = letterOf(message);
  await ctx.mail.send({
    to,
    subject: letter.subject,
    replyTo: message.email,
    id: job.id,
    ...layOut(letter, { name: siteName, url: publicUrl(ctx.config) }),
  });
  await noteMailed(ctx.db, messageId, ctx.clock.now());
}
