import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { emailRules } from '../../platform/email/email.ts';
import { renderEmail } from '../../platform/email/layout.ts';
import { defineQueue, type JobInfo, type SendOptions } from '../../platform/jobs/jobs.ts';
import { findRecipient, type Recipient } from './account.queries.ts';
import * as letters from './email-templates.ts';
import { findFormerEmail, type TokenPurpose } from './email-tokens.queries.ts';
import { createEmailToken } from './email-tokens.ts';
import { recipientName } from './salutation.ts';

type LetterName =
  | 'verify'
  | 'reset'
  | 'change'
  | 'changeAsked'
  | 'changed'
  | 'passwordChanged'
  | 'leaving'
  | 'restored';

/** Which letter, and to whom. Never an address, and never the secret of a link: it is made when the mail is. */
interface AccountEmail {
  letter: LetterName;
  userId: string;
  /** Of the letter `changed`: the job whose link was followed. */
  followed?: string;
}

const accountEmails = defineQueue<AccountEmail>('account-mails', { ...emailRules, concurrency: 4 });

export const sendAccountEmail = (ctx: AppContext, db: Db, email: AccountEmail, options?: SendOptions) =>
  ctx.jobs.send(db, accountEmails, email, options);

export const handleAccountEmails = (ctx: AppContext): void =>
  ctx.jobs.work(accountEmails, (email, job) => writeAccountEmail(ctx, email, job));

interface Written {
  to: string;
  letter: Parameters<typeof renderEmail>[0];
}

/** Writes and sends one mail, unless what it is about is over meanwhile. */
async function writeAccountEmail(ctx: AppContext, email: AccountEmail, job: JobInfo): Promise<void> {
  const recipient = await findRecipient(ctx.db, email.userId);
  // Also those whom nobody knows come here, so that asking for them takes as long.
  if (recipient === undefined || recipient.suspended_at !== null) return;
  const written = await letterFor(ctx, email, recipient, job.id);
  if (written === null) return;
  const { to, letter } = written;
  const site = { name: siteName, url: publicUrl(ctx.config) };
  const link = letter.action?.url;
  const sent = {
    to,
    subject: letter.subject,
    id: job.id,
    ...renderEmail(letter, site),
    ...(link && { link }),
  };
  await ctx.email.send(sent, job.signal);
}

async function letterFor(
  ctx: AppContext,
  email: AccountEmail,
  person: Recipient,
  jobId: string,
): Promise<Written | null> {
  const name = recipientName(person.email, person);
  const withLink = async (purpose: TokenPurpose, to: string, path: string, letter: letters.LinkTemplate) => {
    const token = await createEmailToken(ctx, { userId: person.id, purpose, email: to, jobId });
    return token === null
      ? null
      : { to, letter: letter(recipientName(to, person), `${publicUrl(ctx.config)}${path}${token}`) };
  };
  switch (email.letter) {
    case 'verify':
      return person.is_verified
        ? null
        : withLink('verify', person.email, '/verify-email/', letters.verifyEmailTemplate);
    case 'reset':
      return withLink('reset', person.email, '/reset-password/', letters.passwordResetTemplate);
    case 'change': {
      const { pending_email: next } = person;
      return next === null
        ? null
        : withLink('change', next, '/verify-email/', letters.confirmAddressTemplate);
    }
    case 'changeAsked': {
      const { pending_email: next } = person;
      // When the change is made already, its own notice says so.
      return next === null ? null : { to: person.email, letter: letters.addressChangeNotice(name, next) };
    }
    case 'changed': {
      const former = await findFormerEmail(ctx.db, person.id, email.followed ?? '');
      return former === null
        ? null
        : { to: former, letter: letters.addressChangedNotice(`${publicUrl(ctx.config)}/contact`) };
    }
    case 'leaving':
      // Whoever has come back meanwhile is told of that instead.
      if (person.deletion_due_at === null) return null;
      return {
        to: person.email,
        letter: letters.accountDeletionNotice(
          name,
          dateIn(person.time_zone, person.deletion_due_at),
          `${publicUrl(ctx.config)}/login`,
        ),
      };
    case 'restored':
      return { to: person.email, letter: letters.accountRestoredNotice(name, publicUrl(ctx.config)) };
    case 'passwordChanged':
      return { to: person.email, letter: letters.passwordChangedNotice(name, publicUrl(ctx.config)) };
  }
}

const dateIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at);
