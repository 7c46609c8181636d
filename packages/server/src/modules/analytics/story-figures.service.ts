import { smallestGroup } from '@inkling/contract/analytics';
import { paginate } from '@inkling/contract/page';
import type { ChapterName, StoryFigures, StoryTable } from '@inkling/contract/story-analytics';
import { requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, snapshot } from '../../platform/db/db.ts';
import { type Cell, exportCsv } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { hasRight, requireRight } from '../plans/index.ts';
import { findStories, requireEditable } from '../stories/index.ts';
import { listNotes, type NoteRow } from './notes.queries.ts';
import { type Period, periodOf } from './ranges.ts';
import * as queries from './story-figures.queries.ts';

/** The time of a request as its author's days, which are also the days of what was counted. */
export interface AuthorDays {
  zone: string;
  today: string;
  period: Period;
}

export function daysOf(
  { clock }: RequestContext,
  { timeZone: zone }: Viewer,
  asked: { from?: string | undefined; to?: string | undefined },
): AuthorDays {
  const today = dayIn(zone, clock.now());
  return { zone, today, period: periodOf(asked, today) };
}

export const nameOf = ({ id, number, title }: Omit<ChapterName, '_id'> & { id: string }): ChapterName => ({
  _id: id,
  number,
  title,
});

const readersOf = (row: queries.ChapterRow) => row.reading_on + row.waiting + row.gone;

/** The three kinds of readers of a chapter; null below five readers. */
export const kindsOf = (row: queries.ChapterRow) =>
  readersOf(row) < smallestGroup ? null : { readingOn: row.reading_on, waiting: row.waiting, gone: row.gone };

/** The chapter where more than half of the readers who are gone left; null unless at least five are gone. */
const whereReadersLeave = (most: queries.DropOffRow | undefined): ChapterName | null =>
  most === undefined ||
  2 * most.gone <= most.all_gone ||
  Math.min(most.all_gone, most.readers) < smallestGroup
    ? null
    : nameOf(most);

export const presentDays = (rows: queries.DayRow[]) =>
  rows.map(({ seconds, ...figures }) => ({ ...figures, minutes: Math.round(seconds / 60) }));

const presentNote = ({ id, ...note }: NoteRow) => ({ _id: id, ...note });

/** Releases and notes, which explain what the days show. */
export async function timeLine(tx: Db, storyId: string, { zone, period }: AuthorDays) {
  const releases = await queries.listReleases(tx, storyId, zone, period);
  const notes = await listNotes(tx, storyId, period);
  return {
    releases: releases.map(({ day, chapters, ...first }) => ({ day, chapters, first: nameOf(first) })),
    notes: notes.map(presentNote),
  };
}

const retentionOf = (chapters: queries.ChapterRow[]) =>
  chapters.flatMap((row) => {
    const kinds = kindsOf(row);
    return kinds === null ? [] : [{ chapter: nameOf(row), ...kinds }];
  });

const presentChapter = ({
  words,
  likes,
  comments,
  views,
  readers,
  finished,
  robots,
  ...row
}: queries.ChapterRow) => ({
  chapter: nameOf(row),
  words,
  minutes: Math.round(row.seconds / 60),
  likes,
  comments,
  views,
  readers,
  finished,
  robots,
});

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/** The figures of one of the viewer's stories (docs/product/story-analytics.md). */
export async function getStoryFigures(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { page, limit, ...asked }: Asked & { page: number; limit: number },
): Promise<StoryFigures> {
  const story = requireEditable(viewer, (await findStories(ctx.db, [storyId], null)).get(storyId));
  const author = daysOf(ctx, viewer, asked);
  const isWhole = await hasRight(ctx.db, ctx, viewer.id, 'advancedAnalytics');
  const { zone, today, period } = author;
  return snapshot(ctx.db, async (tx) => {
    const found = requireFound(await queries.findStoryTotals(tx, storyId), 'Story');
    const { published, ...totals } = found;
    const days = await queries.listDays(tx, storyId, null, period);
    const chapters = await queries.listChapters(tx, storyId, { limit, offset: (page - 1) * limit });
    const most = isWhole ? await queries.findDropOff(tx, storyId) : undefined;
    return {
      story: { _id: story.id, title: story.title },
      asOf: ctx.clock.now().toISOString(),
      ...period,
      ...totals,
      days: presentDays(days),
      ...(await timeLine(tx, storyId, author)),
      chapters: chapters.map(presentChapter),
      pagination: paginate(page, limit, published),
      retention: isWhole ? retentionOf(chapters) : null,
      waiting: isWhole ? (most?.all_waiting ?? 0) : null,
      leaving: whereReadersLeave(most),
      sources: isWhole ? await queries.listSources(tx, storyId, period) : null,
      ages: isWhole ? await queries.listAges(tx, storyId, null, zone, today) : null,
      requires: isWhole ? null : 'Pro',
    };
  });
}

