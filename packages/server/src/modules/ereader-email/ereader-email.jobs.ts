import { hash } from 'node:crypto';
import { ereaderEmailLimits } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { AddressRefused, emailRules, renderEmail } from '../../platform/email/email.ts';
import { secondsUntilAllowed } from '../../platform/email/sent-emails.queries.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { defineQueue, type JobInfo } from '../../platform/jobs/jobs.ts';
import { fileNameOf } from '../../platform/personal-data.ts';
import { presentViewer, salutation } from '../account/index.ts';
import { readerOf } from '../chapters/index.ts';
import { downloadEbook, ebookType, writePart } from '../ebooks/index.ts';
import { listLocalTimes } from '../users/index.ts';
import { numbersOf, writeCodeDocument } from './documents.ts';
import * as queries from './ereader-email.queries.ts';

/** Job data: whose e-reader, which story, and up to when its chapters are sent. The rest is found when it is sent. */
interface StoryEmail {
  userId: string;
  storyId: string;
  until: string;
}

/** What was not sent in some hours is in the next email of the story. An attempt ends before another job may begin. */
const storyEmails = defineQueue<StoryEmail>('ereader-emails', {
  retries: 8,
  initialDelay: 60,
  timeout: 170,
});
const codeEmails = defineQueue<{ userId: string }>('ereader-codes', {
  ...emailRules,
  retries: 20,
  once: true,
});
const dueStories = defineQueue<Record<string, never>>('due-ereader-emails', { retries: 0, timeout: 600 });

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** Sends the document with the person's code. */
export const sendCode = (ctx: AppContext, db: Db, userId: string): Promise<void> =>
  ctx.jobs.send(db, codeEmails, { userId });

/** Queues what is new for people's e-readers, some people at a time (docs/product/ereader-email.md#sending). */
export async function queueStories(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await queries.sweepCodes(ctx.db, now);
  const until = queries.settledAt(now).toISOString();
  const times = await listLocalTimes(ctx.db, now);
  for (let after: string | null = beforeAllIds; after !== null && !signal?.aborted; ) {
    const from = after;
    after = await transaction(ctx.db, async (tx) => {
      const { last, due } = await queries.queueNews(tx, from, times, now);
      for (const one of due) await ctx.jobs.send(tx, storyEmails, { ...one, until });
      return last;
    });
  }
}

const contextOf = (ctx: AppContext, job: JobInfo): RequestContext => ({
  ...ctx,
  requestId: job.id,
  address: '',
  userAgent: '',
  wantsPrivacy: true,
  isClientGone: () => job.signal.aborted,
});

/** Sends a story now, or later: while another job sends it, or when a limit is reached. */
async function sendStory(ctx: AppContext, data: StoryEmail, job: JobInfo): Promise<void> {
  const { userId, storyId } = data;
  const now = ctx.clock.now();
  const recipient = await queries.findRecipient(ctx.db, userId);
  if (recipient === undefined) return;
  const later = (afterSeconds: number) => ctx.jobs.send(ctx.db, storyEmails, data, { afterSeconds });
  const delay = await secondsUntilAllowed(ctx, now);
  if (delay !== null) return later(delay);
  if (!(await queries.startSending(ctx.db, userId, storyId, now)))
    return (await queries.isQueued(ctx.db, userId, storyId)) ? later(180) : undefined;
  try {
    const viewer: Viewer = {
      ...presentViewer(recipient, now),
      session: { token: '', tokenHash: Buffer.alloc(0) },
    };
    const until = new Date(data.until);
    const news = await queries.findNews(ctx.db, readerOf(ctx, viewer), storyId, until);
    if (news === undefined) return;
    if (news.chapters.length > 0) {
      if (!(await queries.countEmail(ctx.db, userId, now)))
        return await later(Math.ceil((day - (now.getTime() % day)) / 1000));
      const isTaken = await emailStory(contextOf(ctx, job), { viewer, recipient, storyId, news }, job).catch(
        async (error: unknown) => {
          await queries.uncountEmail(ctx.db, userId);
          throw error;
        },
      );
      if (!isTaken) return await queries.uncountEmail(ctx.db, userId);
    }
    await queries.markSent(ctx.db, userId, storyId, until);
  } finally {
    await queries.endSending(ctx.db, userId, storyId);
  }
}

