import type { Activity, MyProfile, PublicProfile } from '@inkling/contract/profiles';
import { requireFound } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn, dayNumber } from '../../platform/days.ts';
import { jsonWith } from '../../platform/http/sent-json.ts';
import { listShownOf } from '../achievements/index.ts';
import { findBlockState } from '../blocks/index.ts';
import { readerOf } from '../chapters/index.ts';
import { findReadingTotals } from '../library/index.ts';
import { favoriteGenres, lastDays, minutesRead, streaksAt } from '../reading-analytics/index.ts';
import { findBalance } from '../rewards/index.ts';
import { findWorn } from '../store/index.ts';
import { firstCards, shownCover } from '../stories/index.ts';
import { findPublicPerson, isFollowing, presentAuthor } from '../users/index.ts';
import type { ActivityRow, StoryRef } from './profiles.queries.ts';
import * as queries from './profiles.queries.ts';

const storyRef = (config: Config, row: StoryRef) => ({
  _id: row.id,
  title: row.title,
  coverImage: shownCover(config, row.cover_image),
  ...(row.cover_style !== null && { coverStyle: row.cover_style }),
});

/** One entry of a user's activity. */
function presentActivity(config: Config, row: ActivityRow): Activity {
  const at = row.at.toISOString();
  if (row.type === 'followed') return { type: row.type, at, person: presentAuthor(row.person) };
  const story = storyRef(config, row.story);
  if (row.type === 'read') {
    const { progress, completed, new_chapters: newChapters } = row;
    return { type: row.type, at, story, progress, isCompleted: completed && newChapters === 0, newChapters };
  }
  const { id, title, number } = row.chapter;
  return { type: row.type, at, story, chapter: { _id: id, title, chapterNumber: number } };
}

const maxStories = 20;
const maxActivities = 20;
const maxGenres = 5;

/** The JSON of a user's public profile (docs/product/profiles.md). */
export async function getProfile(
  ctx: RequestContext,
  viewer: Viewer | null,
  username: string,
): Promise<Buffer> {
  const person = requireFound(await findPublicPerson(ctx.db, username), 'Person');
  const [achievements, genres, storyCount, stories, following, block, worn] = await Promise.all([
    listShownOf(ctx.db, person.id),
    queries.listShownGenres(ctx.db, person.id),
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
    movedTo: person.moved_to,
    role: person.role,
    createdAt: person.created_at.toISOString(),
    followersCount: person.followers_count,
    followingCount: person.following_count,
    isFollowing: following,
    ...(block || { isBlocked: false, isMuted: false }),
    storyCount,
    genres,
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
  const [reading, week, genres, activity, balance] = await Promise.all([
    findReadingTotals(ctx.db, viewer.id),
    lastDays(ctx.db, viewer.id, today),
    favoriteGenres(ctx.db, viewer.id, maxGenres),
    queries.listActivity(ctx.db, readerOf(ctx, viewer), maxActivities),
    findBalance(ctx.db, viewer.id),
  ]);
  const streaks = streaksAt(reading, dayNumber(today));
  const minutes = minutesRead(reading);
  return {
    counters: {
      books: reading.books,
      dayStreak: streaks.current,
      minutesRead: minutes.totalMinutesRead,
      hours: Math.floor(minutes.totalMinutesRead / 60),
    },
    currency: { words: reading.words, bookmarks: reading.bookmarks, ink: balance.ink },
    activity: activity.map((row) => presentActivity(ctx.config, row)),
    analytics: {
      hasReadingActivity: reading.days.length > 0 || reading.started > 0,
      totalBooksRead: reading.books,
      ...minutes,
      totalWordsRead: reading.words,
      readingStreak: streaks.current,
      longestStreak: streaks.longest,
      readingHabits: {
        favoriteGenres: genres.map(({ id, name, share }) => ({
          genre: { _id: id, name },
          percentage: share,
        })),
      },
      dailyHabits: week.map(({ sessions: _, ...one }) => one),
      activeDays: week.filter(({ words, minutes: read }) => words > 0 || read > 0).length,
      completionRate: reading.started === 0 ? 0 : Math.round((100 * reading.books) / reading.started),
    },
  };
}
