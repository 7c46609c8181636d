import { revisionLimits } from '@inkling/contract/limits';
import type { Revision } from '@inkling/contract/revisions';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { lockOwnChapter } from '../chapters/index.ts';
import { requireAuthor } from '../stories/index.ts';
import { changedWords } from './changed-words.ts';
import * as queries from './revisions.queries.ts';

/** How a chapter has changed since the viewer finished it; null if there is nothing to show. Throws NOT_FOUND. */
export async function getRevision(ctx: RequestContext, viewer: Viewer, id: string): Promise<Revision | null> {
  const found = await queries.findRevision(ctx, viewer.id, id);
  if (found === undefined) {
    if (!(await queries.isReadable(ctx, viewer.id, id))) throw notFound('Chapter');
    return null;
  }
  const { version, content, current_content, current_ids, revised_at, note } = found;
  const words = changedWords(found, { content: current_content, paragraph_ids: current_ids });
  if (words < revisionLimits.words) return null;
  return { version, content, words, note: note ?? '', revisedAt: revised_at.toISOString() };
}

export async function getSettings({ db }: RequestContext, viewer: Viewer, storyId: string) {
  await requireAuthor(db, viewer, storyId);
  return { isShown: await queries.isShown(db, storyId), notes: await queries.listNotes(db, storyId) };
}

export const setShown = (ctx: RequestContext, viewer: Viewer, storyId: string, isShown: boolean) =>
  transaction(ctx.db, async (tx) => {
    await requireAuthor(tx, viewer, storyId);
    await queries.setShown(tx, storyId, isShown);
    return { isShown };
  });

/** Sets the note for readers of older versions of the viewer's chapter; an empty note removes it. */
export const setNote = (ctx: RequestContext, viewer: Viewer, id: string, note: string) =>
  transaction(ctx.db, async (tx) => {
    await queries.setNote(tx, await lockOwnChapter(tx, viewer, id), note);
    return { note };
  });
