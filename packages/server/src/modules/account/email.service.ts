import type { Me, updateEmailBody } from '@inkling/contract/account';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import { setVerified } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { emailTaken, whoIs, wrongPassword } from './account.service.ts';
import { sendAccountEmail } from './account-emails.ts';
import { emailKey } from './email-key.ts';
import * as links from './email-tokens.queries.ts';
import { cancelAddressChange, tokenHash } from './email-tokens.ts';
import { allowAttempt, attemptFailed, beginAttempt, signedIn } from './login-limits.ts';
import { verifyPassword } from './passwords.ts';
import { lockCurrentAccount, signInRequired } from './reauthenticate.ts';

/** Has the link sent again; whoever has had enough of them for now gets the same answer. */
export async function resendVerification(ctx: RequestContext, viewer: Viewer): Promise<{ message: string }> {
  const me = await whoIs(ctx, viewer.id);
  if (me.verified) return { message: 'Your email address is already verified.' };
  await sendAccountEmail(ctx, ctx.db, { letter: 'verify', userId: viewer.id });
  return { message: `We’ve sent a verification link to ${me.email}.` };
}

const invalid = () =>
  new AppError('VERIFICATION_LINK_INVALID', 'This link is invalid or has expired. Sign in to get a new one.');

/**
 * Shows that an address is its person's, whoever is signed in where the link is opened. Following it again changes
 * nothing, and succeeds as long as the address is still theirs.
 */
export async function verifyEmail(ctx: RequestContext, token: string): Promise<void> {
  const link = await links.findToken(ctx.db, tokenHash(token));
  if (link === undefined || link.purpose === 'reset') throw invalid();
  try {
    await transaction(ctx.db, (tx) => followLink(ctx, tx, link));
  } catch (error) {
    if (!isUniqueViolation(error, 'credentials_email_key')) throw error;
    // Somebody has signed up with it in between.
    await transaction(ctx.db, (tx) => cancelAddressChange(tx, link.user_id, link.email));
    throw emailTaken();
  }
}

async function followLink(ctx: RequestContext, tx: Db, link: links.EmailToken): Promise<void> {
  const { hash, user_id: userId, email, purpose } = link;
  const account = await links.lockAccount(tx, userId);
  if (account === undefined) throw invalid();
  const isTheirs = account.email_key === emailKey(email);
  const now = ctx.clock.now();
  if (purpose === 'verify') {
    if (!isTheirs || !(await isGood(tx, hash, now))) throw invalid();
    await setVerified(tx, userId);
    return;
  }
  // A change that was withdrawn, or gave way to another.
  if (!isTheirs && account.pending_email !== email) throw invalid();
  const before = isTheirs ? undefined : account.email;
  if (!(await links.useToken(tx, hash, now, before))) {
    if (isTheirs && (await wasUsed(tx, hash))) return;
    throw invalid();
  }
  await queries.setEmail(tx, userId, email, emailKey(email));
  await setVerified(tx, userId);
  // What was sent to the old address opens nothing any more.
  await links.expireTokens(tx, userId, ['reset', 'verify']);
  await sendAccountEmail(ctx, tx, { letter: 'changed', userId, followed: link.job_id });
}

const wasUsed = async (tx: Db, hash: Buffer): Promise<boolean> => {
  const link = await links.findToken(tx, hash);
  return link !== undefined && link.used_at !== null;
};

/** Follows a link that may be followed again: for the first time within its life, then at any time. */
const isGood = async (tx: Db, hash: Buffer, now: Date): Promise<boolean> =>
  (await links.useToken(tx, hash, now)) || wasUsed(tx, hash);

/**
 * Begins a change of address: a link goes to the new one, a notice to the old. Until the link is followed, nothing
 * changes. A wrong password counts like a log-in that failed.
 */
export async function updateEmail(
  ctx: RequestContext,
  viewer: Viewer,
  { password, email }: z.output<typeof updateEmailBody>,
): Promise<{ message: string; user: Me }> {
  const credentials = await queries.findCredentials(ctx.db, viewer.id);
  if (credentials === undefined) throw signInRequired();
  const attempt = await beginAttempt(ctx, signedIn(viewer.id), viewer.id);
  if (!(await verifyPassword(password, credentials.password_hash)).matches) {
    await attemptFailed(ctx, attempt);
    throw wrongPassword('password', 'Your password is incorrect.');
  }
  await allowAttempt(ctx, attempt);
  const key = emailKey(email);
  if (key === emailKey(credentials.email)) throw sameEmail();
  await transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(ctx, tx, viewer, credentials.password_hash);
    if (links.isTooMany(await links.countTokens(tx, viewer.id, ctx.clock.now()))) throw tooManyEmails();
    if ((await queries.findByEmail(tx, key)) !== undefined) throw emailTaken();
    await links.expireTokens(tx, viewer.id, ['change']);
    await queries.setPendingEmail(tx, viewer.id, email);
    await sendAccountEmail(ctx, tx, { letter: 'change', userId: viewer.id });
    await sendAccountEmail(ctx, tx, { letter: 'changeAsked', userId: viewer.id });
  });
  const message = `We’ve sent a link to ${email}. Open it to confirm the change.`;
  return { message, user: await whoIs(ctx, viewer.id) };
}

/**
 * Withdraws a change of address: what was sent to the new one opens nothing any more. Whoever follows that link at
 * the same moment is either before it or too late, and the answer says which.
 */
export async function withdrawEmail(
  ctx: RequestContext,
  viewer: Viewer,
): Promise<{ message: string; user: Me }> {
  const pending = await transaction(ctx.db, async (tx) => {
    const { pending_email: next } = await lockCurrentAccount(ctx, tx, viewer);
    if (next !== null) await cancelAddressChange(tx, viewer.id, next);
    return next;
  });
  const user = await whoIs(ctx, viewer.id);
  const message =
    pending === null
      ? `There is no change to cancel. Your email address is ${user.email}.`
      : `The change is cancelled. Your email address is still ${user.email}.`;
  return { message, user };
}

function sameEmail(): AppError {
  const message = 'This is already your email address.';
  return new AppError('BAD_INPUT', message, { fields: [{ path: 'email', message }] });
}

const tooManyEmails = () =>
  new AppError('TOO_MANY_REQUESTS', 'We’ve already sent you several emails. Please try again tomorrow.', {
    retryAfterSeconds: 12 * 3600,
  });
