import type { ChapterProgress, LibraryEntry, ReadableEntry } from '@inkling/contract/library';
import { type Pagination, paginate } from '@inkling/contract/page';
import type { Story } from '@inkling/contract/stories';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { findStories, presentStories, requireEditable } from '../stories/index.ts';
import * as queries from './library.queries.ts';
import * as lists from './library-lists.queries.ts';
import { type PositionRow, savePosition } from './positions.queries.ts';
import { limitHistory } from './reading-history.ts';

/** A story in a library entry, or null. Descriptions are shortened, since 200 long ones would add megabytes to a page. */
const shortened = (story: Story | undefined): Story | null =>
  story === undefined ? null : { ...story, description: story.summary };

/** Adds the stories to their entries, most of them from the cache; a story that is no longer readable is omitted. */
async function withStories(
  ctx: RequestContext,
  viewer: Viewer,
  rows: lists.EntryRow[],
): Promise<LibraryEntry[]> {
  const states = rows.flatMap(({ story, is_bookmarked }) =>
    story === null ? [] : [{ ...story, is_bookmarked }],
  );
  const stories = new Map((await presentStories(ctx, states, viewer)).map((story) => [story._id, story]));
  return rows.map((row): LibraryEntry => {
    const story = shortened(stories.get(row.story_id));
    const last = story && row.last_chapter;
    return {
      _id: row.id,
      storyId: row.story_id,
      story,
      status: row.status,
      progress: row.progress,
      isCompleted: row.status === 'completed',
      isBookmarked: row.is_bookmarked,
      newChapters: row.new_chapters,
      lastRead: row.last_read_at?.toISOString() ?? null,
      lastChapterRead: last && { _id: last.id, title: last.title, chapterNumber: last.number },
    };
  });
}

const isReadable = (entry: LibraryEntry): entry is ReadableEntry => entry.story !== null;

/** A safety limit, more than a reader needs (docs/product/library.md#continue-reading). */
const maxContinueReading = 500;

export const listContinueReading = async (ctx: RequestContext, viewer: Viewer, limit = maxContinueReading) =>
  (await withStories(ctx, viewer, await lists.listContinueReading(ctx.db, viewer.id, limit))).filter(
    isReadable,
  );

/** One page of a list of the library. */
export async function listEntries(
  ctx: RequestContext,
  viewer: Viewer,
  list: lists.LibraryList,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: LibraryEntry[]; pagination: Pagination }> {
  const [rows, total] = await Promise.all([
    lists.listEntries(ctx.db, viewer.id, list, { page, limit }),
    lists.countEntries(ctx.db, viewer.id, list),
  ]);
  return { data: await withStories(ctx, viewer, rows), pagination: paginate(page, limit, total) };
}

/** Sets a reading status. Bookmarking does not start reading, and reading does not bookmark. */
export async function addToLibrary(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  status: 'reading' | 'completed' | 'bookmarked',
): Promise<ReadableEntry> {
  const now = ctx.clock.now();
  if (status === 'reading') await queries.startReading(ctx.db, viewer.id, storyId, now);
  else if (status === 'completed') await queries.complete(ctx.db, viewer.id, storyId, now);
  else await queries.setBookmark(ctx.db, viewer.id, storyId, now);
  const row = await lists.findEntry(ctx.db, viewer.id, storyId);
  const [entry] = row === undefined ? [] : await withStories(ctx, viewer, [row]);
  if (entry === undefined || !isReadable(entry)) throw notFound('Story');
  return entry;
}

export async function removeFromLibrary(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<void> {
  const { numDeletedRows } = await queries.removeEntry(ctx.db, viewer.id, storyId);
  if (numDeletedRows === 0n) throw notFound('Library entry');
}

export async function toggleBookmark(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const isBookmarked = await queries.toggleBookmark(ctx.db, viewer.id, storyId, ctx.clock.now());
  if (isBookmarked === null) throw notFound('Story');
  return { isBookmarked };
}

export async function markCompleted(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const progress = await queries.complete(ctx.db, viewer.id, storyId, ctx.clock.now());
  if (progress === null) throw notFound('Story');
  return { progress, isCompleted: true };
}

const presentPosition = (chapter: string, row: Partial<PositionRow>): ChapterProgress => ({
  chapter,
  progress: row.progress ?? 0,
  position:
    row.paragraph === null || row.paragraph === undefined
      ? null
      : {
          paragraph: row.paragraph,
          offset: row.char_offset ?? 0,
          ...(row.version ? { version: row.version } : {}),
        },
  updatedAt: row.updated_at?.toISOString() ?? null,
});

/**
 * Moves a position whose paragraph was deleted to the last paragraph before it that still exists, or to the top
 * (docs/product/library.md#reading-position).
 */
function toCurrentText(row: queries.FoundPosition): queries.FoundPosition {
  const { replacement_paragraph, current_version } = row;
  if (replacement_paragraph === null || replacement_paragraph === undefined) return row;
  return { ...row, paragraph: replacement_paragraph, char_offset: 0, version: current_version };
}

export async function getChapterProgress(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<ChapterProgress> {
  const row = await queries.findPosition(ctx.db, viewer.id, id);
  if (row === undefined) throw notFound('Chapter');
  return presentPosition(id, toCurrentText(row));
}

/** The reader's positions in those of these chapters that they have opened. */
export const listChapterPositions = async (
  ctx: RequestContext,
  viewer: Viewer,
  chapterIds: string[],
): Promise<ChapterProgress[]> =>
  (await queries.listPositions(ctx.db, viewer.id, chapterIds)).map((row) =>
    presentPosition(row.chapter_id, toCurrentText(row)),
  );

export async function saveChapterProgress(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  {
    progress,
    position,
  }: { progress: number; position?: { paragraph: number; offset: number; version?: number } },
): Promise<ChapterProgress> {
  const now = ctx.clock.now();
  const input = {
    progress,
    paragraph: position?.paragraph ?? null,
    offset: position?.offset ?? null,
    version: position?.version ?? null,
    now,
    day: dayIn(viewer.timeZone, now),
  };
  const row = await savePosition(ctx.db, viewer.id, id, input);
  if (row === undefined) throw notFound('Chapter');
  await limitHistory(ctx, viewer.id, row.history_rows);
  return presentPosition(id, row);
}

/** How many people have opened a chapter of one's own story. */
export async function countReaders(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<number> {
  const stories = await findStories(ctx.db, [storyId], viewer.id);
  const story = requireEditable(viewer, stories.get(storyId.toLowerCase()));
  return queries.countReaders(ctx.db, story.id);
}
