import { digestLimits } from '@inkling/contract/limits';
import { type EmailList, type EmailTopic, emailList, emailTopic } from '@inkling/contract/notifications';
import { AppError } from '../../platform/app-error.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { AddressRefused } from '../../platform/email/email.ts';
import { renderEmail } from '../../platform/email/layout.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { momentOf } from '../../platform/local-time.ts';
import { recordDelivery } from '../account/index.ts';
import {
  findUnmailed,
  listEntries,
  markMailed,
  presentEntry,
  schedulesOf,
  stopEmails,
} from '../notifications/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { digestEmail } from './digest-email.ts';
import * as queries from './digests.queries.ts';

/** The topics of a list, by the schedules that a person chose. */
const topicsOf = (chosen: queries.Addressee['schedules'], list: EmailList): EmailTopic[] => {
  const schedules = schedulesOf(chosen);
  return emailTopic.options.filter((topic) => schedules[topic] === list);
};

/**
 * Sends a person the news of a list, if there is any. What may be shown is decided here, not when the email was queued. What
 * was sent is marked after the mail server took it: if the process ends in between, the email is sent again, with the same
 * id (docs/product/digests.md#once).
 */
export async function sendNews(
  ctx: AppContext,
  person: queries.Addressee,
  list: EmailList,
  job: JobInfo,
): Promise<void> {
  const now = ctx.clock.now();
  const topics = topicsOf(person.schedules, list);
  // What could not be sent at once, as while the mail server was away, is in the daily digest.
  if (list === 'daily') topics.push(...topicsOf(person.schedules, 'now'));
  const unmailed = await findUnmailed(ctx.db, person, topics, now);
  const hasLikes = topics.includes('likes');
  const stories = hasLikes ? await queries.findStoryMilestones(ctx.db, person.id) : [];
  const comments = hasLikes ? await queries.findCommentMilestones(ctx.db, person) : [];
  const zone = zoneOfDays(person, now);
  const today = dayIn(zone, now);
  const at = { now, midnight: momentOf(zone, today, '00:00') };
  const page = { page: 1, limit: digestLimits.items, kind: null };
  const isEmpty = unmailed.ids.length + unmailed.storyIds.length === 0;
  const { rows, total } = isEmpty
    ? { rows: [], total: 0 }
    : await listEntries(ctx.db, person, at, { ...page, only: unmailed });
  if (total + stories.length + comments.length === 0) return;
  const site = publicUrl(ctx.config);
  const unsubscribeUrl = `${site}/unsubscribe/${queries.tokenOf(list, person)}`;
  const entries = rows.map((row) => presentEntry(person, row));
  const content = digestEmail(
    list,
    person.name,
    { entries, total, stories, comments },
    { site, unsubscribeUrl },
  );
  const email = {
    to: person.email,
    subject: content.subject,
    id: job.id,
    unsubscribeUrl,
    ...renderEmail(content, { name: siteName, url: site }),
  };
  try {
    await ctx.email.send(email, job.signal);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    await recordDelivery(ctx.db, person.id, person.email, false);
    return;
  }
  await transaction(ctx.db, async (tx) => {
    await markMailed(tx, person.id, unmailed, now);
    await queries.markMilestones(tx, stories, comments);
    await queries.countSent(tx, person.id, today.slice(0, 7));
    await recordDelivery(tx, person.id, person.email, true);
  });
}

const tokenPattern = new RegExp(
  `^(${emailList.options.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
);

/** Ends the emails of a link's list; idempotent. Throws NOT_FOUND for an unknown link. */
export async function unsubscribe(ctx: AppContext, token: string): Promise<{ list: EmailList }> {
  const [, name, key = ''] = tokenPattern.exec(token) ?? [];
  const list = emailList.safeParse(name).data;
  const person = list === undefined ? undefined : await queries.findSubscriber(ctx.db, key);
  if (list === undefined || person === undefined)
    throw new AppError(
      'NOT_FOUND',
      'This link isn’t valid. Sign in and choose your emails in your notification settings.',
    );
  await stopEmails(ctx.db, person.id, topicsOf(person.schedules, list));
  return { list };
}
