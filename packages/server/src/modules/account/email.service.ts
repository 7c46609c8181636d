import type { Me, updateEmailBody } from '@inkling/contract/account';
import type { z } from 'zod';
import { AppError, badInput } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import { siteSettings } from '../../platform/site-settings.ts';
import { setVerified } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { emailTaken, loadMe } from './account.service.ts';
import { sendAccountEmail } from './account-emails.ts';

import * as emailTokens from './email-tokens.queries.ts';
import { cancelAddressChange, emailKey } from './email-tokens.ts';
import { lockCurrentAccount, reauthenticate } from './passwords.ts';
import { tokenHash } from './sessions.service.ts';
import { blockedDomain, isBlockedDomain } from './signups.service.ts';

/** Sends the link again. The response is the same when the email limit is reached. */
export async function resendVerification(ctx: RequestContext, viewer: Viewer): Promise<{ message: string }> {
  const me = await loadMe(ctx, viewer.id);
  if (me.verified && !(await queries.isAddressRefused(ctx.db, viewer.id)))
    return { message: 'Your email address is already verified.' };
  await sendAccountEmail(ctx, ctx.db, { template: 'verify', userId: viewer.id });
  return { message: `We’ve sent a verification link to ${me.email}.` };
}

const invalid = () =>
  new AppError('VERIFICATION_LINK_INVALID', 'This link is invalid or has expired. Sign in to get a new one.');

/**
 * Verifies an address by its link, regardless of who is signed in where it is opened. Following the link again
 * changes nothing and succeeds while the account still has the address.
 */
export async function verifyEmail(ctx: RequestContext, token: string): Promise<void> {
  const row = await emailTokens.findToken(ctx.db, tokenHash(token));
  if (row === undefined || row.purpose === 'reset') throw invalid();
  try {
    await transaction(ctx.db, (tx) => useVerificationToken(ctx, tx, row));
  } catch (error) {
    if (!isUniqueViolation(error, 'credentials_email_key')) throw error;
    // Another account has taken the address in the meantime.
    await transaction(ctx.db, (tx) => cancelAddressChange(tx, row.user_id, row.email));
    throw emailTaken();
  }
}

async function useVerificationToken(ctx: RequestContext, tx: Db, row: emailTokens.EmailToken): Promise<void> {
  const { hash, user_id: userId, email, purpose } = row;
  const account = await emailTokens.lockAccount(tx, userId);
  if (account === undefined) throw invalid();
  const isCurrent = account.email_key === emailKey(email);
  const now = ctx.clock.now();
  if (purpose === 'verify') {
    if (!isCurrent || !(await useRepeatableToken(tx, hash, now))) throw invalid();
    await setVerified(tx, userId);
    await queries.trustAddress(tx, userId);
    return;
  }
  // The change was withdrawn or replaced by another one.
  if (!isCurrent && account.pending_email !== email) throw invalid();
  const before = isCurrent ? null : account.email;
  if (!(await emailTokens.useToken(tx, hash, now, before))) {
    if (isCurrent && (await wasUsed(tx, hash))) return;
    throw invalid();
  }
  await queries.setEmail(tx, userId, email, emailKey(email));
  await setVerified(tx, userId);
  // Links sent to the old address stop working.
  await emailTokens.expireTokens(tx, userId, ['reset', 'verify']);
  await sendAccountEmail(ctx, tx, { template: 'changed', userId, followed: row.job_id });
}

const wasUsed = async (tx: Db, hash: Buffer): Promise<boolean> => {
  const row = await emailTokens.findToken(tx, hash);
  return row !== undefined && row.used_at !== null;
};

/** Uses a token that may be used repeatedly: the first time before it expires, later at any time. */
const useRepeatableToken = async (tx: Db, hash: Buffer, now: Date): Promise<boolean> =>
  (await emailTokens.useToken(tx, hash, now, null)) || wasUsed(tx, hash);

/**
 * Starts a change of address: sends a link to the new one and a notice to the old one. Nothing changes until the
 * link is followed.
 */
export async function updateEmail(
  ctx: RequestContext,
  viewer: Viewer,
  { password, email }: z.output<typeof updateEmailBody>,
): Promise<{ message: string; user: Me }> {
  const credentials = await reauthenticate(ctx, viewer, password);
  if (isBlockedDomain(email, siteSettings(ctx).blockedDomains)) throw blockedDomain();
  const key = emailKey(email);
  if (key === emailKey(credentials.email)) throw badInput('email', 'This is already your email address.');
  await transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(tx, viewer, credentials);
    if (emailTokens.isOverEmailLimit(await emailTokens.countTokens(tx, viewer.id, ctx.clock.now())))
      throw tooManyEmails();
    if ((await queries.findByEmail(tx, key)) !== undefined) throw emailTaken();
    await emailTokens.expireTokens(tx, viewer.id, ['change']);
    await queries.setPendingEmail(tx, viewer.id, email);
    await sendAccountEmail(ctx, tx, { template: 'change', userId: viewer.id });
    await sendAccountEmail(ctx, tx, { template: 'changeRequested', userId: viewer.id });
  });
  const message = `We’ve sent a link to ${email}. Open it to confirm the change.`;
  return { message, user: await loadMe(ctx, viewer.id) };
}

/**
 * Withdraws a change of address; the link sent to the new one stops working. If the link is followed at the same
 * moment, one of the two wins and the response says which.
 */
export async function withdrawEmail(
  ctx: RequestContext,
  viewer: Viewer,
): Promise<{ message: string; user: Me }> {
  const pending = await transaction(ctx.db, async (tx) => {
    const { pending_email: next } = await lockCurrentAccount(tx, viewer);
    if (next !== null) await cancelAddressChange(tx, viewer.id, next);
    return next;
  });
  const user = await loadMe(ctx, viewer.id);
  const message =
    pending === null
      ? `There is no change to cancel. Your email address is ${user.email}.`
      : `The change is canceled. Your email address is still ${user.email}.`;
  return { message, user };
}

const tooManyEmails = () =>
  new AppError('TOO_MANY_REQUESTS', 'We’ve already sent you several emails. Please try again tomorrow.', {
    retryAfterSeconds: 12 * 3600,
  });
