import { hash } from 'node:crypto';
import { commentLimits } from '@inkling/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import { sameText } from '../../platform/text-key.ts';
import type { RecentComments } from './post-comment.queries.ts';

/** `message` says what to do after the wait that it is given, such as '24 seconds'. */
const tooSoon = (at: Date, now: Date, message: (wait: string) => string): AppError => {
  const seconds = Math.max(1, Math.ceil((at.getTime() + minute - now.getTime()) / 1000));
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new AppError('TOO_MANY_REQUESTS', message(wait), { retryAfterSeconds: seconds });
};

/**
 * Adds a comment at `now` to a person's recent ones. `about` identifies what the comment is on.
 *
 * @throws AppError TOO_MANY_REQUESTS after ten comments within a minute, or the same text on the same thing
 */
export function withinRates(recent: RecentComments, about: string, text: string, now: Date): RecentComments {
  const digest = hash('sha256', `${about}\n${sameText(text)}`, 'buffer').subarray(0, 16);
  // A time after `now` was written by a clock that ran ahead.
  const counts = recent.at.map((at) => Math.abs(now.getTime() - at.getTime()) < minute);
  const at = recent.at.filter((_, index) => counts[index]);
  const texts = recent.texts.filter((_, index) => counts[index]);
  const same = at[texts.findLastIndex((one) => one.equals(digest))];
  if (same !== undefined)
    throw tooSoon(same, now, (wait) => `You just posted this. Please wait ${wait} before posting it again.`);
  const tenth = at.at(-commentLimits.perMinute);
  if (tenth !== undefined)
    throw tooSoon(tenth, now, (wait) => `Please wait ${wait} before commenting again.`);
  return { at: [...at, now], texts: [...texts, digest] };
}
