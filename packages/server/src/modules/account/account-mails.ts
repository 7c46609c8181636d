import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineQueue, type JobInfo, type SendOptions } from '../../platform/jobs/jobs.ts';
import { siteName } from '../../platform/mail/configured.ts';
import { layOut } from '../../platform/mail/layout.ts';
import { mailRules } from '../../platform/mail/mail.ts';
import { findRecipient, type Recipient } from './account.queries.ts';
import { nameOn } from './greeting.ts';
import * as letters from './letters.ts';
import { findFormerEmail, type LinkPurpose } from './links.queries.ts';
import { makeLink } from './links.ts';

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
interface AccountMail {
  letter: LetterName;
  userId: string;
  /** Of the letter `changed`: the job whose link was followed. */
  followed?: string;
}

const accountMails = defineQueue<AccountMail>('account-mails', { ...mailRules, atOnce: 4 });

export const sendAccountMail = (ctx: AppContext, db: Db, mail: AccountMail, options?: SendOptions) =>
  ctx.jobs.send(db, accountMails, mail, options);

export const workOnAccountMails = (ctx: AppContext): void =>
  ctx.jobs.work(accountMails, (mail, job) => writeAccountMail(ctx, mail, job));

interface Written {
  to: string;
  letter: Parameters<typeof layOut>[0];
}

/** Writes and sends one mail, unless what it is about is over meanwhile. */
async function writeAccountMail(ctx: AppContext, mail: AccountMail, job: JobInfo): Promise<void> {
  const recipient = await findRecipient(ctx.db, mail.userId);
  // Also those whom nobody knows come here, so that asking for them takes as long.
  if (recipient === undefined || recipient.suspended_at !== null) return;
  const written = await letterFor(ctx, mail, recipient, job.id);
  if (written === null) return;
  const { to, letter } = written;
  const site = { name: siteName, url: publicUrl(ctx.config) };
  const link = letter.action?.url;
  const sent = { to, subject: letter.subject, id: job.id, ...layOut(letter, site), ...(link && { link }) };
  await ctx.mail.send(sent, job.signal);
}

async function letterFor(
  ctx: AppContext,
  mail: AccountMail,
  person: Recipient,
  jobId: string,
): Promise<Written | null> {
  const name = nameOn(person.email, person);
  const withLink = async (purpose: LinkPurpose, to: string, path: string, letter: letters.WithLink) => {
    const token = await makeLink(ctx, { userId: person.id, purpose, email: to, jobId });
    return token === null
      ? null
      : { to, letter: letter(nameOn(to, person), `${publicUrl(ctx.config)}${path}${token}`) };
  };
  switch (mail.letter) {
    case 'verify':
      return person.is_verified ? null : withLink('verify', person.email, '/verify-email/', letters.verify);
    case 'reset':
      return withLink('reset', person.email, '/reset-password/', letters.reset);
    case 'change': {
      const { pending_email: next } = person;
      return next === null ? null : withLink('change', next, '/verify-email/', letters.change);
    }
    case 'changeAsked': {
      const { pending_email: next } = person;
      // When the change is made already, its own notice says so.
      return next === null ? null : { to: person.email, letter: letters.changeAsked(name, next) };
    }
    case 'changed': {
      const former = await findFormerEmail(ctx.db, person.id, mail.followed ?? '');
      return former === null
        ? null
        : { to: former, letter: letters.changed(`${publicUrl(ctx.config)}/contact`) };
    }
    case 'leaving':
      // Whoever has come back meanwhile is told of that instead.
      if (person.deletion_due_at === null) return null;
      return {
        to: person.email,
        letter: letters.leaving(
          name,
          dateIn(person.time_zone, person.deletion_due_at),
          `${publicUrl(ctx.config)}/login`,
        ),
      };
    case 'restored':
      return { to: person.email, letter: letters.restored(name, publicUrl(ctx.config)) };
    case 'passwordChanged':
      return { to: person.email, letter: letters.passwordChanged(name, publicUrl(ctx.config)) };
  }
}

const dateIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at);
