import type { loginBody, Me, registerBody, updatePasswordBody } from '@inkling/contract/account';
import { passwordLimits } from '@inkling/contract/limits';
import type { z } from 'zod';
import { signInRequired } from '../../platform/access.ts';
import { AppError, badInput, fieldError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn, dayNumber, offsetAt } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import { emit } from '../../platform/events/emit.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { minutesOf, readingStreaks } from '../library/index.ts';
import {
  insertUser,
  personAdded,
  presentPreferences,
  usernameKey,
  usernameTaken,
  zoneOfDays,
} from '../users/index.ts';
import * as queries from './account.queries.ts';
import { findMe, type MeRow } from './account.queries.ts';
import { sendAccountEmail } from './account-emails.ts';
import { emailKey, expirePendingTokens } from './email-tokens.ts';
import {
  beginAttempt,
  loginSubject,
  recordFailedAttempt,
  rememberLocation,
  requireAttemptAllowed,
} from './login-limits.ts';
import {
  dummyHash,
  hashPassword,
  lockCurrentAccount,
  reauthenticate,
  verifyPassword,
  wrongOldPassword,
} from './passwords.ts';
import { issueToken } from './sessions.service.ts';
import { type Admission, approvalPending, requireAdmission, requireApproved } from './signups.service.ts';
import { restoreAccount } from './withheld-accounts.ts';

/** A user's own view of their account. Depends on `now`: a reading streak ends after a day without reading. */
const presentMe = (row: MeRow, now: Date): Me => ({
  _id: row.id,
  id: row.id,
  username: row.username,
  displayName: row.display_name || row.username,
  bio: row.bio,
  movedTo: row.moved_to,
  email: row.email,
  pendingEmail: row.pending_email,
  pendingEmailUntil: row.pending_until?.toISOString() ?? null,
  avatar: row.avatar,
  role: row.role,
  isAdmin: row.is_admin,
  isModerator: row.is_moderator,
  isSuspended: row.is_suspended,
  isPaymentDue: row.is_payment_due,
  itemsInUse: row.items_in_use,
  verified: row.is_verified,
  isVerified: row.is_verified,
  createdAt: row.created_at.toISOString(),
  timeZone: row.time_zone,
  utcOffset: Math.round(offsetAt(zoneOfDays(row, now), now.getTime()) / minute),
  followersCount: row.followers_count,
  followingCount: row.following_count,
  following: row.following,
  readingPreferences: presentPreferences(row),
  wallet: { ink: row.ink },
  readingStats: {
    totalBooksRead: row.books_read,
    readingStreak: readingStreaks(
      row.reading_days,
      dayNumber(dayIn(zoneOfDays(row, now), now)),
      row.short_days,
      row.rest_days,
    ).current,
    minutesRead: minutesOf(row.estimated_words) + Math.round(row.seconds_read / 60),
    wordsRead: row.words_read,
  },
});

const listSize = 10_000;
const productName = 'inkling';

let common: Promise<Set<string>> | undefined;

/** The most common passwords that satisfy the minimum length; loaded on first use. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['passwords-common'] ?? [];
  const longEnough = words.map(String).filter((word) => word.length >= passwordLimits.min);
  return new Set(longEnough.slice(0, listSize));
}

/** Whether a password is easy to guess: a common one, the product's name, or the user's own name or email. */
async function isCommonPassword(password: string, ownNames: string[]): Promise<boolean> {
  const guess = password.toLowerCase();
  const own = ownNames
    .flatMap((name) => [name, name.split('@')[0] ?? name])
    .map((name) => name.toLowerCase());
  // 'inkling1' or 'ann2024!': a name surrounded only by digits and punctuation.
  const core = guess.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if ([productName, ...own].some((name) => name === guess || (core !== '' && name === core))) return true;
  common ??= commonPasswords();
  return (await common).has(guess);
}

export interface Session {
  token: string;
  user: Me;
}

/** A new session; `restored` when signing in has cancelled the account's pending deletion. */
export interface LoginResult extends Session {
  restored: boolean;
}

interface NewProfile {
  displayName?: string;
  bio?: string;
  isVerified?: boolean;
}

export async function rejectGuessablePassword(
  path: string,
  password: string,
  ownNames: string[],
): Promise<void> {
  if (await isCommonPassword(password, ownNames))
    throw badInput(path, 'This password is too easy to guess. Please choose another.');
}

/**
 * Signs up, if the rules of registration allow it. Throws APPROVAL_PENDING once the account is made, if an admin approves it
 * first.
 */
export async function signUp(ctx: RequestContext, body: z.output<typeof registerBody>): Promise<Session> {
  const { mode, admit } = await requireAdmission(ctx, body);
  const session = await register(ctx, body, {}, admit);
  if (mode === 'approval') throw approvalPending('waiting');
  return session;
}

