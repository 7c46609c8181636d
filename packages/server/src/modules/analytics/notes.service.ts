import { storyAnalyticsLimits } from '@inkling/contract/limits';
import type { AnalyticsNote } from '@inkling/contract/story-analytics';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { lockStory, requireEditable } from '../stories/index.ts';
import { deleteNote as deleteRow, saveNote as saveRow } from './notes.queries.ts';

/** Writes or changes a note; QUOTA_REACHED (docs/product/story-analytics.md#notes). */
export const saveNote = (
  ctx: RequestContext,
  viewer: Viewer,
  { id: storyId, noteId }: { id: string; noteId: string },
  { day, text }: { day: string; text: string },
): Promise<AnalyticsNote> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    const note = { id: noteId, day, text };
    if (await saveRow(tx, storyId, note, storyAnalyticsLimits.notes, ctx.clock.now()))
      return { _id: noteId, day, text };
    throw new AppError(
      'QUOTA_REACHED',
      `A story can have ${storyAnalyticsLimits.notes} notes. Please delete one first.`,
    );
  });

export const deleteNote = (
  ctx: RequestContext,
  viewer: Viewer,
  { id: storyId, noteId }: { id: string; noteId: string },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    if (!(await deleteRow(tx, storyId, noteId))) throw notFound('Note');
  });
