import { hash, randomUUID } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { hour, minute } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { addressKey } from '../../platform/http/address.ts';
import { usernameKey } from '../users/index.ts';
import { isKnown, locationHash } from './known-locations.ts';
import {
  addFailure,
  deleteFailuresBefore,
  findClosing,
  maxPause,
  type Subject,
} from './login-limits.queries.ts';

/** Attempts to show a password from one address and for one name. */
export interface Attempt {
  subjects: Subject[];
}

/** In what is kept, what was typed as a name cannot be read. */
const subjectKey = (what: string): Buffer => hash('sha256', what, 'buffer');
/** A name as it was typed: username and address of one account are two, as whoever guesses must not learn of it. */
export const normalizedLogin = (typed: string): string => `name:${usernameKey(typed).slice(0, 254)}`;
/** Whoever is signed in and is asked for their password. */
export const signedIn = (userId: string): string => `person:${userId}`;
/** A name at a place that its account knows has a count of its own, which nobody elsewhere can raise. */
const nameAt = (name: string, place: Buffer): string => `${name}@${place.toString('base64url')}`;

const tooMany = (until: Date, now: Date) => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts. Please wait ${wait}, then try again.`, {
    retryAfterSeconds: seconds,
  });
};

/** Begins an attempt for a name, which is `userId`'s or nobody's; the work is the same. Refuses it like the next. */
export async function beginAttempt(ctx: RequestContext, name: string, userId?: string): Promise<Attempt> {
  const whose = userId ?? randomUUID();
  const place = await locationHash(ctx, whose);
  const counted = (await isKnown(ctx, whose, place)) ? nameAt(name, place) : name;
  const attempt = {
    subjects: [
      { key: subjectKey(`address:${addressKey(ctx.address)}`), life: maxPause, pause: maxPause },
      { key: subjectKey(counted), life: 12 * hour, pause: minute },
    ],
  };
  await allowAttempt(ctx, attempt);
  return attempt;
}

/**
 * Refuses an attempt while too many have failed; the wait ends by itself. Asked before a password is compared
 * and again when it was the right one: of many that are tried at once, ten tell something and no more.
 */
export async function allowAttempt(ctx: RequestContext, { subjects }: Attempt): Promise<void> {
  const now = ctx.clock.now();
  const until = await findClosing(
    ctx.db,
    subjects.map(({ key }) => key),
    now,
  );
  if (until !== null) throw tooMany(until, now);
}

/** Counts a failure; one too many is not even told that it was one, and counts no more. */
export async function attemptFailed(ctx: RequestContext, attempt: Attempt): Promise<void> {
  const now = ctx.clock.now();
  for (const subject of attempt.subjects) {
    if (!(await addFailure(ctx.db, subject, now))) await allowAttempt(ctx, attempt);
  }
  await deleteFailuresBefore(ctx.db, now);
}
