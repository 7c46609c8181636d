import { type Rate, smallestGroup } from '@inkling/contract/analytics';
import type { ChapterFigures, ChapterTable } from '@inkling/contract/story-analytics';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, snapshot } from '../../platform/db/db.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { findOwnChapter } from '../chapters/index.ts';
import { hasRight } from '../plans/index.ts';
import { findStories } from '../stories/index.ts';
import { listSavedAt, listStops, type StopRow } from './chapter-figures.queries.ts';
import { rateOf } from './rates.ts';
import { findChapterTotals, findCountedAt, listAges, listDays } from './story-figures.queries.ts';
import {
  agesTable,
  daysOf,
  daysTable,
  exportTable,
  kindsOf,
  nameOf,
  presentDays,
  type Table,
  timeLine,
} from './story-figures.service.ts';

const finishedTenth = 10;

const readersIn = (rows: StopRow[]): number => rows.reduce((sum, { readers }) => sum + readers, 0);

const shareOf = (count: number, of: number): number => Math.round((10_000 * count) / of) / 10_000;

/** Shares of the readers by the tenth in which they stopped; null below five readers. */
function stopsOf(rows: StopRow[]): number[] | null {
  const all = readersIn(rows);
  if (all < smallestGroup) return null;
  return Array.from({ length: finishedTenth }, (_, tenth) =>
    shareOf(readersIn(rows.filter((row) => row.tenth === tenth)), all),
  );
}

/** How many of the readers finished; null below five readers. */
const finishedOf = (rows: StopRow[]): Rate | null =>
  rateOf(readersIn(rows.filter(({ tenth }) => tenth === finishedTenth)), readersIn(rows));

/** The rows of each known version, for versions with five readers or more. */
function byVersion(rows: StopRow[]): Map<number, StopRow[]> {
  const known = rows.filter(({ version }) => version > 0);
  const all = Map.groupBy(known, ({ version }) => version);
  return new Map([...all].filter(([, own]) => readersIn(own) >= smallestGroup));
}

/**
 * The rows that are shown. Where versions are, what one to four other readers did would follow from the stops of all, so
 * these are left out.
 */
function shownStops(rows: StopRow[]): StopRow[] {
  const large = [...byVersion(rows).values()].flat();
  const others = readersIn(rows) - readersIn(large);
  return large.length > 0 && others < smallestGroup ? large : rows;
}

/** The most versions that are compared, the newest. */
const maxVersions = 20;

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

async function compareVersions(tx: Db, storyId: string, chapterId: string, stops: StopRow[], zone: string) {
  const versions = byVersion(stops);
  const newest = [...versions.keys()].sort((a, b) => b - a).slice(0, maxVersions);
  const saved = await listSavedAt(tx, storyId, chapterId, newest);
  return saved.flatMap(({ version, created_at }) => {
    const rows = versions.get(version) ?? [];
    const [finished, shares] = [finishedOf(rows), stopsOf(rows)];
    if (finished === null || shares === null) return [];
    return [{ version, from: dayIn(zone, created_at), finished, stops: shares }];
  });
}

/** The figures of a chapter of one of the viewer's stories (docs/product/story-analytics.md). */
export async function getChapterFigures(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  asked: Asked,
): Promise<ChapterFigures> {
  const { story_id: storyId, published_at } = await findOwnChapter(ctx.db, viewer, id);
  const title = (await findStories(ctx.db, [storyId], null)).get(storyId)?.title ?? '';
  const author = daysOf(ctx, viewer, asked);
  const isWhole = await hasRight(ctx.db, ctx, viewer.id, 'advancedAnalytics');
  return snapshot(ctx.db, async (tx) => {
    const row = await findChapterTotals(tx, storyId, id);
    if (row === undefined) throw notFound('Chapter');
    const days = await listDays(tx, storyId, id, author.period);
    const stops = isWhole ? shownStops(await listStops(tx, storyId, id)) : [];
    return {
      story: { _id: storyId, title },
      chapter: nameOf(row),
      publishedAt: row.number === null ? null : (published_at?.toISOString() ?? null),
      asOf: (await findCountedAt(tx)).toISOString(),
      ...author.period,
      words: row.words,
      views: row.views,
      readers: row.readers,
      finished: row.finished,
      minutes: Math.round(row.seconds / 60),
      likes: row.likes,
      comments: row.comments,
      days: presentDays(days),
      ...(await timeLine(tx, storyId, author)),
      retention: isWhole && row.number !== null ? kindsOf(row) : null,
      stops: isWhole ? stopsOf(stops) : null,
      versions: isWhole ? await compareVersions(tx, storyId, id, stops, author.zone) : null,
      ages: isWhole ? await listAges(tx, storyId, id, author.zone, author.today) : null,
      requires: isWhole ? null : 'Pro',
    };
  });
}

const stopsTable = (storyId: string, chapterId: string): Table => ({
  header: ['Version', 'Stopped in tenth', 'Share of readers'],
  rows: async (tx) => {
    const rows = shownStops(await listStops(tx, storyId, chapterId));
    const groups: [string | number, StopRow[]][] = [['All', rows], ...byVersion(rows)];
    return groups.flatMap(([version, own]) =>
      (stopsOf(own) ?? []).map((share, tenth) => [version, tenth + 1, share]),
    );
  },
});

export async function exportChapterFigures(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { table, ...asked }: Asked & { table: ChapterTable },
): Promise<FileResponse> {
  const { story_id: storyId } = await findOwnChapter(ctx.db, viewer, id);
  const author = daysOf(ctx, viewer, asked);
  const tables: Record<ChapterTable, () => Table> = {
    days: () => daysTable(storyId, id, author.period),
    stops: () => stopsTable(storyId, id),
    ages: () => agesTable(storyId, id, author),
  };
  const file = { name: `inkling-chapter-${table}.csv`, isFree: table === 'days' };
  return exportTable(ctx, viewer, file, tables[table]());
}
