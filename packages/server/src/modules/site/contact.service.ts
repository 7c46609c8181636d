import type { ContactBody } from '@inkling/contract/site';
import { AppError } from '../../platform/app-error.ts';
import { day, hour } from '../../platform/clock.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { emailRules, renderEmail } from '../../platform/email/email.ts';
import { defineQueue, type JobInfo } from '../../platform/jobs/jobs.ts';
import { siteSettings } from '../../platform/site-settings.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { hasRight } from '../plans/index.ts';
import * as queries from './contact.queries.ts';

import { findMessage, markEmailed, type StoredMessage } from './contact.queries.ts';

/** Job data: an id only. The message is read when the email is composed. */
interface ContactEmail {
  messageId: string;
}

// The name is stored with the jobs in the database, so it does not change.
const contactEmails = defineQueue<ContactEmail>('contact-emails', emailRules);

const sendContactEmail = (ctx: AppContext, db: Db, email: ContactEmail) =>
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
  const to = siteSettings(ctx).contactEmail;
  const message = await findMessage(ctx.db, messageId);
  if (to === null || message === undefined || message.emailed_at !== null) return;
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

/** Limit of stored messages, so that a flood cannot fill the disk. */
export const maxMessages = 2000;
export const emailedRetention = 30 * day;
export const maxRetention = 365 * day;

/**
 * Stores a message to the operator and emails it if an address is configured. A repeated message is stored once.
 * Bots fill in the hidden `website` field: they get the same response, but the message is dropped. Messages of people with
 * priority support are marked, and listed first.
 */
export async function receiveMessage(
  ctx: AppContext,
  viewer: Viewer | null,
  { website, ...message }: ContactBody,
): Promise<void> {
  if (website !== undefined && website !== '') return;
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    if (await queries.isStored(tx, message, new Date(now.getTime() - day))) return;
    const excess = (await queries.countMessages(tx)) + 1 - maxMessages;
    // The operator already has the messages that were emailed.
    if (excess > 0 && (await queries.deleteEmailed(tx, excess)) < excess)
      throw full(siteSettings(ctx).contactEmail !== null);
    // On a site without plans, everyone would have it.
    const is_priority =
      ctx.config.PLANS && viewer !== null && (await hasRight(tx, ctx, viewer.id, 'prioritySupport'));
    const messageId = await queries.insertMessage(tx, { ...message, is_priority }, now);
    if (siteSettings(ctx).contactEmail !== null) await sendContactEmail(ctx, tx, { messageId });
  });
}

function full(hasAddress: boolean): AppError {
  const instead = hasAddress
    ? 'Please write to the email address on the contact page.'
    : 'Please try again later.';
  const message = `We can’t accept more messages at the moment. ${instead}`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: (12 * hour) / 1000 });
}

const contactSweep = defineQueue<Record<string, never>>('contact-sweep');

/** Every night, deletes messages 30 days after they were emailed, and all after a year. */
export function sweepMessages(ctx: AppContext): void {
  ctx.jobs.work(contactSweep, () => deleteOldMessages(ctx));
  ctx.jobs.schedule(contactSweep, '50 3 * * *');
}

export async function deleteOldMessages(ctx: AppContext): Promise<void> {
  const now = (await deletionCutoff(ctx))?.getTime();
  if (now === undefined) return;
  await queries.deleteMessagesBefore(ctx.db, new Date(now - emailedRetention), new Date(now - maxRetention));
}
