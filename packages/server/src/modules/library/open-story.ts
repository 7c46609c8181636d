import type { Opening } from '@inkling/contract/library';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listChapterRange, readerOf } from '../chapters/index.ts';
import { findStories, presentStory, requireReadable } from '../stories/index.ts';
import { findReader } from './library.queries.ts';
import { listChapterPositions, presentRef } from './library.service.ts';
import { type EntryRow, findEntry } from './library-lists.queries.ts';

/** The chapter read last and the one to continue with, as in Continue Reading; neither for a story that was read to its end. */
function placesOf(entry: EntryRow | undefined) {
  const continues = entry !== undefined && entry.status !== 'completed' && entry.last_read_at !== null;
  if (!continues) return { lastChapterRead: null, continueWith: null };
  return { lastChapterRead: entry.last_chapter?.id ?? null, continueWith: entry.continue_with };
}

/**
 * All the data with which the reading screen opens a story, except the text: one request instead of four. Lists the
 * chapters from a number on, or around the given chapter, else around the one to continue with.
 */
export async function openStory(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { from, chapter }: { from?: number | undefined; chapter?: string | undefined },
): Promise<Opening> {
  const reader = readerOf(ctx, viewer);
  const entry = await findEntry(ctx.db, reader, storyId);
  const { lastChapterRead, continueWith } = placesOf(entry);
  const around = chapter ?? continueWith ?? undefined;
  const [
    { chapters, volumes, total, unavailable },
    stories,
    { opened, readable: some, ereader, readingSettings },
  ] = await Promise.all([
    listChapterRange(ctx, viewer, storyId, { from, around }),
    findStories(ctx.db, [storyId], viewer.id),
    findReader(ctx.db, reader, storyId),
  ]);
  const story = requireReadable(viewer, stories.get(storyId.toLowerCase()));
  const ids = chapters.map(({ _id }) => _id);
  const shown = presentStory(ctx.config, story, viewer);
  const readable = some ?? { chapters: total, words: shown.stats.totalWordCount };
  return {
    story: shown,
    chapters,
    volumes,
    total,
    unavailable,
    opened,
    lastChapterRead,
    continueWith,
    nextUnread: entry?.next_unread ? presentRef(entry.next_unread) : null,
    unread: entry?.unread ?? readable.chapters,
    unreadBefore: entry?.unread_before ?? 0,
    firstUnreadBefore: entry?.first_unread_before ? presentRef(entry.first_unread_before) : null,
    isCompleted: entry?.status === 'completed',
    newChapters: entry?.new_chapters ?? 0,
    status: entry?.status ?? 'none',
    note: entry?.note ?? '',
    secondsRead: Math.round(entry?.seconds_read ?? 0),
    places: await listChapterPositions(ctx, viewer, ids),
    ...(ereader !== null && { ereader }),
    readable,
    readsExclusive: readable.chapters >= total,
    reader: { _id: viewer.id, readingSettings },
  };
}
