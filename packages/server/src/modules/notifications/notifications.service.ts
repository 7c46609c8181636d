import type { ParsedInput } from '@inkling/contract/call';
import { notificationLimits } from '@inkling/contract/limits';
import {
  type EmailSchedule,
  type EmailTopic,
  emailTopic,
  firstSchedule,
  type listNotifications as listCall,
  type Notification,
  notificationsChanged,
  type readNotifications as readCall,
  type setNotificationSettings as setCall,
} from '@inkling/contract/notifications';
import { paginate } from '@inkling/contract/page';
import { AppError, badInput, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn, momentOf } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { readerOf } from '../chapters/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { announced } from './chapter-news.queries.ts';
import { announcedAt, countUnread, listEntries, markEntries } from './notification-lists.queries.ts';
import type { Recipient } from './notifications.policy.queries.ts';
import { presentEntry } from './notifications.present.ts';
import * as queries from './notifications.queries.ts';

/** Now, and the last midnight of the viewer's time zone. */
function momentsOf({ clock }: Pick<AppContext, 'clock'>, { timeZone }: Pick<Viewer, 'timeZone'>) {
  const now = clock.now();
  return { now, midnight: momentOf(timeZone, dayIn(timeZone, now), '00:00') };
}

const counted = (unread: number) => Math.min(unread, notificationLimits.counted);

/** How many of the viewer's entries are unread, counted up to a limit. */
export const countUnreadOf = async (ctx: RequestContext, viewer: Viewer): Promise<number> =>
  counted(await countUnread(ctx.db, readerOf(ctx, viewer), momentsOf(ctx, viewer)));

/** One page of the viewer's entries, and how many are unread (docs/product/notifications.md#entries). */
export async function listNotifications(
  ctx: RequestContext,
  viewer: Viewer,
  {
    page,
    limit,
    kind = null,
  }: Omit<ParsedInput<typeof listCall>['query'], 'kind'> & {
    kind?: ParsedInput<typeof listCall>['query']['kind'] | null;
  },
) {
  const { rows, total, kinds, unread } = await listEntries(
    ctx.db,
    readerOf(ctx, viewer),
    momentsOf(ctx, viewer),
    {
      page,
      limit,
      kind,
    },
  );
  return {
    data: rows.map((row) => ({
      ...presentEntry(viewer, row),
      day: dayIn(viewer.timeZone, new Date(row.created_at)),
    })),
    pagination: paginate(page, limit, total),
    kinds,
    unreadCount: counted(unread),
  };
}

/**
 * The unread entries of a recipient that have something newer than `since`, the newest first and at
 * most `notificationLimits.counted`; `at` is when that could first be announced.
 */
export async function listNewEntries(
  ctx: Pick<AppContext, 'db' | 'clock' | 'config'>,
  recipient: Recipient & Pick<Viewer, 'timeZone'>,
  since: Date,
): Promise<{ at: Date; entry: Notification }[]> {
  const which = { page: 1, limit: notificationLimits.counted, kind: null, since };
  const { rows } = await listEntries(ctx.db, readerOf(ctx, recipient), momentsOf(ctx, recipient), which);
  return rows.map((row) => ({
    at: announcedAt(row.kind, new Date(row.created_at)),
    entry: presentEntry(recipient, row),
  }));
}

/**
 * Marks notifications as read: all, entries by their ids, those about some subjects, or what the inbox lists. Throws
 * BAD_INPUT without any.
 */
