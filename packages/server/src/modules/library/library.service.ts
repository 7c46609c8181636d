import type { ChapterProgress, LibraryEntry, ReadableEntry, RemovedEntry } from '@inkling/contract/library';
import { readingSessionLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { Story } from '@inkling/contract/stories';
import { notFound } from '../../platform/app-error.ts';
import { day as dayLength, noLaterThan } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { findReadableSince } from '../chapters/index.ts';
import {
  findStories,
  marksRevision,
  presentStories,
  requireEditable,
  viewerResponses,
} from '../stories/index.ts';
import { libraryAdded } from './library.events.ts';
import * as queries from './library.queries.ts';
import * as entries from './library-entries.queries.ts';
import * as lists from './library-lists.queries.ts';
import { savePosition } from './positions.queries.ts';
import { limitHistory } from './reading-history.ts';
import { listRemoved, removeEntry, restoreEntry } from './removed-entries.queries.ts';

/** A story in a library entry, or null. Descriptions are shortened, since 200 long ones would add megabytes to a page. */
const shortened = (story: Story | undefined): Story | null =>
  story === undefined ? null : { ...story, description: story.summary };

/** The stories of entries by id, most of them from the cache; one that is no longer readable is null. */
async function storiesOf(
  ctx: RequestContext,
  viewer: Viewer,
  rows: { story: lists.EntryRow['story']; is_bookmarked: boolean }[],
): Promise<(storyId: string) => Story | null> {
  const states = rows.flatMap(({ story, is_bookmarked }) =>
    story === null ? [] : [{ ...story, is_bookmarked }],
  );
  const stories = new Map((await presentStories(ctx, states, viewer)).map((story) => [story._id, story]));
  return (storyId) => shortened(stories.get(storyId));
}

/** Adds the stories to their entries. */
async function withStories(
  ctx: RequestContext,
  viewer: Viewer,
  rows: lists.EntryRow[],
): Promise<LibraryEntry[]> {
  const storyOf = await storiesOf(ctx, viewer, rows);
  return rows.map((row): LibraryEntry => {
    const story = storyOf(row.story_id);
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
      note: row.note,
      secondsRead: Math.round(row.seconds_read),
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

/** Libraries are large and read often, since each screen with a reader's stories asks for parts of them. */
const cacheBytes = 12 * 1024 * 1024;
const responses = viewerResponses(cacheBytes);

/** One page of a view of the library. A saved position always changes its entry as well. */
export function listEntries(
  ctx: RequestContext,
  viewer: Viewer,
  { q, ...view }: lists.LibraryView,
  { page, limit }: { page: number; limit: number },
): Promise<PrebuiltJson> {
  const searched = q?.trim() === '' ? view : { ...view, q };
  const wanted = {
    key: JSON.stringify([searched, page, limit]),
    own: async () => {
      const [marks, sessions] = await Promise.all([
        marksRevision(ctx, viewer),
        lists.sessionsRevision(ctx.db, viewer.id),
      ]);
      return marks === null ? null : `${marks} ${sessions}`;
    },
  };
  return responses(ctx, viewer, wanted, async () => {
    const { rows, total } = await lists.listEntries(ctx.db, viewer.id, searched, { page, limit });
    const data = await withStories(ctx, viewer, rows);
    return {
      body: { data, pagination: paginate(page, limit, total) },
      stories: data.flatMap(({ story }) => story ?? []),
    };
  });
}

type NewStatus = 'reading' | 'completed' | 'on_hold' | 'dropped' | 'bookmarked';

/** Changes an entry by the reader's wish, and emits `library.added` if that puts the story into the library. */
const changeEntry = <Changed extends queries.Added>(
  ctx: RequestContext,
  { id: readerId }: Viewer,
  storyId: string,
  change: (tx: Db, readerId: string, storyId: string, now: Date) => Promise<Changed | undefined>,
): Promise<Changed | undefined> =>
  transaction(ctx.db, async (tx) => {
    const changed = await change(tx, readerId, storyId, ctx.clock.now());
    if (changed?.is_added) await emit(ctx, tx, libraryAdded, { readerId, storyId: storyId.toLowerCase() });
    return changed;
  });

const changesTo: Record<NewStatus, Parameters<typeof changeEntry>[3]> = {
  reading: queries.startReading,
  completed: queries.complete,
  bookmarked: entries.setBookmark,
  on_hold: (tx, ...rest) => entries.setAside(tx, 'on_hold', ...rest),
  dropped: (tx, ...rest) => entries.setAside(tx, 'dropped', ...rest),
};

/** Sets a reading status, or saves the story. Bookmarking does not start reading, and reading does not bookmark. */
export async function addToLibrary(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  status: NewStatus,
): Promise<ReadableEntry> {
  await changeEntry(ctx, viewer, storyId, changesTo[status]);
  const row = await lists.findEntry(ctx.db, viewer.id, storyId);
  const [entry] = row === undefined ? [] : await withStories(ctx, viewer, [row]);
  if (entry === undefined || !isReadable(entry)) throw notFound('Story');
  return entry;
}

/** Removes an entry; `restoreToLibrary` undoes it for some hours (docs/product/library.md#removing). */
export async function removeFromLibrary(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<void> {
  if (!(await removeEntry(ctx.db, viewer.id, storyId, ctx.clock.now()))) throw notFound('Library entry');
}

export async function restoreToLibrary(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<void> {
  if (!(await restoreEntry(ctx.db, viewer.id, storyId, ctx.clock.now())))
    throw notFound('Removed library entry');
}

/** The number of removed entries that are listed, the latest ones. */
const maxListedRemoved = 100;

export async function listRemovedEntries(ctx: RequestContext, viewer: Viewer): Promise<RemovedEntry[]> {
  const found = await listRemoved(ctx.db, viewer.id, ctx.clock.now(), maxListedRemoved);
  const rows = found.map((row) => ({ ...row, is_bookmarked: false }));
  const storyOf = await storiesOf(ctx, viewer, rows);
  return rows.map(({ story_id, removed_at }) => ({
    storyId: story_id,
    story: storyOf(story_id),
    removedAt: removed_at.toISOString(),
  }));
}

/** Sets the reader's private note; an empty one removes it. */
export async function setNote(ctx: RequestContext, viewer: Viewer, storyId: string, note: string) {
  if (!(await entries.setNote(ctx.db, viewer.id, storyId, note))) throw notFound('Library entry');
  return { note };
}

export async function toggleBookmark(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const changed = await changeEntry(ctx, viewer, storyId, entries.toggleBookmark);
  if (changed === undefined) throw notFound('Story');
  return { isBookmarked: changed.is_bookmarked };
}

export async function markCompleted(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const changed = await changeEntry(ctx, viewer, storyId, queries.complete);
  if (changed === undefined) throw notFound('Story');
  return { progress: changed.progress, isCompleted: true };
}

const presentPosition = (chapter: string, row: queries.FoundPosition): ChapterProgress => ({
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

/**
 * The time for which words read offline count: not before the person could read the chapter, nor so long ago that no
 * session would be accepted (docs/product/offline.md#merging).
 */
async function timeOfReading(
  db: Db,
  userId: string,
  chapterId: string,
  readAt: Date,
  now: Date,
): Promise<Date> {
  const since = await findReadableSince(db, userId, chapterId);
  const earliest = now.getTime() - readingSessionLimits.offlineDays * dayLength;
  return new Date(Math.min(now.getTime(), Math.max(readAt.getTime(), since.getTime(), earliest)));
}

/**
 * Saves the position in a chapter. With `readAt` it counts as of that time, so that a place of another device that is
 * newer stays (docs/product/offline.md#merging).
 */
export async function saveChapterProgress(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  {
    progress,
    position,
    readAt,
  }: {
    progress: number;
    position?: { paragraph: number; offset: number; version?: number };
    readAt?: string;
  },
): Promise<ChapterProgress> {
  const now = ctx.clock.now();
  const offline = readAt === undefined ? null : noLaterThan(now, readAt);
  const input = {
    progress,
    paragraph: position?.paragraph ?? null,
    offset: position?.offset ?? null,
    version: position?.version ?? null,
    now,
    offline,
    day: dayIn(
      viewer.timeZone,
      offline === null ? now : await timeOfReading(ctx.db, viewer.id, id, offline, now),
    ),
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
