import { z } from 'zod';
import { defineCall } from './call.ts';
import { inboxKind } from './inbox.ts';
import { notificationLimits } from './limits.ts';
import { serverEvent } from './live.ts';
import { dataResponse, pageQuery, pagination, topResponse } from './page.ts';
import { id, isoDate } from './text.ts';
import { author } from './users.ts';

/**
 * What a notification is about: `chapters`, new ones of a story that one follows, or whose author one follows; `reply`, to
 * my comment; `mention`, of me in a comment; `comment`, on my story or its chapters; `review`, of my story; `follower`, who
 * began to follow me; `note`, of the author of a story that I follow, between chapters; `passage`, words that I have highlighted, which the author changed; `schedule`, a chapter of mine that was not published when it was due; `import`, of a book, which
 * ended; `decision`, of the people who run the site, about my story or chapter; `request`, people ask to join a community of
 * which I am the founder or a moderator; `accepted` and `declined`, my request to join one; `ban`, from a community; `plan`,
 * a payment for my plan, or that the plan is about to end; `allowed`, what I wrote that was held; `removed`, one that an
 * author or a moderator deleted; `outcome`, of my report; `reported`, something waits in a queue of reports that I look after;
 * `post`, a new one in a community of mine; `fix`, readers suggested fixes for my story; `beta`, beta readers commented on my drafts; `fixed`, an author applied fixes that
 * I suggested; `founder`, I became the founder of a community.
 */
export const notificationKind = z.enum([
  'chapters',
  'note',
  'reply',
  'mention',
  'comment',
  'review',
  'follower',
  'passage',
  'schedule',
  'import',
  'decision',
  'request',
  'accepted',
  'declined',
  'ban',
  'plan',
  'allowed',
  'removed',
  'outcome',
  'reported',
  'post',
  'fix',
  'fixed',
  'beta',
  'founder',
  'moved',
]);
export type NotificationKind = z.output<typeof notificationKind>;

/** Kinds that a person can mute. Decisions and payments are always shown; a `note` is muted and emailed as `chapters` are. */
export const mutableKind = notificationKind.exclude(['decision', 'plan', 'note']);
export type MutableKind = z.output<typeof mutableKind>;
/** What a person who has chosen nothing has muted. */
export const mutedAtFirst: MutableKind[] = ['passage'];

/**
 * What emails are about: notifications by their kind, and `likes`, how many the reader's stories and comments have reached.
 * An email about a payment is sent at once, whatever is chosen.
 */
export const emailTopic = z.enum([...notificationKind.exclude(['plan', 'note']).options, 'likes']);
export type EmailTopic = z.output<typeof emailTopic>;

/** When a topic is emailed: some minutes later, in the daily or the weekly digest, or never. */
export const emailSchedule = z.enum(['now', 'daily', 'weekly', 'never']);
export type EmailSchedule = z.output<typeof emailSchedule>;

/** The list of emails that a person gets for a schedule. */
export const emailList = emailSchedule.exclude(['never']);
export type EmailList = z.output<typeof emailList>;

/** The schedule of a topic that the person has not chosen. */
export const firstSchedule = (topic: EmailTopic): EmailSchedule =>
  topic === 'chapters' ? 'daily' : 'weekly';

/**
 * An entry of the list: one or more notifications of a kind about the same thing on the same day
 * (docs/product/notifications.md#entries). `actor`, `excerpt` and `createdAt` are those of the newest one. Of new chapters,
 * `chapter` and `link` lead to the reader's next unread one, or `link` to the story's page if they have not begun it.
 */
