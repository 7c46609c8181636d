import { chapterChanged, type saveDraft as saveCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { lockStory, requireEditable, requireTextSpace } from '../stories/index.ts';
import { chapterRoom } from './chapter-room.ts';
import { findChapter, findStoryAccess } from './chapters.queries.ts';
import * as queries from './drafts.queries.ts';
import { draftAsJson, responseEndingIn } from './long-texts.ts';

/** The key of a draft that the viewer may save: for a chapter of their own story, or for a new one. */
export async function draftKey(
  ctx: Pick<AppContext, 'db'>,
  viewer: Viewer,
  storyId: string,
  slot: string,
): Promise<queries.DraftKey> {
  requireEditable(viewer, await findStoryAccess(ctx.db, storyId));
  if (slot !== 'new' && (await findChapter(ctx.db, slot))?.story_id !== storyId) throw notFound('Chapter');
  return { authorId: viewer.id, storyId, slot };
}

export async function getDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  slot: string,
): Promise<PrebuiltJson | { data: null }> {
  const row = await queries.findDraft(ctx.db, await draftKey(ctx, viewer, storyId, slot));
  if (row === undefined) return { data: null };
  const { title, content, author_notes, is_published, base_version, revision, updated_at } = row;
  const text = {
    title,
    content,
    authorNotes: author_notes,
    isPublished: is_published,
    baseVersion: base_version,
  };
  return responseEndingIn(await draftAsJson(ctx, text), { revision, updatedAt: updated_at.toISOString() });
}

/** A draft changes its story's byte count, so the story's lock is taken first here too. */
const withLockedStory = <T>(db: Db, storyId: string, work: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    if ((await lockStory(tx, storyId)) === undefined) throw notFound('Story');
    return work(tx);
  });

/** A draft's size in its author's quota, computed the same way as in the database. */
const draftBytes = ({ title, content, authorNotes }: queries.DraftText): number =>
  Buffer.byteLength(title) + Buffer.byteLength(content) + Buffer.byteLength(authorNotes) + 100;

/** Saves a draft, unless another device has saved one since (docs/product/chapters.md#drafts). */
export async function saveDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  slot: string,
  { follows, ...text }: z.output<(typeof saveCall)['body']>,
): Promise<PrebuiltJson> {
  const key = await draftKey(ctx, viewer, storyId, slot);
  // Build the JSON before saving: a thread may fail, and then nothing must have been saved.
  const json = await draftAsJson(ctx, text);
  const now = ctx.clock.now();
  const revision = await withLockedStory(ctx.db, storyId, async (tx) => {
    const more = draftBytes(text) - (await queries.draftBytes(tx, key));
    await requireTextSpace(tx, ctx.config, viewer.id, more);
    return queries.upsertDraft(tx, key, text, follows, now);
  });
  if (revision === undefined) {
    throw new AppError(
      'TEXT_CHANGED',
      'This draft was changed on another device. Nothing was overwritten; choose which text to keep.',
    );
  }
  ctx.live.publish(chapterRoom(key), chapterChanged, { storyId, slot, version: null, revision });
  return responseEndingIn(json, { revision, updatedAt: now.toISOString() });
}

/** Deletes the draft; with a revision, only if it still has that revision. */
export async function discardDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  slot: string,
  revision: number | undefined,
): Promise<void> {
  const key = await draftKey(ctx, viewer, storyId, slot);
  await withLockedStory(ctx.db, storyId, (tx) => queries.deleteDraft(tx, key, revision));
}

/** The part of a save that says which draft it contains. */
interface SavedChapter {
  draftRevision?: number;
  title?: string;
  content?: string;
  authorNotes?: string;
}

/** Deletes the draft whose text was saved. Publishing alone deletes none, and a newer draft stays. */
export async function deleteSavedDraft(tx: Db, key: queries.DraftKey, changes: SavedChapter): Promise<void> {
  const { draftRevision, title, content, authorNotes } = changes;
  const saved = [title, content, authorNotes].some((text) => text !== undefined);
  if (saved && draftRevision !== undefined) await queries.deleteDraft(tx, key, draftRevision);
}
