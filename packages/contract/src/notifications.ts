import { z } from 'zod';
import { defineCall } from './call.ts';
import { notificationLimits } from './limits.ts';
import { serverEvent } from './live.ts';
import { dataResponse, pageQuery, pagination, topResponse } from './page.ts';
import { id, isoDate } from './text.ts';
import { author } from './users.ts';

/**
 * What a notification is about: `chapters`, new ones of a story that one follows, or whose author one follows; `reply`, to
 * my comment; `mention`, of me in a comment; `comment`, on my story or its chapters; `review`, of my story; `follower`, who
 * began to follow me; `schedule`, a chapter of mine that was not published when it was due; `import`, of a book, which
 * ended; `decision`, of the people who run the site, about my story or chapter.
 */
export const notificationKind = z.enum([
  'chapters',
  'reply',
  'mention',
  'comment',
  'review',
  'follower',
  'schedule',
  'import',
  'decision',
]);
export type NotificationKind = z.output<typeof notificationKind>;

/** Kinds that a person can mute. Decisions are always shown. */
export const mutableKind = notificationKind.exclude(['decision']);
export type MutableKind = z.output<typeof mutableKind>;

/**
 * An entry of the list: one or more notifications of a kind about the same thing on the same day
 * (docs/product/notifications.md#entries). `actor`, `excerpt` and `createdAt` are those of the newest one. Of new chapters,
 * `chapter` and `link` are the first to read.
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
  /** How the comment or review begins; null for other kinds, and where it may give away what I have not read. */
  excerpt: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

/** How many entries are unread, counted up to `notificationLimits.counted`. */
const unreadCount = z.int();

export const listNotifications = defineCall('GET /notifications', {
  summary: 'List my notifications, the newest first',
  access: 'user',
  query: pageQuery(20).extend({ kind: notificationKind.optional() }),
  /** `unreadCount` is that of all kinds. */
  response: topResponse({ data: z.array(notification), pagination, unreadCount }),
});

export const readNotifications = defineCall('POST /notifications/read', {
  summary: 'Mark some or all of my notifications as read',
  access: 'user',
  /** One of these is required. */
  body: z.object({
    ids: z.array(id).max(notificationLimits.idsPerCall).optional(),
    all: z.literal(true).optional(),
    /** Ids of comments, reviews and people that I have seen: marks what is about them. */
    subjects: z.array(id).max(notificationLimits.idsPerCall).optional(),
    /** What my inbox lists, up to its `asOf`; with `story`, only of this one. */
    inbox: z.object({ until: isoDate, story: id.optional() }).optional(),
  }),
  response: topResponse({ unreadCount }),
});

const settings = z.object({ mutedKinds: z.array(mutableKind) });
/** `mutedStories`: the latest muted first; `title` is null while the story is not available. */
const shownSettings = dataResponse(
  settings.extend({ mutedStories: z.array(z.object({ _id: id, title: z.string().nullable() })) }),
);
export const getNotificationSettings = defineCall('GET /notifications/settings', {
  summary: 'Get which kinds and stories send me no notifications',
  access: 'user',
  response: shownSettings,
});
export const setNotificationSettings = defineCall('PUT /notifications/settings', {
  summary: 'Choose which kinds send me no notifications',
  access: 'user',
  body: settings,
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
