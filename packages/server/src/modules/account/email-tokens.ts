import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { setPendingEmail } from './account.queries.ts';
import * as queries from './email-tokens.queries.ts';
import { tokenHash } from './sessions.service.ts';

/** An email address normalized for comparison. */
export const emailKey = (email: string): string => email.toLowerCase();

/** For these purposes only the newest token is valid. */
const newestOnly = new Set<queries.TokenPurpose>(['reset', 'change']);

/**
 * Creates the token for an email that a job is about to send; the database stores only its SHA-256. Null when
 * nothing should be sent: the email limit is reached, the job's token has been used, or the address has changed.
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
  const row = {
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
    const current = purpose === 'change' ? account?.pending_email : account?.email;
    if (current !== email) return null;
    const counts = [
      await queries.countTokens(tx, userId, now, jobId),
      await queries.countTokensTo(tx, emailKey(email), now, jobId),
    ];
    if (counts.some(queries.isOverEmailLimit)) {
      // Requests by a third party must not lock the owner out: the last reset link becomes valid again.
      if (purpose === 'reset') await queries.extendReset(tx, userId, now, row.expires_at);
      return null;
    }
    if (newestOnly.has(purpose)) await queries.expireTokens(tx, userId, [purpose], jobId);
    return (await queries.upsertToken(tx, row)) ? token : null;
  });
}

/** Cancels a pending change to this address; a change to a different one stays. */
export async function cancelAddressChange(tx: Db, userId: string, email: string): Promise<void> {
  const account = await queries.lockAccount(tx, userId);
  if (account?.pending_email !== email) return;
  await queries.expireTokens(tx, userId, ['change']);
  await setPendingEmail(tx, userId, null);
}

/** Called when the password changes: expires whatever an attacker with the old password may have started. */
export async function expirePendingTokens(tx: Db, userId: string): Promise<void> {
  await queries.expireTokens(tx, userId, ['reset', 'change']);
  await setPendingEmail(tx, userId, null);
}