interface Sent {
  viewer: Viewer;
  recipient: queries.Recipient;
  storyId: string;
  news: queries.News;
}

/** Emails the file; false if the mail server refuses the address. */
async function emailStory(ctx: RequestContext, sent: Sent, job: JobInfo): Promise<boolean> {
  const { recipient, storyId, news } = sent;
  const file = await fileOf(ctx, sent);
  if (file === null) return true;
  const site = publicUrl(ctx.config);
  const { title } = news;
  const unsubscribeUrl = `${site}/unsubscribe/ereader-${recipient.unsubscribe_key}`;
  const content = {
    subject: `${title}: ${numbersOf(news)}`,
    salutation: salutation(recipient.name),
    paragraphs: ['The story is attached as an EPUB.'],
    notes: ['You get this email because you follow this story and have new chapters sent to your e-reader.'],
    links: [
      { label: 'Choose what we send to your e-reader', url: `${site}/settings#devices` },
      { label: 'Unsubscribe from emails to your e-reader', url: unsubscribeUrl },
    ],
  };
  try {
    await ctx.email.send(
      {
        to: recipient.address,
        subject: content.subject,
        // The same for every job that sends these chapters.
        id: hash('sha256', JSON.stringify([recipient.id, storyId, news.until])).slice(0, 32),
        unsubscribeUrl,
        ...renderEmail(content, { name: siteName, url: site }),
        attachment: { name: `${fileNameOf(title, 'story')}.epub`, type: ebookType, ...file },
      },
      job.signal,
    );
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    await queries.recordDelivery(ctx.db, recipient.id, recipient.address, false);
    return false;
  } finally {
    file.stream.destroy();
  }
  await queries.recordDelivery(ctx.db, recipient.id, recipient.address, true);
  return true;
}

/** The file that the person chose; a story that is too large is sent as its new chapters. Null if these are, too. */
async function fileOf(
  ctx: RequestContext,
  { viewer, recipient, storyId, news }: Sent,
): Promise<FileResponse | null> {
  const whole =
    recipient.content === 'book' ? await downloadEbook(ctx, viewer, storyId, 'epub', true) : undefined;
  if (whole !== undefined && whole.size <= ereaderEmailLimits.bytes) return whole;
  whole?.stream.destroy();
  const title = `${news.title}: ${numbersOf(news)}`;
  const part = await writePart(ctx, viewer, storyId, { title, chapters: news.chapters.map(({ id }) => id) });
  if (part === undefined || part.size <= ereaderEmailLimits.bytes) return part ?? null;
  part.stream.destroy();
  ctx.log.warn({ story: storyId }, 'new chapters are too large to be emailed');
  return null;
}

async function sendCodeEmail(ctx: AppContext, userId: string, job: JobInfo): Promise<void> {
  const row = await queries.find(ctx.db, userId);
  if (row?.address == null || row.code === null || (row.code_until ?? 0) <= ctx.clock.now()) return;
  const file = await writeCodeDocument(contextOf(ctx, job), row.code);
  const site = publicUrl(ctx.config);
  const content = {
    subject: 'Your code',
    salutation: 'Hello,',
    paragraphs: ['The attached document contains the code you asked for.'],
    notes: ['If you didn’t ask for it, ignore this email. Nothing more will be sent.'],
  };
  try {
    await ctx.email.send(
      {
        to: row.address,
        subject: content.subject,
        id: job.id,
        ...renderEmail(content, { name: siteName, url: site }),
        attachment: { name: 'code.epub', type: ebookType, ...file },
      },
      job.signal,
    );
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    for (let time = 0; time < ereaderEmailLimits.refusals; time += 1)
      await queries.recordDelivery(ctx.db, userId, row.address, false);
  } finally {
    file.stream.destroy();
  }
}

export function scheduleEreaderEmail(ctx: AppContext): void {
  ctx.jobs.work(storyEmails, (data, job) => sendStory(ctx, data, job));
  ctx.jobs.work(codeEmails, ({ userId }, job) => sendCodeEmail(ctx, userId, job));
  ctx.jobs.work(dueStories, (_data, { signal }) => queueStories(ctx, signal));
  ctx.jobs.schedule(dueStories, '*/10 * * * *');
}
