import { randomUUID } from 'node:crypto';
import type { forgotPasswordBody, resetPasswordBody } from '@inkling/contract/account';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { setVerified } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { type RestoringSession, refuseGuessable, suspended, whoIs } from './account.service.ts';
import { sendAccountEmail } from './account-emails.ts';
import { emailKey } from './email-key.ts';
import * as links from './email-tokens.queries.ts';
import { expirePendingTokens, tokenHash } from './email-tokens.ts';
import { rememberLocation } from './known-locations.ts';
import { hashPassword } from './passwords.ts';
import { restoreAccount } from './restore-account.ts';
import { issueToken } from './tokens.ts';

/**
 * Has a link sent, if there is such an account. What is done here is the same either way, so that neither the
 * answer nor its time tells; the job finds out (docs/product.md §2.7).
 */
export async function forgotPassword(
  ctx: RequestContext,
  { email }: z.output<typeof forgotPasswordBody>,
): Promise<void> {
  const person = await queries.findByEmail(ctx.db, emailKey(email));
  // What comes to nothing keeps no mail of anybody's waiting.
  const options = { lowPriority: person === undefined };
  await sendAccountEmail(ctx, ctx.db, { letter: 'reset', userId: person?.user_id ?? randomUUID() }, options);
}

const invalid = () =>
  new AppError(
    'RESET_LINK_INVALID',
    'This link has been used, or is too old: it works once, within an hour. Ask for a new one under Forgot password.',
  );

/**
 * Sets a new password by a mail's link, which counts for one of those who follow it at once. Every log-in of the
 * person ends and a new one begins, which like any log-in brings back an account that was to be deleted.
 */
export async function resetPassword(
  ctx: RequestContext,
  token: string,
  { password }: z.output<typeof resetPasswordBody>,
): Promise<RestoringSession> {
  const hash = tokenHash(token);
  const now = ctx.clock.now();
  const link = await links.findToken(ctx.db, hash);
  if (link?.purpose !== 'reset' || link.used_at !== null || !links.isInTime(link, now)) throw invalid();
  if (link.suspended_at !== null) throw suspended();
  const { user_id: userId } = link;
  await refuseGuessable('password', password, [link.username, link.email]);
  const password_hash = await hashPassword(password);
  const session = await transaction(ctx.db, async (tx) => {
    const account = await links.lockAccount(tx, userId);
    if (account === undefined || !(await links.useToken(tx, hash, now))) throw invalid();
    await queries.setPassword(tx, userId, password_hash, now);
    await queries.deleteTokens(tx, userId);
    await expirePendingTokens(tx, userId);
    // Whoever could open the mail has shown that the address is theirs.
    if (account.email_key === emailKey(link.email)) await setVerified(tx, userId);
    await sendAccountEmail(ctx, tx, { letter: 'passwordChanged', userId });
    const restored = await restoreAccount(ctx, tx, userId);
    // Others may have closed the door by guessing; the owner has found another way in, and is known here now.
    await rememberLocation(ctx, tx, userId);
    return { restored, token: await issueToken(tx, userId, now, ctx.userAgent) };
  });
  invalidateViewers(ctx.db);
  return { ...session, user: await whoIs(ctx, userId) };
}
