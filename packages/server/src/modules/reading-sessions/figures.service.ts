import { readingSessionLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { QualityMetrics, ReadingStats } from '@inkling/contract/reading-sessions';
import { notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import * as queries from './figures.queries.ts';

/** The viewer's own totals (docs/product/reading-sessions.md#figures). */
export async function getStats(
  { db }: RequestContext,
  viewer: Viewer,
  scope: { storyId?: string | undefined; chapterId?: string | undefined },
): Promise<ReadingStats> {
  const { sessions, seconds, finishes, words, last_at } = await queries.findStats(db, viewer.id, scope);
  return {
    sessions,
    seconds: Math.round(seconds),
    averageSeconds: sessions === 0 ? 0 : Math.round(seconds / sessions),
    lastReadAt: last_at?.toISOString() ?? null,
    chaptersFinished: finishes,
    wordsRead: words,
  };
}

/** One page of the viewer's sessions of a story; empty for a story that they have not read. */
export async function listStorySessions(
  { db }: RequestContext,
  viewer: Viewer,
  storyId: string,
  { page, limit }: { page: number; limit: number },
) {
  const { rows, total } = await queries.listOfStory(db, viewer.id, storyId, { page, limit });
  return { data: { sessions: rows }, pagination: paginate(page, limit, total) };
}

/** The period of the quality metrics. */
const metricsDays = 90;

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);

/** Of chapters that were finished in time; null without one. */
export const wordsPerMinute = ({ words, finished_seconds }: { words: number; finished_seconds: number }) =>
  finished_seconds === 0 ? null : Math.round((60 * words) / finished_seconds);

export async function getQualityMetrics(
  { db, clock }: RequestContext,
  viewer: Viewer,
): Promise<QualityMetrics> {
  const since = new Date(clock.now().getTime() - metricsDays * day);
  const row = await queries.findQuality(db, viewer.id, { since });
  const { sessions } = row;
  return {
    sessions,
    wordsPerMinute: wordsPerMinute(row),
    longSessionShare: percent(row.long_sessions, sessions),
    chaptersPerSession: sessions === 0 ? null : Math.round((100 * row.finishes) / sessions) / 100,
    longestSeconds: Math.round(row.longest),
    averageSeconds: sessions === 0 ? 0 : Math.round(row.seconds / sessions),
  };
}

/** How long readers take, once enough of them have finished it. NOT_FOUND for what the viewer may not open. */
export async function getAverageTime(
  { db }: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  chapterId: string | undefined,
): Promise<{ averageMinutes: number | null; readers: number | null }> {
  const row = await queries.findAverage(db, viewer?.id ?? null, storyId, chapterId);
  if (row === undefined) throw notFound(chapterId === undefined ? 'Story' : 'Chapter');
  const { readers, seconds } = row;
  if (readers === null || seconds === null || readers < readingSessionLimits.averageReaders)
    return { averageMinutes: null, readers: null };
  return { averageMinutes: Math.max(1, Math.round(seconds / 60)), readers };
}