/** A table of a file: its header, and its rows from the database. */
export interface Table {
  header: string[];
  rows(tx: Db): Promise<Cell[][]>;
}

export const daysTable = (storyId: string, chapterId: string | null, period: Period): Table => ({
  header: ['Day', 'Views', 'Readers', 'Minutes', 'Probably robots'],
  rows: async (tx) =>
    (await queries.listDays(tx, storyId, chapterId, period)).map(
      ({ day, views, readers, seconds, robots }) => [day, views, readers, Math.round(seconds / 60), robots],
    ),
});

export const agesTable = (storyId: string, chapterId: string | null, author: AuthorDays): Table => ({
  header: ['Week after publication', ...(chapterId === null ? [] : ['Views']), 'Usual views of a chapter'],
  rows: async (tx) =>
    (await queries.listAges(tx, storyId, chapterId, author.zone, author.today)).map(
      ({ week, views, usual }) => [week, ...(chapterId === null ? [] : [views ?? '']), usual ?? ''],
    ),
});

const tables: Record<StoryTable, (storyId: string, author: AuthorDays) => Table> = {
  days: (storyId, { period }) => daysTable(storyId, null, period),
  chapters: (storyId) => ({
    header: [
      'Chapter',
      'Title',
      'Words',
      'Views',
      'Readers',
      'Finished',
      'Minutes',
      'Likes',
      'Comments',
      'Probably robots',
    ],
    rows: async (tx) =>
      (await queries.listChapters(tx, storyId)).map((row) => [
        row.number ?? '',
        row.title,
        row.words,
        row.views,
        row.readers,
        row.finished,
        Math.round(row.seconds / 60),
        row.likes,
        row.comments,
        row.robots,
      ]),
  }),
  retention: (storyId) => ({
    header: ['Chapter', 'Title', 'Reading on', 'Waiting', 'Gone'],
    rows: async (tx) =>
      retentionOf(await queries.listChapters(tx, storyId)).map(({ chapter, readingOn, waiting, gone }) => [
        chapter.number ?? '',
        chapter.title,
        readingOn,
        waiting,
        gone,
      ]),
  }),
  sources: (storyId, { period }) => ({
    header: ['Source', 'Views'],
    rows: async (tx) =>
      (await queries.listSources(tx, storyId, period)).map(({ source, views }) => [source, views]),
  }),
  ages: (storyId, author) => agesTable(storyId, null, author),
};

/** One of the tables as CSV; those that need a plan throw PLAN_REQUIRED without it. */
export async function exportTable(
  ctx: RequestContext,
  viewer: Viewer,
  file: { name: string; isFree: boolean },
  { header, rows }: Table,
): Promise<FileResponse> {
  if (!file.isFree) await requireRight(ctx.db, ctx, viewer.id, 'advancedAnalytics');
  return exportCsv(ctx, {
    name: file.name,
    header,
    async *rows(tx) {
      yield* await rows(tx);
    },
  });
}

export async function exportStoryFigures(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { table, ...asked }: Asked & { table: StoryTable },
): Promise<FileResponse> {
  requireEditable(viewer, (await findStories(ctx.db, [storyId], null)).get(storyId));
  const author = daysOf(ctx, viewer, asked);
  const isFree = table === 'days' || table === 'chapters';
  return exportTable(
    ctx,
    viewer,
    { name: `inkling-story-${table}.csv`, isFree },
    tables[table](storyId, author),
  );
}
