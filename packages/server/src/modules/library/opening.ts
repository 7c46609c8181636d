import type { Opening } from '@inkling/contract/library';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listChaptersOfStory } from '../chapters/index.ts';
import { findStories, presentStory } from '../stories/index.ts';
import { type EntryRow, findEntry } from './library.queries.ts';
import { listPlaces } from './library.service.ts';

/** The chapter to go on with, as Continue Reading has it: none in a story that is read to its end. */
function lastChapterOf(entry: EntryRow | undefined): string | null {
  if (entry === undefined) return null;
  const goesOn = (entry.status === 'reading' && entry.last_read_at !== null) || entry.has_new_chapter;
  return goesOn ? (entry.last_chapter?.id ?? null) : null;
}

/** All that the reading screen opens a story with, but the text: one request instead of four. */
export async function openStory(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<Opening> {
  const [chapters, stories, entry, places] = await Promise.all([
    listChaptersOfStory(ctx, viewer, storyId),
    findStories(ctx.db, [storyId], viewer.id),
    findEntry(ctx.db, viewer.id, storyId),
    listPlaces(ctx, viewer, storyId),
  ]);
  const story = stories.get(storyId.toLowerCase());
  if (story === undefined) throw notFound('Story');
  return {
    story: presentStory(ctx.config, story, viewer.id),
    chapters,
    lastChapterRead: lastChapterOf(entry),
    isCompleted: entry?.status === 'completed',
    places,
  };
}
