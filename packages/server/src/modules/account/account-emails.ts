import { digestLimits } from '@inkling/contract/limits';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { emailRules, renderEmail } from '../../platform/email/email.ts';

import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue, type JobInfo, type SendOptions } from '../../platform/jobs/jobs.ts';
import { findNotice, planNoticed, planNoticeText } from '../plans/index.ts';
import { findRecipient, type Recipient } from './account.queries.ts';
import * as templates from './email-templates.ts';
import { recipientName } from './email-templates.ts';
import { findFormerEmail, type TokenPurpose } from './email-tokens.queries.ts';
import { createEmailToken } from './email-tokens.ts';

type TemplateName =
  | 'verify'
  | 'reset'
  | 'change'
  | 'changeRequested'
  | 'changed'
  | 'passwordChanged'
  | 'deletionRequested'
  | 'restored'
  | 'approved'
  | 'sessionsEnded'
  | 'exported'
  | 'refused'
  | 'moderatorGranted'
  | 'moderatorRevoked'
  | 'plan';

/**
 * Job data: a template and an account id. Addresses and token secrets are added when the email is composed.
 */
interface AccountEmail {
  template: TemplateName;
  userId: string;
  /** Only for `changed`: id of the job that sent the link which was followed. */
  followed?: string;
  /** Only for `plan`. */
  noticeId?: string;
}

const accountEmails = defineQueue<AccountEmail>('account-emails', { ...emailRules, concurrency: 4 });

export const sendAccountEmail = (ctx: AppContext, db: Db, email: AccountEmail, options?: SendOptions) =>
  ctx.jobs.send(db, accountEmails, email, options);

export const handleAccountEmails = (ctx: AppContext): void =>
  ctx.jobs.work(accountEmails, (email, job) => processAccountEmail(ctx, email, job));

/** Emails what there is to tell about a person's plan, whatever they have chosen about other emails. */
export const planEmailListener = (ctx: AppContext): Listener =>
  defineListener(
    'plan-emails',
    [
      on(planNoticed, ({ payload: { noticeId, personId } }, tx) =>
        sendAccountEmail(ctx, tx, { template: 'plan', userId: personId, noticeId }),
      ),
    ],
    { startAt: 'now' },
  );

interface ComposedEmail {
  to: string;
  content: Parameters<typeof renderEmail>[0];
}

/** Composes and sends one email, unless its reason no longer applies. */
async function processAccountEmail(ctx: AppContext, email: AccountEmail, job: JobInfo): Promise<void> {
  const recipient = await findRecipient(ctx.db, email.userId);
  // 'Forgot password' also queues jobs for unknown addresses, so that its response time reveals nothing.
  if (recipient === undefined) return;
  const composed = await composeEmail(ctx, email, recipient, job.id);
  if (composed === null) return;
  const { to, content } = composed;
  const site = { name: siteName, url: publicUrl(ctx.config) };
  const link = content.action?.url;
  const message = {
    to,
    subject: content.subject,
    id: job.id,
    ...renderEmail(content, site),
    ...(link && { link }),
  };
  await ctx.email.send(message, job.signal);
}

async function composeEmail(
  ctx: AppContext,
  email: AccountEmail,
  person: Recipient,
  jobId: string,
): Promise<ComposedEmail | null> {
  const name = recipientName(person.email, person);
  const contactUrl = `${publicUrl(ctx.config)}/contact`;
  const withLink = async (
    purpose: TokenPurpose,
    to: string,
    path: string,
    template: templates.LinkTemplate,
  ) => {
    const token = await createEmailToken(ctx, { userId: person.id, purpose, email: to, jobId });
    return token === null
      ? null
      : { to, content: template(recipientName(to, person), `${publicUrl(ctx.config)}${path}${token}`) };
  };
  switch (email.template) {
    case 'verify':
      return person.is_verified && person.refusals < digestLimits.refusals
        ? null
        : withLink('verify', person.email, '/verify-email/', templates.verifyEmailTemplate);
    case 'reset':
      return withLink('reset', person.email, '/reset-password/', templates.passwordResetTemplate);
    case 'change': {
      const { pending_email: next } = person;
      return next === null
        ? null
        : withLink('change', next, '/verify-email/', templates.confirmAddressTemplate);
    }
    case 'changeRequested': {
      const { pending_email: next } = person;
      // Once the change has been made, the `changed` email reports it.
      return next === null ? null : { to: person.email, content: templates.addressChangeNotice(name, next) };
    }
    case 'changed': {
      const former = await findFormerEmail(ctx.db, person.id, email.followed ?? '');
      return former === null ? null : { to: former, content: templates.addressChangedNotice(contactUrl) };
    }
    case 'deletionRequested':
      // The account has been restored since: the `restored` email reports that.
      if (person.deletion_due_at === null) return null;
      return {
        to: person.email,
        content: templates.accountDeletionNotice(
          name,
          formatDate(person.time_zone, person.deletion_due_at),
          `${publicUrl(ctx.config)}/login`,
        ),
      };
    case 'restored':
      return { to: person.email, content: templates.accountRestoredNotice(name, publicUrl(ctx.config)) };
    case 'sessionsEnded':
      return { to: person.email, content: templates.sessionsEndedNotice(name, contactUrl) };
    case 'exported':
      return { to: person.email, content: templates.exportedNotice(name, contactUrl) };
    case 'approved':
      return { to: person.email, content: templates.approvedNotice(name, `${publicUrl(ctx.config)}/login`) };
    case 'refused':
      return { to: person.email, content: templates.refusedNotice(name) };
    case 'moderatorGranted':
      return {
        to: person.email,
        content: templates.moderatorGrantedNotice(name, `${publicUrl(ctx.config)}/admin/reports`),
      };
    case 'moderatorRevoked':
      return { to: person.email, content: templates.moderatorRevokedNotice(name, contactUrl) };
    case 'plan': {
      const notice = email.noticeId ? await findNotice(ctx.db, person.id, email.noticeId) : null;
      const isSentByStripe =
        ctx.config.STRIPE_SENDS_EMAILS && notice?.isTest === false && notice.about !== 'ending';
      // What a plan costs is nothing for a stranger.
      return notice === null || isSentByStripe || !person.is_verified
        ? null
        : {
            to: person.email,
            content: templates.planNotice(
              name,
              notice.about,
              planNoticeText(notice),
              `${publicUrl(ctx.config)}/store`,
            ),
          };
    }
    case 'passwordChanged':
      return { to: person.email, content: templates.passwordChangedNotice(name, publicUrl(ctx.config)) };
  }
}

const formatDate = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
