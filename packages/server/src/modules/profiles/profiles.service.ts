import type { MyProfile, PublicProfile } from '@inkling/contract/profiles';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayAfter, dayIn, dayNumber } from '../../platform/days.ts';
import { jsonWith } from '../../platform/http/joined-json.ts';
import { listShownOf } from '../achievements/index.ts';
import { findBlockState } from '../blocks/index.ts';
import {
  findReadingTotals,
  listReadingDays,
  minutesOf,
  type ReadingDayRow,
  readingStreaks,
} from '../library/index.ts';
import { findBalance } from '../rewards/index.ts';
import { findWorn } from '../store/index.ts';
import { firstCards } from '../stories/index.ts';
import { findPublicPerson, isFollowing, presentAuthor } from '../users/index.ts';
import { presentActivity } from './profiles.present.ts';
import * as queries from './profiles.queries.ts';

const maxStories = 20;
const maxActivities = 20;
const maxGenres = 5;
const habitDays = 7;

/** The JSON of a user's public profile (docs/product/profiles.md). */
export async function getProfile(
  ctx: RequestContext,
  viewer: Viewer | null,
  username: string,
): Promise<Buffer> {
  const person = await findPublicPerson(ctx.db, username);
  if (person === undefined) throw notFound('Person');
  const [achievements, storyCount, stories, following, block, worn] = await Promise.all([
    listShownOf(ctx.db, person.id),
    queries.countShownStories(ctx.db, viewer, person.id),
    firstCards(ctx, viewer, maxStories, { order: 'released', filter: { authorId: person.id } }),
    viewer !== null && isFollowing(ctx.db, viewer.id, person.id),
    viewer !== null && findBlockState(ctx.db, viewer.id, person.id),
    findWorn(ctx.db, person.id),
  ]);
  const profile: Omit<PublicProfile, 'stories'> = {
    ...presentAuthor(person),
    ...worn,
    bio: person.bio,
    role: person.role,
    createdAt: person.created_at.toISOString(),
    followersCount: person.followers_count,
    followingCount: person.following_count,
    isFollowing: following,
    ...(block || { isBlocked: false, isMuted: false }),
    storyCount,
    achievements: achievements.map(({ _id, name, description, image }) => ({
      _id,
      name,
      description,
      image,
    })),
  };
  return jsonWith(profile, { stories });
}

/** The viewer's own profile, in addition to `GET /auth/me` (docs/product/profiles.md). */
export async function getMyProfile(ctx: RequestContext, viewer: Viewer): Promise<MyProfile> {
  const today = dayIn(viewer.timeZone, ctx.clock.now());
  const from = dayAfter(today, 1 - habitDays);
  const [reading, days, sessionDays, genres, activity, balance] = await Promise.all([
    findReadingTotals(ctx.db, viewer.id),
    listReadingDays(ctx.db, viewer.id, from),
    queries.listSessionDays(ctx.db, viewer.id, from),
    queries.favoriteGenres(ctx.db, viewer.id, maxGenres),
    queries.listActivity(ctx.db, viewer.id, maxActivities),
    findBalance(ctx.db, viewer.id),
  ]);
  const streaks = readingStreaks(reading.days, dayNumber(today), reading.short_days, reading.rest_days);
  const estimatedMinutes = minutesOf(reading.estimated_words);
  const minutes = estimatedMinutes + Math.round(reading.seconds / 60);
  const week = lastDays(days, sessionDays, today);
  return {
    counters: {
      books: reading.books,
      dayStreak: streaks.current,
      minutesRead: minutes,
      hours: Math.floor(minutes / 60),
    },
    currency: { words: reading.words, bookmarks: reading.bookmarks, ink: balance.ink },
    activity: activity.map((row) => presentActivity(ctx.config, row)),
    analytics: {
      hasReadingActivity: reading.days.length > 0 || reading.started > 0,
      totalBooksRead: reading.books,
      totalMinutesRead: minutes,
      estimatedMinutes,
      totalWordsRead: reading.words,
      readingStreak: streaks.current,
      longestStreak: streaks.longest,
      readingHabits: {
        favoriteGenres: genres.map(({ id, name, share }) => ({
          genre: { _id: id, name },
          percentage: share,
        })),
      },
      dailyHabits: week,
      activeDays: week.filter(({ words, minutes: read }) => words > 0 || read > 0).length,
      completionRate: reading.started === 0 ? 0 : Math.round((100 * reading.books) / reading.started),
    },
  };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * The last seven days in order, today last, including days without reading. Minutes of days before the reader's first
 * session are estimated from their words (docs/product/reading-sessions.md#minutes).
 */
function lastDays(
  rows: ReadingDayRow[],
  sessionDays: queries.SessionDayRow[],
  today: string,
): MyProfile['analytics']['dailyHabits'] {
  const read = new Map(rows.map((row) => [row.day, row]));
  const seconds = new Map(sessionDays.map((row) => [row.day, row.seconds]));
  const first = sessionDays[0]?.day;
  return Array.from({ length: habitDays }, (_, index) => {
    const date = dayAfter(today, index + 1 - habitDays);
    const { words = 0, chapters = 0 } = read.get(date) ?? {};
    const day = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
    const isBefore = first === undefined || date < first;
    const minutes = isBefore ? minutesOf(words) : Math.round((seconds.get(date) ?? 0) / 60);
    return { day, date, words, minutes, isEstimated: isBefore && minutes > 0, chapters };
  });
}
