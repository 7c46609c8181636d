import type { Opening } from '@inkling/contract/library';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listChapterRange, readerOf } from '../chapters/index.ts';
import { hasRight } from '../plans/index.ts';
import { findStories, isAuthor, presentStory, requireReadable } from '../stories/index.ts';
import { findReader } from './library.queries.ts';
import { listChapterPositions } from './library.service.ts';
import { type EntryRow, findEntry } from './library-lists.queries.ts';

/** The chapter to continue with, as in Continue Reading; null for a story that was read to its end. */
function lastChapterOf(entry: EntryRow | undefined): string | null {
  if (entry === undefined) return null;
  const continues = entry.status !== 'completed' && entry.last_read_at !== null;
  return continues ? (entry.last_chapter?.id ?? null) : null;
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
  const entry = await findEntry(ctx.db, readerOf(ctx, viewer), storyId);
  const lastChapterRead = lastChapterOf(entry);
  const around = chapter ?? lastChapterRead ?? undefined;
  const [{ chapters, volumes, total, unavailable }, stories, { opened, readingSettings }] = await Promise.all(
    [
      listChapterRange(ctx, viewer, storyId, { from, around }),
      findStories(ctx.db, [storyId], viewer.id),
      findReader(ctx.db, viewer.id, storyId),
    ],
  );
  const story = requireReadable(viewer, stories.get(storyId.toLowerCase()));
  const ids = chapters.map(({ _id }) => _id);
  const isOpen = isAuthor(viewer, story) || !chapters.some(({ isExclusive }) => isExclusive);
  const readsExclusive = isOpen || (await hasRight(ctx.db, ctx, viewer.id, 'exclusiveChapters'));
  return {
    story: presentStory(ctx.config, story, viewer),
    chapters,
    volumes,
    total,
    unavailable,
    opened,
    lastChapterRead,
    isCompleted: entry?.status === 'completed',
    newChapters: entry?.new_chapters ?? 0,
    status: entry?.status ?? 'none',
    note: entry?.note ?? '',
    secondsRead: Math.round(entry?.seconds_read ?? 0),
    places: await listChapterPositions(ctx, viewer, ids),
    readsExclusive,
    reader: { _id: viewer.id, readingSettings },
  };
}
