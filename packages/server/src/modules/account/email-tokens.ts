import { hash, randomBytes } from 'node:crypto';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { setPendingEmail } from './account.queries.ts';
import { emailKey } from './email-key.ts';
import * as queries from './email-tokens.queries.ts';

/** Of these only the newest counts. */
const newestOnly = new Set<queries.TokenPurpose>(['reset', 'change']);

export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * Makes the secret of a link for the mail that a job is about to send; the database has its SHA-256 alone. Null
 * when there is nothing to send: the account or the address has had enough mails for now, the job's link was followed already, or
 * the address is meanwhile no longer theirs (or no longer to be).
 */
export async function createEmailToken(
  ctx: AppContext,
  {
    userId,
    purpose,
    email,
    jobId,
  }: { userId: string; purpose: queries.TokenPurpose; email: string; jobId: string },
): Promise<string | null> {
  const now = ctx.clock.now();
  const token = randomBytes(32).toString('base64url');
  const link = {
    hash: tokenHash(token),
    user_id: userId,
    purpose,
    email,
    job_id: jobId,
    created_at: now,
    expires_at: new Date(now.getTime() + queries.lifetimes[purpose]),
  };
  return transaction(ctx.db, async (tx) => {
    const account = await queries.lockAccount(tx, userId);
    const theirs = purpose === 'change' ? account?.pending_email : account?.email;
    if (theirs !== email) return null;
    const many = [
      await queries.countTokens(tx, userId, now, jobId),
      await queries.countTokensTo(tx, emailKey(email), now, jobId),
    ];
    if (many.some(queries.isOverEmailLimit)) {
      // Whoever asks in others' names until no more is sent keeps nobody out: what was sent last is good again.
      if (purpose === 'reset') await queries.extendReset(tx, userId, now, link.expires_at);
      return null;
    }
    if (newestOnly.has(purpose)) await queries.expireTokens(tx, userId, [purpose], jobId);
    return (await queries.upsertToken(tx, link)) ? token : null;
  });
}

/** Lets a person's change of address be, unless they have begun another meanwhile. */
export async function cancelAddressChange(tx: Db, userId: string, email: string): Promise<void> {
  const account = await queries.lockAccount(tx, userId);
  if (account?.pending_email !== email) return;
  await queries.expireTokens(tx, userId, ['change']);
  await setPendingEmail(tx, userId, null);
}

/** With a new password ends what somebody who knew the old one may have begun. */
export async function expirePendingTokens(tx: Db, userId: string): Promise<void> {
  await queries.expireTokens(tx, userId, ['reset', 'change']);
  await setPendingEmail(tx, userId, null);
}
