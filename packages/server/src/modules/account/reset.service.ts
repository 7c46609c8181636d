import { randomUUID } from 'node:crypto';
import type { forgotPasswordBody, resetPasswordBody } from '@inkling/contract/account';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { setVerified } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { type LoginResult, loadMe, rejectGuessablePassword } from './account.service.ts';
import { sendAccountEmail } from './account-emails.ts';

import * as emailTokens from './email-tokens.queries.ts';
import { emailKey, expirePendingTokens } from './email-tokens.ts';
import { rememberLocation } from './login-limits.ts';
import { hashPassword } from './passwords.ts';
import { issueToken, tokenHash } from './sessions.service.ts';
import { findRequest } from './signups.queries.ts';
import { approvalPending } from './signups.service.ts';
import { restoreAccount } from './withheld-accounts.ts';

/**
 * Sends a reset link if the account exists. The request does the same work either way, so that neither the response
 * nor its timing reveals it; the job checks the account (docs/product/account.md#forgotten-password).
 */
export async function forgotPassword(
  ctx: RequestContext,
  { email }: z.output<typeof forgotPasswordBody>,
): Promise<void> {
  const person = await queries.findByEmail(ctx.db, emailKey(email));
  // Jobs without an account get low priority, so that they do not delay real emails.
  const options = { lowPriority: person === undefined };
  await sendAccountEmail(
    ctx,
    ctx.db,
    { template: 'reset', userId: person?.user_id ?? randomUUID() },
    options,
  );
}

const invalid = () =>
  new AppError(
    'RESET_LINK_INVALID',
    'This link has expired or has already been used. Request a new one under “Forgot password?”.',
  );

/** The row of a reset link that can be used now; any other is an error. */
async function requireUsable({ db, clock }: RequestContext, token: string) {
  const row = await emailTokens.findToken(db, tokenHash(token));
  const isUsable =
    row?.purpose === 'reset' && row.used_at === null && emailTokens.isWithinLifetime(row, clock.now());
  if (!isUsable) throw invalid();
  return row;
}

/** Throws if a reset link cannot be used. */
export async function checkResetLink(ctx: RequestContext, token: string): Promise<void> {
  await requireUsable(ctx, token);
}

/**
 * Sets a new password with a reset link, which works once even for concurrent requests. Ends all sessions and starts
 * a new one; like any sign-in, this restores an account pending deletion.
 */
export async function resetPassword(
  ctx: RequestContext,
  token: string,
  { password }: z.output<typeof resetPasswordBody>,
): Promise<LoginResult> {
  const hash = tokenHash(token);
  const now = ctx.clock.now();
  const row = await requireUsable(ctx, token);
  const { user_id: userId } = row;
  await rejectGuessablePassword('password', password, [row.username, row.email]);
  const password_hash = await hashPassword(password);
  const session = await transaction(ctx.db, async (tx) => {
    const account = await emailTokens.lockAccount(tx, userId);
    if (account === undefined || !(await emailTokens.useToken(tx, hash, now, null))) throw invalid();
    await queries.setPassword(tx, userId, password_hash, now);
    await queries.deleteTokens(tx, userId);
    await expirePendingTokens(tx, userId);
    // Following the emailed link proves that the address belongs to the user.
    if (account.email_key === emailKey(row.email)) {
      await setVerified(tx, userId);
      await queries.trustAddress(tx, userId);
    }
    await sendAccountEmail(ctx, tx, { template: 'passwordChanged', userId });
    // They have a new password, and nothing else yet.
    const request = await findRequest(tx, userId);
    if (request !== undefined) return approvalPending(request);
    const restored = await restoreAccount(ctx, tx, userId);
    // Guessing by others may have locked the account; from this location the owner can now sign in again.
    await rememberLocation(ctx, tx, userId);
    return { restored, token: await issueToken(tx, userId, now, ctx.userAgent) };
  });
  invalidateViewers(ctx.db);
  if (session instanceof AppError) throw session;
  return { ...session, user: await loadMe(ctx, userId) };
}
