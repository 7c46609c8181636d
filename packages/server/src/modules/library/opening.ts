import type { Opening } from '@inkling/contract/library';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listStretch } from '../chapters/index.ts';
import { findStories, presentStory } from '../stories/index.ts';
import { countOpened } from './library.queries.ts';
import { listPlaces } from './library.service.ts';
import { type EntryRow, findEntry } from './library-lists.queries.ts';

/** The chapter to go on with, as Continue Reading has it: none in a story that is read to its end. */
function lastChapterOf(entry: EntryRow | undefined): string | null {
  if (entry === undefined) return null;
  const goesOn = (entry.status === 'reading' && entry.last_read_at !== null) || entry.has_new_chapter;
  return goesOn ? (entry.last_chapter?.id ?? null) : null;
}

/**
 * What the reading screen opens a story with, but the text: one request instead of four. The chapters are those from a
 * number on, or those around one: the chapter that is named, else the one to go on with.
 */
export async function openStory(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { from, chapter }: { from?: number | undefined; chapter?: string | undefined },
): Promise<Opening> {
  const entry = await findEntry(ctx.db, viewer.id, storyId);
  const lastChapterRead = lastChapterOf(entry);
  const around = chapter ?? lastChapterRead ?? undefined;
  const [{ chapters, total }, stories, opened] = await Promise.all([
    listStretch(ctx, viewer, storyId, { from, around }),
    findStories(ctx.db, [storyId], viewer.id),
    countOpened(ctx.db, viewer.id, storyId),
  ]);
  const story = stories.get(storyId.toLowerCase());
  if (story === undefined) throw notFound('Story');
  const ids = chapters.map(({ _id }) => _id);
  return {
    story: presentStory(ctx.config, story, viewer.id),
    chapters,
    total,
    opened,
    lastChapterRead,
    isCompleted: entry?.status === 'completed',
    places: await listPlaces(ctx, viewer, ids),
  };
}