export const notification = z.object({
  /** Of new chapters, the story's id. */
  _id: id,
  kind: notificationKind,
  /** How many chapters, comments, people … it is about. */
  count: z.int(),
  /** New chapters are never read: once they are, or are marked as such, they are not in the list. */
  isRead: z.boolean(),
  createdAt: isoDate,
  actor: author.nullable(),
  story: z.object({ _id: id, title: z.string() }).nullable(),
  chapter: z.object({ _id: id, title: z.string() }).nullable(),
  /** A path of this site. */
  link: z.string(),
  /** A sentence in plain text, without the excerpt. */
  text: z.string(),
  /** How the comment or review begins; of a new story its content warnings and blurb; of a note how it begins; of a ban its reason. Null for other kinds, and where it may give away what I have not read. */
  excerpt: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

/** How many entries are unread, counted up to `notificationLimits.counted`. */
const unreadCount = z.int();

export const listNotifications = defineCall('GET /notifications', {
  summary: 'List my notifications, the newest first',
  access: 'user',
  query: pageQuery(20).extend({ kind: notificationKind.optional() }),
  /** `kinds`: those that I have any of; `unreadCount` is that of all kinds; `day` is that of `createdAt` in my time zone. */
  response: topResponse({
    data: z.array(notification.extend({ day: z.iso.date() })),
    pagination,
    kinds: z.array(notificationKind),
    unreadCount,
  }),
});

export const readNotifications = defineCall('POST /notifications/read', {
  summary: 'Mark some or all of my notifications as read',
  access: 'user',
  whileSuspended: true,
  /** One of these is required. */
  body: z.object({
    ids: z.array(id).max(notificationLimits.idsPerCall).optional(),
    all: z.literal(true).optional(),
    /** Ids of comments, reviews and people that I have seen: marks what is about them. */
    subjects: z.array(id).max(notificationLimits.idsPerCall).optional(),
    /** What my inbox lists, up to its `asOf`; with `story` or `kind`, only of these. */
    inbox: z.object({ until: isoDate, story: id.optional(), kind: inboxKind.optional() }).optional(),
  }),
  response: topResponse({ unreadCount }),
});

const mutedKinds = z.array(mutableKind);
/** The hour of the day at which digests are sent, in the person's time zone. */
const emailHour = z.int().min(0).max(23);
const shownSettings = dataResponse(
  z.object({
    mutedKinds,
    /** What I can get: some is for authors, for founders and moderators of communities, or for admins. */
    topics: z.array(emailTopic),
    schedules: z.record(emailTopic, emailSchedule),
    emailHour,
    /** How many emails about notifications were sent this month, in the person's time zone. */
    emailsThisMonth: z.int(),
    /** Whether the mail server refused the person's address so often that nothing is sent there. */
    isAddressRefused: z.boolean(),
    /** The latest muted first; `title` is null while the story is not available. */
    mutedStories: z.array(z.object({ _id: id, title: z.string().nullable() })),
  }),
);
export const getNotificationSettings = defineCall('GET /notifications/settings', {
  summary: 'Get which notifications I get, and when they are emailed',
  access: 'user',
  response: shownSettings,
});
export const setNotificationSettings = defineCall('PUT /notifications/settings', {
  summary: 'Choose which notifications I get, and when they are emailed',
  access: 'user',
  /** What is left out stays as it is. */
  body: z.object({
    mutedKinds: mutedKinds.optional(),
    schedules: z
      .partialRecord(emailTopic, emailSchedule)
      .refine(({ likes }) => likes !== 'now', { path: ['likes'], error: 'Likes are sent in digests only.' })
      .optional(),
    emailHour: emailHour.optional(),
  }),
  response: shownSettings,
});

const muted = topResponse({ isMuted: z.boolean() });
export const muteStory = defineCall('PUT /notifications/muted-stories/{storyId}', {
  summary: 'Get no notifications about a story, except decisions',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  response: muted,
});
export const unmuteStory = defineCall('DELETE /notifications/muted-stories/{storyId}', {
  summary: 'Get notifications about a story again',
  access: 'user',
  response: muted,
});

/**
 * The person's notifications have changed: there is a new one, or some were read elsewhere. New chapters send none.
 * `GET /notifications` has the rest.
 */
export const notificationsChanged = serverEvent('notifications:changed', z.object({}));
