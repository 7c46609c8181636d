import { hash, randomUUID } from 'node:crypto';
import { addressHash } from '../../platform/address-hash.ts';
import { AppError } from '../../platform/app-error.ts';
import { day, hour, minute } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { addressKey } from '../../platform/http/address.ts';
import { usernameKey } from '../users/index.ts';
import * as queries from './login-limits.queries.ts';

const { maxLockout } = queries;

/** How long an account remembers the IP address of a sign-in (docs/product/account.md#failed-sign-ins). */
export const locationRetention = 90 * day;

const oldest = (now: Date): Date => new Date(now.getTime() - locationRetention);
const locationHash = (ctx: RequestContext, userId: string): Promise<Buffer> =>
  addressHash(ctx, userId, ctx.address);

/** Whether this account was created or signed in to from the request's IP address. */
const isKnown = (ctx: RequestContext, userId: string, location: Buffer): Promise<boolean> =>
  queries.findLocation(ctx.db, userId, location, oldest(ctx.clock.now()));

/** Call on every sign-in, in its transaction. */
export async function rememberLocation(ctx: RequestContext, tx: Db, userId: string): Promise<void> {
  await queries.saveLocation(tx, userId, await locationHash(ctx, userId), ctx.clock.now());
}

export const deleteOldLocations = (db: Db, now: Date) => queries.deleteLocationsBefore(db, oldest(now));

/** A password check from one IP address for one login name. */
export interface Attempt {
  subjects: queries.Subject[];
}

/** Hashed, so that the database does not contain what was typed as a login name. */
const subjectKey = (subject: string): Buffer => hash('sha256', subject, 'buffer');
/** Counts username and email of one account separately; a shared count would reveal that they belong together. */
export const loginSubject = (typed: string): string => `name:${usernameKey(typed).slice(0, 254)}`;
/** For a signed-in user who must confirm their password. */
export const accountSubject = (userId: string): string => `person:${userId}`;
/** A known location of the account has its own count, which attackers elsewhere cannot raise. */
const subjectAt = (subject: string, location: Buffer): string =>
  `${subject}@${location.toString('base64url')}`;

const tooMany = (until: Date, now: Date) => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts. Please wait ${wait}, then try again.`, {
    retryAfterSeconds: seconds,
  });
};

/** Starts an attempt; does the same work when no account matches. Throws like `requireAttemptAllowed`. */
export async function beginAttempt(ctx: RequestContext, subject: string, userId?: string): Promise<Attempt> {
  const id = userId ?? randomUUID();
  const location = await locationHash(ctx, id);
  // At a known location for this pair alone, so that one person does not lock out others who share the address.
  const [address, counted] = (await isKnown(ctx, id, location))
    ? [subjectAt('address', location), subjectAt(subject, location)]
    : [`address:${addressKey(ctx.address)}`, subject];
  const attempt = {
    subjects: [
      { key: subjectKey(address), window: maxLockout, firstLockout: maxLockout },
      { key: subjectKey(counted), window: 12 * hour, firstLockout: minute },
    ],
  };
  await requireAttemptAllowed(ctx, attempt);
  return attempt;
}

/** Attempts with tokens of e-readers and apps, counted separately from passwords, so that an old token locks no one out of the site. */
export const deviceAttempt = (address: string): Attempt => ({
  subjects: [
    { key: subjectKey(`device:${addressKey(address)}`), window: maxLockout, firstLockout: maxLockout },
  ],
});

type AttemptContext = Pick<RequestContext, 'db' | 'clock'>;

/**
 * Throws while a lockout is active. Checked before a password is compared and again after a match, so that of many
 * concurrent guesses at most ten get a result.
 */
export async function requireAttemptAllowed(ctx: AttemptContext, { subjects }: Attempt): Promise<void> {
  const now = ctx.clock.now();
  const until = await queries.findLockout(
    ctx.db,
    subjects.map(({ key }) => key),
    now,
  );
  if (until !== null) throw tooMany(until, now);
}

/** Counts a failed attempt. During a lockout it throws TOO_MANY_REQUESTS instead, without counting. */
export async function recordFailedAttempt(ctx: AttemptContext, attempt: Attempt): Promise<void> {
  const now = ctx.clock.now();
  for (const subject of attempt.subjects) {
    if (!(await queries.addFailure(ctx.db, subject, now))) await requireAttemptAllowed(ctx, attempt);
  }
  await queries.deleteFailuresBefore(ctx.db, now);
}
