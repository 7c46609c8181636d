import type { ParsedInput } from '@inkling/contract/call';
import type {
  ChapterProgress,
  FollowedStory,
  listFollowing as followingCall,
  LibraryEntry,
  Opening,
  RemovedEntry,
  saveChapterProgress as saveCall,
} from '@inkling/contract/library';
import { readingSessionLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { z } from 'zod';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import { day as dayLength, noLaterThan } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { joinedResponse, jsonNull, jsonWith, type PrebuiltJson } from '../../platform/http/sent-json.ts';
import { findReadableSince, readerOf } from '../chapters/index.ts';
import { cardsOf, findStories, requireEditable } from '../stories/index.ts';
import { listFollowing as findFollowing } from './following.queries.ts';
import { libraryAdded } from './library.events.ts';
import * as queries from './library.queries.ts';
import * as entries from './library-entries.queries.ts';
import * as lists from './library-lists.queries.ts';
import { beginAgain, savePosition } from './positions.queries.ts';
import { limitHistory } from './reading-history.ts';
import { listRemoved, removeEntries, restoreEntries } from './removed-entries.queries.ts';
import type { ChapterRef } from './unread.queries.ts';

/** An entry's JSON; without its story if that is no longer readable. */
interface PresentedEntry {
  storyId: string;
  isReadable: boolean;
  json: Buffer;
}

/** The cards of entries' stories by id; one that is no longer readable is missing. */
const cardsIn = (
  ctx: RequestContext,
  viewer: Viewer,
  rows: { story: lists.EntryRow['story']; is_bookmarked: boolean }[],
): Promise<Map<string, Buffer>> => {
  const states = rows.flatMap(({ story, is_bookmarked }) =>
    story === null ? [] : [{ ...story, is_bookmarked }],
  );
  return cardsOf(ctx, states, viewer);
};

export const presentRef = ({ id, title, number }: ChapterRef) => ({
  _id: id,
  title,
  chapterNumber: number,
});

async function presentEntries(
  ctx: RequestContext,
  viewer: Viewer,
  rows: lists.EntryRow[],
): Promise<PresentedEntry[]> {
  const cards = await cardsIn(ctx, viewer, rows);
  return rows.map((row) => {
    const story = cards.get(row.story_id);
    const last = story === undefined ? null : row.last_chapter;
    const entry: Omit<LibraryEntry, 'story'> = {
      _id: row.id,
      storyId: row.story_id,
      status: row.status,
      progress: row.progress,
      isCompleted: row.status === 'completed',
      isBookmarked: row.is_bookmarked,
      newChapters: row.new_chapters,
      lastRead: row.last_read_at?.toISOString() ?? null,
      lastChapterRead: last && presentRef(last),
      unread: row.unread,
      unreadBefore: row.unread_before,
      nextUnread: row.next_unread && presentRef(row.next_unread),
      continueWith: story === undefined ? null : row.continue_with,
      note: row.note,
      secondsRead: Math.round(row.seconds_read),
      rating: row.rating,
      finishedAt: row.finished_at?.toISOString() ?? null,
    };
    const json = jsonWith(entry, { story: story ?? jsonNull });
    return { storyId: row.story_id, isReadable: story !== undefined, json };
  });
}

/** A safety limit, more than a reader needs (docs/product/library.md#continue-reading). */
const maxContinueReading = 500;

export async function listContinueReading(ctx: RequestContext, viewer: Viewer, limit = maxContinueReading) {
  const rows = await lists.listContinueReading(ctx.db, readerOf(ctx, viewer), limit);
  return (await presentEntries(ctx, viewer, rows)).filter(({ isReadable }) => isReadable);
}

/** One page of a view of the library. */
export async function listEntries(
  ctx: RequestContext,
  viewer: Viewer,
  { q, ...view }: lists.LibraryView,
  { page, limit }: { page: number; limit: number },
): Promise<PrebuiltJson> {
  const searched = q?.trim() === '' ? view : { ...view, q };
  const { rows, total } = await lists.listEntries(ctx.db, readerOf(ctx, viewer), searched, { page, limit });
  const entries = await presentEntries(ctx, viewer, rows);
  return joinedResponse(
    entries.map(({ json }) => json),
    { pagination: paginate(page, limit, total) },
  );
}

/** One page of the stories that the viewer follows. */
export async function listFollowing(
  ctx: RequestContext,
  viewer: Viewer,
  { page, limit, sort }: ParsedInput<typeof followingCall>['query'],
): Promise<PrebuiltJson> {
  const { rows, total } = await findFollowing(ctx.db, readerOf(ctx, viewer), { page, limit, sort });
  const cards = await cardsOf(
    ctx,
    rows.map(({ story }) => story),
    viewer,
  );
  const shown = rows.flatMap(({ story: { id }, ...row }) => {
    const story = cards.get(id);
    if (story === undefined) return [];
    const { unread, next_unread: next, last_chapter: last } = row;
    const item: Omit<FollowedStory, 'story'> = {
      unread,
      nextUnread: next && presentRef(next),
      lastChapter: last && { ...presentRef(last), publishedAt: new Date(last.published_at).toISOString() },
      isBegun: row.is_begun,
      isMuted: row.is_muted,
      followedAt: row.followed_at.toISOString(),
    };
    return [jsonWith(item, { story })];
  });
  return joinedResponse(shown, { pagination: paginate(page, limit, total) });
}

/** Changes an entry by the reader's wish, and emits `library.added` if that puts the story into the library. */
const changeEntry = <Changed extends entries.Added>(
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

const choose = (ctx: RequestContext, viewer: Viewer, storyId: string, choice: entries.LibraryChoice) =>
  changeEntry(ctx, viewer, storyId, async (tx, readerId, id, now) => {
    const [changed] = await entries.setChoice(tx, choice, readerId, [id], now);
    return changed;
  });

/** Sets the status of all of these stories; NOT_FOUND, and nothing changes, if the reader does not see one of them. */
export const setStatuses = (
  ctx: RequestContext,
  { id: readerId }: Viewer,
  { stories, status }: { stories: string[]; status: Exclude<entries.LibraryChoice, 'bookmarked'> },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const changed = await entries.setChoice(tx, status, readerId, stories, ctx.clock.now());
    if (changed.length < stories.length)
      throw new AppError(
        'NOT_FOUND',
        'One of these stories is no longer available, so nothing was changed. Reload the page, then choose again.',
      );
    for (const { story_id: storyId, is_added } of changed)
      if (is_added) await emit(ctx, tx, libraryAdded, { readerId, storyId });
  });

/** Sets a reading status, or saves the story. Bookmarking does not start reading, and reading does not bookmark. */
export async function addToLibrary(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  choice: entries.LibraryChoice,
): Promise<PrebuiltJson> {
  await choose(ctx, viewer, storyId, choice);
  const row = await lists.findEntry(ctx.db, readerOf(ctx, viewer), storyId);
  const [entry] = row === undefined ? [] : await presentEntries(ctx, viewer, [row]);
  if (!entry?.isReadable) throw notFound('Story');
  return joinedResponse(entry.json);
}

/** Removes an entry; `restoreToLibrary` undoes it for some hours (docs/product/library.md#removing). */
export async function removeFromLibrary(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<void> {
  await removeSeveral(ctx, viewer, [storyId]);
}

/** Removes those of these stories that have an entry; NOT_FOUND if none has. */
export async function removeSeveral(ctx: RequestContext, viewer: Viewer, storyIds: string[]): Promise<void> {
  if (!(await removeEntries(ctx.db, viewer.id, storyIds, ctx.clock.now()))) throw notFound('Library entry');
}

export async function restoreToLibrary(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<void> {
  await restoreSeveral(ctx, viewer, [storyId]);
}

/** Restores those of these stories that were removed; NOT_FOUND if none was. */
export async function restoreSeveral(ctx: RequestContext, viewer: Viewer, storyIds: string[]): Promise<void> {
  if (!(await restoreEntries(ctx.db, viewer.id, storyIds, ctx.clock.now())))
    throw notFound('Removed library entry');
}

/** The number of removed entries that are listed, the latest ones. */
const maxListedRemoved = 100;

export async function listRemovedEntries(ctx: RequestContext, viewer: Viewer): Promise<Buffer[]> {
  const found = await listRemoved(ctx.db, viewer.id, ctx.clock.now(), maxListedRemoved);
  const rows = found.map((row) => ({ ...row, is_bookmarked: false }));
  const cards = await cardsIn(ctx, viewer, rows);
  return rows.map(({ story_id, removed_at }) => {
    const entry: Omit<RemovedEntry, 'story'> = { storyId: story_id, removedAt: removed_at.toISOString() };
    return jsonWith(entry, { story: cards.get(story_id) ?? jsonNull });
  });
}

/** Sets the reader's private note; an empty one removes it. */
export async function setNote(ctx: RequestContext, viewer: Viewer, storyId: string, note: string) {
  if (!(await entries.setNote(ctx.db, viewer.id, storyId, note))) throw notFound('Library entry');
  return { note };
}

export async function toggleBookmark(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const changed = requireFound(await changeEntry(ctx, viewer, storyId, entries.toggleBookmark), 'Story');
  return { isBookmarked: changed.is_bookmarked };
}

export async function markCompleted(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const changed = requireFound(await choose(ctx, viewer, storyId, 'completed'), 'Story');
  return { progress: changed.progress, isCompleted: true };
}

const presentPosition = (chapter: string, row: queries.FoundPosition): ChapterProgress => ({
  chapter,
  progress: row.progress ?? 0,
  position:
    row.paragraph === null
      ? null
      : {
          paragraph: row.paragraph,
          offset: row.char_offset ?? 0,
          ...(row.version ? { version: row.version } : {}),
        },
  updatedAt: row.updated_at?.toISOString() ?? null,
});

export async function getChapterProgress(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<ChapterProgress> {
  const row = requireFound(await queries.findPosition(ctx.db, readerOf(ctx, viewer), id), 'Chapter');
  return presentPosition(id, row);
}

/** The reader's positions in those of these chapters that they have opened. */
export const listChapterPositions = async (
  ctx: RequestContext,
  viewer: Viewer,
  chapterIds: string[],
): Promise<Opening['places']> =>
  (await queries.listPositions(ctx.db, readerOf(ctx, viewer), chapterIds)).map((row) => ({
    ...presentPosition(row.chapter_id, row),
    furthest: row.furthest,
  }));

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
  { progress, position, readAt, readsAgain }: z.output<(typeof saveCall)['body']>,
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
  const reader = readerOf(ctx, viewer);
  const row = readsAgain
    ? await transaction(ctx.db, async (tx) => {
        await beginAgain(tx, reader, id, offline ?? now);
        return savePosition(tx, reader, id, input);
      })
    : await savePosition(ctx.db, reader, id, input);
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
