import type { EmailList } from '@inkling/contract/notifications';
import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { secondsUntilAllowed } from '../../platform/email/sent-emails.queries.ts';
import { defineQueue, type JobInfo, scheduledJob } from '../../platform/jobs/jobs.ts';
import { listLocalTimes } from '../users/index.ts';
import * as queries from './digests.queries.ts';
import { sendNews } from './digests.service.ts';

/** Job data: a person and a list. Everything else is found when the email is sent. */
interface DigestEmail {
  userId: string;
  list: EmailList;
}

/** Few retries: what was not sent is in the next email of its list. */
const digestEmails = defineQueue<DigestEmail>('digest-emails', {
  retries: 8,
  initialDelay: 60,
  once: true,
});

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** Queues the digests of everyone whose hour it is, some people at a time (docs/product/digests.md#time). */
export async function queueDigests(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  const times = await listLocalTimes(ctx.db, now);
  for (let after: string | null = beforeAllIds; after !== null && !signal?.aborted; ) {
    const from = after;
    after = await transaction(ctx.db, async (tx) => {
      const { last, due } = await queries.claimDigests(tx, from, times, now);
      for (const { id, isWeekly } of due)
        for (const list of isWeekly ? (['daily', 'weekly'] as const) : (['daily'] as const))
          await ctx.jobs.send(tx, digestEmails, { userId: id, list });
      return last;
    });
  }
}

/** Queues the emails about what people want to hear of at once and what is some minutes old. */
export async function queueNow(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    hasMore = await transaction(ctx.db, async (tx) => {
      const claimed = await queries.claimNow(tx, now);
      for (const userId of claimed.ids) await ctx.jobs.send(tx, digestEmails, { userId, list: 'now' });
      return claimed.hasMore;
    });
  }
}

/** Sends a person the emails of a list now, or later: while another job writes to them, or when the hour's limit is reached. */
async function sendDigest(ctx: AppContext, data: DigestEmail, job: JobInfo): Promise<void> {
  const now = ctx.clock.now();
  const person = await queries.findAddressee(ctx.db, data.userId);
  if (person === undefined) return;
  const afterSeconds = await secondsUntilAllowed(ctx, now);
  if (afterSeconds !== null) return ctx.jobs.send(ctx.db, digestEmails, data, { afterSeconds });
  if (!(await queries.startSending(ctx.db, data.userId, now)))
    return ctx.jobs.send(ctx.db, digestEmails, data, { afterSeconds: 180 });
  try {
    await sendNews(ctx, person, data.list, job);
  } finally {
    await queries.endSending(ctx.db, data.userId);
  }
}

export const digestJobs = [
  (ctx: AppContext): void => ctx.jobs.work(digestEmails, (data, job) => sendDigest(ctx, data, job)),
  scheduledJob('due-digests', '*/10 * * * *', queueDigests, { retries: 0, timeout: 600 }),
  scheduledJob('due-now', '* * * * *', queueNow, { retries: 0, timeout: 600 }),
];