export async function readNotifications(
  ctx: RequestContext,
  viewer: Viewer,
  { ids, all, subjects, inbox }: ParsedInput<typeof readCall>['body'],
) {
  if ((ids ?? all ?? subjects ?? inbox) === undefined) throw badInput('ids', 'Please choose notifications.');
  const { now, midnight } = momentsOf(ctx, viewer);
  const { until } = announced(now);
  const marked = await transaction(ctx.db, async (tx) => {
    if (all) {
      await queries.markAll(tx, viewer.id, now);
      await queries.seeAllChapters(tx, viewer.id, until);
    } else if (ids !== undefined) {
      await markEntries(tx, viewer.id, ids, now, midnight);
      await queries.seeChapters(tx, viewer.id, ids, until);
    } else if (inbox !== undefined) await queries.markInbox(tx, viewer.id, inbox, now);
    else if (subjects !== undefined) return queries.markSubjects(tx, viewer.id, subjects, now);
    return null;
  });
  // What is seen again changes nothing.
  if (marked !== 0) ctx.live.publish(personRoom(viewer.id), notificationsChanged, {});
  return { unreadCount: await countUnreadOf(ctx, viewer) };
}

/** The schedule of every topic: as chosen, or as it is at first (docs/product/digests.md#schedules). */
export const schedulesOf = (chosen: queries.Choices['schedules']) =>
  Object.fromEntries(
    emailTopic.options.map((topic) => [topic, chosen[topic] ?? firstSchedule(topic)]),
  ) as Record<EmailTopic, EmailSchedule>;

/** Ends the emails about these topics; the schedules of others stay. */
export const stopEmails = (db: Db, userId: string, topics: EmailTopic[]) =>
  queries.setChoices(db, userId, {
    schedules: Object.fromEntries(topics.map((topic) => [topic, 'never' as const])),
  });

export async function getSettings(ctx: RequestContext, viewer: Viewer) {
  const found = requireFound(await queries.findSettings(ctx.db, viewer.id), 'Person');
  const {
    emails,
    time_zone,
    day_zone,
    day_zone_until,
    isAuthor,
    isMember,
    isModerator,
    isAdmin,
    isOnTeam,
    ...choices
  } = found;
  const canGet: Partial<Record<EmailTopic, boolean>> = {
    review: isAuthor,
    schedule: isAuthor,
    import: isAuthor,
    fix: isAuthor,
    beta: isAuthor,
    post: isMember,
    founder: isMember,
    ban: isMember,
    request: isModerator || isAdmin,
    reported: isModerator || isOnTeam,
  };
  const now = ctx.clock.now();
  // As emails are counted: after a change of zone, the earlier one counts until its day ends.
  const month = dayIn(zoneOfDays({ time_zone, day_zone, day_zone_until }, now), now).slice(0, 7);
  const emailsThisMonth = emails?.month === month ? emails.count : 0;
  const topics = emailTopic.options.filter((topic) => canGet[topic] !== false);
  return { ...choices, topics, emailsThisMonth, schedules: schedulesOf(choices.schedules) };
}

export async function setSettings(
  ctx: RequestContext,
  viewer: Viewer,
  { mutedKinds, ...rest }: ParsedInput<typeof setCall>['body'],
) {
  const kinds = mutedKinds && [...new Set(mutedKinds)];
  await queries.setChoices(ctx.db, viewer.id, { ...rest, mutedKinds: kinds });
  return getSettings(ctx, viewer);
}

/** Mutes a story that the viewer may open; idempotent. Throws NOT_FOUND and QUOTA_REACHED. */
export const muteStory = (ctx: RequestContext, viewer: Viewer, storyId: string) =>
  transaction(ctx.db, async (tx) => {
    if (!(await queries.muteStory(tx, viewer.id, storyId))) throw notFound('Story');
    const { mutedStories } = notificationLimits;
    if ((await queries.countMuted(tx, viewer.id)) > mutedStories)
      throw new AppError(
        'QUOTA_REACHED',
        `You can mute at most ${mutedStories.toLocaleString('en')} stories. Unmute one to mute another.`,
      );
    return { isMuted: true };
  });

export async function unmuteStory(ctx: RequestContext, viewer: Viewer, storyId: string) {
  await queries.unmuteStory(ctx.db, viewer.id, storyId);
  return { isMuted: false };
}
