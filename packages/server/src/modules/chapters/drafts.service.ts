import { chapterChanged, type saveDraft as saveCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { notFound } from '../../platform/app-error.ts';
import { noLaterThan } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import type { PrebuiltJson } from '../../platform/http/sent-json.ts';
import { requireEditable, requireTextSpace } from '../stories/index.ts';
import { chapterRoom } from './chapters.listeners.ts';
import { findStoryAccess, isChapterOf } from './chapters.queries.ts';
import * as queries from './drafts.queries.ts';
import { draftsResponse, wordsOf } from './long-texts.ts';

/** The key of drafts that the viewer may save: of a chapter of their own story, or of a new one with a free id. */
export async function draftKey(
  ctx: Pick<AppContext, 'db'>,
  viewer: Viewer,
  storyId: string,
  chapterId: string,
): Promise<queries.DraftKey> {
  requireEditable(viewer, await findStoryAccess(ctx.db, storyId));
  if ((await isChapterOf(ctx.db, chapterId, storyId)) === false) throw notFound('Chapter');
  return { authorId: viewer.id, storyId, chapterId };
}

/** The drafts of the viewer's devices, newest first; 'new': of chapters that were never created. */
export async function listDrafts(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  chapterId: string,
): Promise<PrebuiltJson> {
  if (chapterId === 'new') requireEditable(viewer, await findStoryAccess(ctx.db, storyId));
  else await draftKey(ctx, viewer, storyId, chapterId);
  const rows = await queries.listDrafts(ctx.db, viewer.id, storyId, chapterId === 'new' ? null : chapterId);
  return draftsResponse(
    ctx,
    rows.map(({ chapter, device, updatedAt, ...text }) => ({
      fields: { chapter, device, updatedAt },
      text,
    })),
  );
}

/** A draft's size in its author's quota, computed the same way as in the database. */
const draftBytes = ({ title, content, authorNotes, endNotes }: queries.DraftText): number =>
  Buffer.byteLength(title + authorNotes + endNotes) + Buffer.byteLength(content) + 100;

/** Saves a device's draft; one that was typed before the stored one changes nothing (docs/product/chapters.md#drafts). */
export async function saveDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  chapterId: string,
  body: z.output<(typeof saveCall)['body']>,
): Promise<void> {
  const key = await draftKey(ctx, viewer, storyId, chapterId);
  const words = await wordsOf(ctx, body.content);
  const draft = { ...body, updatedAt: noLaterThan(ctx.clock.now(), body.updatedAt) };
  const isSaved = await transaction(ctx.db, async (tx) => {
    const before = await queries.bytesOfDraft(tx, key, draft.device);
    await requireTextSpace(tx, ctx.config, viewer.id, draftBytes(draft) - before);
    return queries.upsertDraft(tx, key, draft, words);
  });
  if (isSaved) ctx.live.publish(chapterRoom(key), chapterChanged, { storyId, chapterId, version: null });
}

/** Deletes a device's draft, unless more was typed since. */
export async function discardDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  chapterId: string,
  draft: queries.DraftRef,
): Promise<void> {
  await queries.deleteDrafts(ctx.db, await draftKey(ctx, viewer, storyId, chapterId), [draft]);
}

type TextChanges = Partial<queries.DraftText> & { savedDrafts?: queries.DraftRef[] };

/** Deletes the drafts that a save of text includes. Publishing alone deletes none. */
export async function deleteSavedDrafts(
  tx: Db,
  key: queries.DraftKey,
  { savedDrafts = [], title, content, authorNotes, endNotes }: TextChanges,
): Promise<void> {
  const savesText = [title, content, authorNotes, endNotes].some((text) => text !== undefined);
  if (savesText && savedDrafts.length > 0) await queries.deleteDrafts(tx, key, savedDrafts);
}
