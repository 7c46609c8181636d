import pLimit from 'p-limit';
import { day, minute, second } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayAfter, dayIn, momentOf } from '../../platform/days.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { filterActive } from '../account/index.ts';
import { listNewEntries } from '../notifications/index.ts';
import * as queries from './push.queries.ts';
import { pushText } from './push-text.ts';
import { type Outcome, sendPush } from './send-push.ts';

/** When nobody is disturbed, in local time (docs/product/push.md#night). */
const [evening, morning] = ['22:00', '08:00'];

/** When the night that it is in a time zone ends; null by day. */
export function nightEnd(timeZone: string, now: Date): Date | null {
  const today = dayIn(timeZone, now);
  const wakes = momentOf(timeZone, today, morning);
  if (now < wakes) return wakes;
  return now < momentOf(timeZone, today, evening) ? null : momentOf(timeZone, dayAfter(today, 1), morning);
}

/** When the night of the current day begins in a time zone. */
export const nightStart = (timeZone: string, now: Date): Date =>
  momentOf(timeZone, dayIn(timeZone, now), evening);

/** How long a run may begin new work. */
const runTime = 50 * second;
/** How many subscriptions are taken at a time, looked at and sent to at once. */
const [slice, looks, sends] = [100, 2, 16];
/** After a look, after a message, and after a refusal or silence; longer than a look and its message take. */
const [lookAgain, sentPause, failedPause] = [2 * minute, 5 * minute, 5 * minute];
const maxRefusals = 5;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** Does what follows from the outcome of a message; `until` is the time of the newest entry in it. */
async function settle(
  { db, clock, log }: AppContext,
  subscription: queries.DueSubscription,
  outcome: Outcome,
  until: Date,
): Promise<void> {
  const now = clock.now();
  if (outcome.kind === 'sent')
    return void (await queries.markSent(db, subscription, until, after(now, sentPause)));
  // The rest of the address is a secret of the browser.
  const service = new URL(subscription.endpoint).hostname;
  log.info({ service, outcome: outcome.kind }, 'a push message was not accepted');
  if (outcome.kind === 'gone') await queries.remove(db, subscription);
  else if (outcome.kind === 'refused')
    await queries.countRefusal(db, subscription, maxRefusals, after(now, failedPause));
  else {
    const pause = outcome.kind === 'later' ? outcome.ms : failedPause;
    await queries.postpone(db, subscription, after(now, pause));
  }
}

/** Sends a subscription what is new, unless it is night where its person is (docs/product/push.md#messages). */
async function push(
  ctx: AppContext,
  subscription: queries.DueSubscription,
  look: <T>(work: () => Promise<T>) => Promise<T>,
  silent: Set<string>,
): Promise<void> {
  const { userId: id, timeZone, createdAt, sentUntil, endpoint, ...contentFilter } = subscription;
  const { origin } = new URL(endpoint);
  if (silent.has(origin)) return;
  const now = ctx.clock.now();
  const morning = nightEnd(timeZone, now);
  if (morning !== null) return void (await queries.postpone(ctx.db, subscription, morning));
  const since = new Date(Math.max(createdAt.getTime(), now.getTime() - day));
  const entries = await look(() => listNewEntries(ctx, { id, timeZone, contentFilter }, since));
  const until = new Date(Math.max(...entries.map(({ at }) => at.getTime())));
  if (entries.length === 0 || until <= sentUntil) return;
  const ttl = Math.floor((nightStart(timeZone, now).getTime() - now.getTime()) / second);
  const text = pushText(entries.map(({ entry }) => entry));
  const outcome = await sendPush(ctx, subscription, text, ttl);
  if (outcome.kind === 'silent') silent.add(origin);
  await settle(ctx, subscription, outcome, until);
}

/**
 * Sends everyone who has asked for it what is new. Works in slices, so that a message that takes long holds up no
 * database connection and only few others; what is not done in time is done by the next run.
 */
export async function pushDue(ctx: AppContext, stop = new AbortController().signal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(runTime)]);
  const [look, send] = [pLimit(looks), pLimit(sends)];
  const silent = new Set<string>();
  while (!signal.aborted) {
    const now = ctx.clock.now();
    const due = await queries.claimDue(ctx.db, { now, until: after(now, lookAgain), max: slice });
    if (due.length === 0) return;
    const active = await filterActive(
      ctx,
      due.map(({ session }) => session),
    );
    await send.map(due, async (subscription) => {
      if (signal.aborted || active.get(subscription.session)?.isSuspended !== false) return;
      try {
        await push(ctx, subscription, look, silent);
      } catch (err) {
        ctx.log.error({ err }, 'a push message was not sent; it will be tried again');
      }
    });
  }
}

export const schedulePushes = scheduledJob('push', '* * * * *', pushDue, { retries: 0, timeout: 120 });
