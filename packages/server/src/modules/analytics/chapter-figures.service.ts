import type { ChapterFigures, ChapterTable } from '@inkling/contract/story-analytics';
import { requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, snapshot } from '../../platform/db/db.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { findOwnChapter } from '../chapters/index.ts';
import { hasRight } from '../plans/index.ts';
import { findStories } from '../stories/index.ts';
import { findChapterTotals, findStops, listAges, listDays, listVersions } from './story-figures.queries.ts';
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

/** Shares of the readers by the tenth in which they stopped; null below five readers. */
async function stopsOf(tx: Db, storyId: string, chapterId: string): Promise<number[] | null> {
  const row = await findStops(tx, storyId, chapterId);
  return row?.stops.map((count) => Math.round((10_000 * count) / row.readers) / 10_000) ?? null;
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/** How many of a version's readers finished it. */
async function compareVersions(
  tx: Db,
  storyId: string,
  chapterId: string,
  zone: string,
): Promise<ChapterFigures['versions']> {
  const rows = await listVersions(tx, storyId, chapterId);
  return rows.map(({ version, created_at, readers: of, finished: count }) => ({
    version,
    from: dayIn(zone, created_at),
    finished: { share: count / of, of, count },
  }));
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
    const row = requireFound(await findChapterTotals(tx, storyId, id), 'Chapter');
    const days = await listDays(tx, storyId, id, author.period);
    return {
      story: { _id: storyId, title },
      chapter: nameOf(row),
      publishedAt: row.number === null ? null : (published_at?.toISOString() ?? null),
      asOf: ctx.clock.now().toISOString(),
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
      stops: isWhole ? await stopsOf(tx, storyId, id) : null,
      versions: isWhole ? await compareVersions(tx, storyId, id, author.zone) : null,
      ages: isWhole ? await listAges(tx, storyId, id, author.zone, author.today) : null,
      requires: isWhole ? null : 'Pro',
    };
  });
}

const stopsTable = (storyId: string, chapterId: string): Table => ({
  header: ['Stopped in tenth', 'Share of readers'],
  rows: async (tx) =>
    (await stopsOf(tx, storyId, chapterId))?.map((share, tenth) => [tenth + 1, share]) ?? [],
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
