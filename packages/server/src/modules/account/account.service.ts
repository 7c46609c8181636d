import type { loginBody, Me, registerBody } from '@inkling/contract/account';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import { insertUser, usernameKey } from '../users/index.ts';
import { presentMe } from './account.present.ts';
import { deleteToken, findLogin, findMe, insertCredentials, refreshPasswordHash } from './account.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { allowLogin, loginFailed, loginWorked } from './login-limits.ts';
import { hashPassword, nobodysHash, verifyPassword } from './passwords.ts';
import { issueToken } from './tokens.ts';

interface Session {
  token: string;
  user: Me;
}

/** The form in which two email addresses are compared. */
const emailKey = (email: string): string => email.toLowerCase();

/** Signs a person up and in, under their username unless a display name is given (docs/product.md §2.2). */
export async function register(
  ctx: RequestContext,
  body: z.output<typeof registerBody>,
  profile: { displayName?: string; bio?: string } = {},
): Promise<Session> {
  if (await isCommonPassword(body.password, [body.username, body.email])) {
    const message = 'This password is among the first that others would try. Please choose another.';
    throw new AppError('BAD_INPUT', message, { fields: [{ path: 'password', message }] });
  }
  const password_hash = await hashPassword(body.password);
  const now = ctx.clock.now();
  try {
    return await transaction(ctx.db, async (tx) => {
      const user = await insertUser(tx, {
        username: body.username,
        username_key: usernameKey(body.username),
        display_name: profile.displayName ?? '',
        bio: profile.bio ?? '',
        created_at: now,
      });
      const { email } = body;
      await insertCredentials(tx, {
        user_id: user.id,
        email,
        email_key: emailKey(email),
        password_hash,
        password_changed_at: now,
      });
      const token = await issueToken(tx, user.id, now, ctx.userAgent);
      return { token, user: presentMe({ ...user, email }) };
    });
  } catch (error) {
    throw takenName(error) ?? error;
  }
}

function takenName(error: unknown): AppError | null {
  if (isUniqueViolation(error, 'users_username_key')) {
    return taken('USERNAME_TAKEN', 'username', 'Username is already taken');
  }
  if (isUniqueViolation(error, 'credentials_email_key')) {
    return taken('EMAIL_TAKEN', 'email', 'Email is already registered');
  }
  return null;
}

const taken = (code: 'USERNAME_TAKEN' | 'EMAIL_TAKEN', path: string, message: string) =>
  new AppError(code, message, { fields: [{ path, message }] });

/** Logs in by email or username; whether the account exists shows neither in the answer nor in its time. */
export async function login(ctx: RequestContext, body: z.output<typeof loginBody>): Promise<Session> {
  const typed = emailKey(body.email);
  await allowLogin(ctx, typed);
  const account = await findLogin(ctx.db, typed, usernameKey(body.email));
  const { matches, outdated } = await verifyPassword(body.password, account?.password_hash ?? nobodysHash);
  if (account === undefined || !matches) {
    await loginFailed(ctx, typed);
    throw new AppError('WRONG_CREDENTIALS', 'Incorrect email or password');
  }
  await loginWorked(ctx, typed);
  if (outdated) {
    await refreshPasswordHash(ctx.db, account.id, account.password_hash, await hashPassword(body.password));
  }
  const token = await issueToken(ctx.db, account.id, ctx.clock.now(), ctx.userAgent);
  return { token, user: await whoIs(ctx, account.id) };
}

async function whoIs(ctx: RequestContext, userId: string): Promise<Me> {
  const row = await findMe(ctx.db, userId);
  if (row === undefined) throw new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');
  return presentMe(row);
}

export const getMe = (ctx: RequestContext, viewer: Viewer): Promise<Me> => whoIs(ctx, viewer.id);

export async function logout(ctx: RequestContext): Promise<void> {
  if (ctx.tokenHash !== null) await deleteToken(ctx.db, ctx.tokenHash);
}