/** Creates an account and its first session, whoever may sign up. The display name defaults to the username (docs/product/account.md#sign-up). */
export async function register(
  ctx: RequestContext,
  body: z.output<typeof registerBody>,
  profile: NewProfile = {},
  admit: Admission['admit'] = async () => {},
): Promise<Session> {
  await rejectGuessablePassword('password', body.password, [body.username, body.email]);
  return createAccount(ctx, body, await hashPassword(body.password), profile, admit);
}

/** Makes an account whose password has been checked and hashed; the tests' people share one hash. */
export async function createAccount(
  ctx: RequestContext,
  body: Pick<z.output<typeof registerBody>, 'username' | 'email' | 'timeZone' | 'languages'>,
  password_hash: string,
  profile: NewProfile = {},
  admit: Admission['admit'] = async () => {},
): Promise<Session> {
  const now = ctx.clock.now();
  const { languages = [] } = body;
  try {
    return await transaction(ctx.db, async (tx) => {
      const user = await insertUser(tx, {
        username: body.username,
        username_key: usernameKey(body.username),
        display_name: profile.displayName ?? '',
        bio: profile.bio ?? '',
        is_verified: profile.isVerified ?? false,
        time_zone: body.timeZone,
        // A reader whose languages have no stories would see empty lists.
        languages: (await queries.hasStoriesIn(tx, languages)) ? languages : [],
        created_at: now,
      });
      await emit(ctx, tx, personAdded, { userId: user.id });
      const { email } = body;
      await queries.insertCredentials(tx, {
        user_id: user.id,
        email,
        email_key: emailKey(email),
        password_hash,
        password_changed_at: now,
      });
      if (!user.is_verified) await sendAccountEmail(ctx, tx, { template: 'verify', userId: user.id });
      await rememberLocation(ctx, tx, user.id);
      const token = await issueToken(tx, user.id, now, ctx.userAgent);
      await admit(tx, user.id);
      return { token, user: await loadMe({ ...ctx, db: tx }, user.id) };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'credentials_email_key')) throw emailTaken();
    throw usernameTaken(error) ?? error;
  }
}

export const emailTaken = () => fieldError('EMAIL_TAKEN', 'email', 'Email is already registered');

const wrongCredentials = () => new AppError('WRONG_CREDENTIALS', 'Incorrect email or password');

/** Signs in by email or username. Neither the response nor its timing reveals whether the account exists. */
export async function login(ctx: RequestContext, body: z.output<typeof loginBody>): Promise<LoginResult> {
  const account = await queries.findLogin(ctx.db, emailKey(body.email), usernameKey(body.email));
  const attempt = await beginAttempt(ctx, loginSubject(body.email), account?.id);
  const { matches, outdated } = await verifyPassword(body.password, account?.password_hash ?? dummyHash());
  if (account === undefined || !matches) {
    await recordFailedAttempt(ctx, attempt);
    throw wrongCredentials();
  }
  await requireAttemptAllowed(ctx, attempt);
  if (outdated) {
    await queries.refreshPasswordHash(
      ctx.db,
      account.id,
      account.password_hash,
      await hashPassword(body.password),
    );
  }
  const { id, password_changed_at: setAt } = account;
  const { token, restored } = await transaction(ctx.db, async (tx) => {
    // A session started with a password changed since would outlive that change.
    if (!(await queries.lockPassword(tx, id, setAt))) throw wrongCredentials();
    await requireApproved(tx, id);
    const restored = await restoreAccount(ctx, tx, id);
    await rememberLocation(ctx, tx, id);
    return { restored, token: await issueToken(tx, id, ctx.clock.now(), ctx.userAgent) };
  });
  return { token, restored, user: await loadMe(ctx, id) };
}

export async function loadMe(ctx: RequestContext, userId: string): Promise<Me> {
  const row = await findMe(ctx.db, userId);
  if (row === undefined) throw signInRequired();
  return presentMe(row, ctx.clock.now());
}

export async function logout(ctx: RequestContext, { session }: Viewer): Promise<void> {
  await queries.deleteToken(ctx.db, session.tokenHash);
  invalidateViewers(ctx.db);
}

/**
 * Changes the password and ends all other sessions of the user; the current one continues. A wrong old password
 * counts as a failed sign-in but does not end the session (docs/product/account.md#changing-the-password).
 */
export async function updatePassword(
  ctx: RequestContext,
  viewer: Viewer,
  { oldPassword, newPassword }: z.output<typeof updatePasswordBody>,
): Promise<Session> {
  const credentials = await reauthenticate(ctx, viewer, oldPassword, wrongOldPassword);
  await rejectGuessablePassword('newPassword', newPassword, [viewer.username, credentials.email]);
  const newHash = await hashPassword(newPassword);
  await transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(tx, viewer, credentials, wrongOldPassword);
    await queries.setPassword(tx, viewer.id, newHash, ctx.clock.now());
    await queries.deleteOtherTokens(tx, viewer);
    await expirePendingTokens(tx, viewer.id);
    await sendAccountEmail(ctx, tx, { template: 'passwordChanged', userId: viewer.id });
  });
  invalidateViewers(ctx.db);
  return { token: viewer.session.token, user: await loadMe(ctx, viewer.id) };
}
