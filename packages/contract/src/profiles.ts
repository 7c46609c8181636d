import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse } from './page.ts';
import { story } from './stories.ts';
import { id, isoDate } from './text.ts';
import { usernameInPath } from './usernames.ts';
import { author, role } from './users.ts';

/** One that the person shows; `image` is the path of its picture. */
const shownAchievement = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
});

/** The public profile of a person. */
export const publicProfile = author.extend({
  /** The items of the store around their picture and beside their name, by id. */
  frame: z.string().nullable(),
  ornament: z.string().nullable(),
  bio: z.string(),
  /** Where the author has moved: an https address; null for nowhere. */
  movedTo: z.string().nullable(),
  role,
  createdAt: isoDate,
  followersCount: z.int(),
  followingCount: z.int(),
  /** Whether the viewer follows them. */
  isFollowing: z.boolean(),
  /** Whether the viewer has blocked or muted them. */
  isBlocked: z.boolean(),
  isMuted: z.boolean(),
  storyCount: z.int(),
  achievements: z.array(shownAchievement),
  /** Their first favorite genres, if they show them. */
  genres: z.array(z.object({ _id: id, name: z.string() })),
  /** Their published stories, newest first, at most 20. */
  stories: z.array(story),
});
export type PublicProfile = z.output<typeof publicProfile>;

const storyRef = z.object({
  _id: id,
  title: z.string(),
  coverImage: z.string().nullable(),
  coverStyle: story.shape.coverStyle,
});

/** The recent activity of a person, newest first. */
export const activity = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('read'),
    at: isoDate,
    story: storyRef,
    progress: z.number().min(0).max(100),
    /** False for a finished story with new chapters. */
    isCompleted: z.boolean(),
    newChapters: z.int(),
  }),
  z.object({
    type: z.literal('published'),
    at: isoDate,
    story: storyRef,
    chapter: z.object({ _id: id, title: z.string(), chapterNumber: z.int() }),
  }),
  z.object({ type: z.literal('followed'), at: isoDate, person: author }),
]);
export type Activity = z.output<typeof activity>;

const readingDay = z.object({
  /** 'Sun' to 'Sat'. */
  day: z.string(),
  /** 2026-03-29, in the reader's time zone. */
  date: z.string(),
  words: z.int(),
  minutes: z.int(),
  /** Of a day before the reader's first session: words divided by 200. */
  isEstimated: z.boolean(),
  chapters: z.int(),
});

/** The last seven days, today last. `estimatedMinutes` are those of `totalMinutesRead` that were not measured. */
export const readingAnalytics = z.object({
  hasReadingActivity: z.boolean(),
  totalBooksRead: z.int(),
  totalMinutesRead: z.int(),
  estimatedMinutes: z.int(),
  totalWordsRead: z.int(),
  readingStreak: z.int(),
  longestStreak: z.int(),
  readingHabits: z.object({
    favoriteGenres: z.array(
      z.object({ genre: z.object({ _id: id, name: z.string() }), percentage: z.int() }),
    ),
  }),
  dailyHabits: z.array(readingDay),
  activeDays: z.int(),
  /** The share of started stories that was read to the end, in percent. */
  completionRate: z.int(),
});

export const myProfile = z.object({
  counters: z.object({ books: z.int(), dayStreak: z.int(), minutesRead: z.int(), hours: z.int() }),
  /** Words read, saved stories, and ink. */
  currency: z.object({ words: z.int(), bookmarks: z.int(), ink: z.int() }),
  activity: z.array(activity),
  analytics: readingAnalytics,
});
export type MyProfile = z.output<typeof myProfile>;

export const getMyProfile = defineCall('GET /users/me/profile', {
  summary: 'Get my own profile: counters, activity and reading analytics',
  access: 'user',
  response: dataResponse(myProfile),
});

export const getProfile = defineCall('GET /users/{username}', {
  summary: 'Get a person’s public profile',
  access: 'public',
  params: { username: usernameInPath },
  response: dataResponse(publicProfile),
});
