import { chapterChanged, type saveDraft as saveCall } from '@inkling/contract/chapters';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import type { PrebuiltJson } from '../../platform/http/sent-json.ts';
import { lockStory, requireEditable, requireTextSpace } from '../stories/index.ts';
import { chapterRoom } from './chapters.live.ts';
import { findStoryAccess, isChapterOf } from './chapters.queries.ts';
import * as queries from './drafts.queries.ts';
import { draftsResponse, wordsOf } from './long-texts.ts';

/**
 * Up to which turn a device's draft is being deleted: a write of it that arrives later must not bring it back. In memory,
 * because no request outlives the process that it was sent to.
 */
const deletedTurns = new LRUCache<string, number>({ max: 10_000 });
const nameOf = ({ authorId, storyId, chapterId }: queries.DraftKey, device: string): string =>
  `${authorId}/${storyId}/${chapterId}/${device}`;

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
    rows.map(({ chapter, device, turn, updatedAt, ...text }) => ({
      fields: { chapter, device, turn, updatedAt },
      text,
    })),
  );
}

/**
 * Orders the writes of a story's drafts, also before a draft has a row: a late one must see that a later one is stored,
 * or that its draft was deleted, which saves of chapters do under the same lock.
 */
const withLockedStory = <T>(db: Db, storyId: string, work: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    if ((await lockStory(tx, storyId)) === undefined) throw notFound('Story');
    return work(tx);
  });

/** A draft's size in its author's quota, computed the same way as in the database. */
const draftBytes = ({ title, content, authorNotes, endNotes }: queries.DraftText): number =>
  Buffer.byteLength(title + authorNotes + endNotes) + Buffer.byteLength(content) + 100;

/**
 * Saves a device's draft. A request that arrives after a later one of the same device, or after its deletion, changes
 * nothing (docs/product/chapters.md#drafts). Returns the turn and time of the later one.
 */
export async function saveDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  chapterId: string,
  { device, turn, ...text }: z.output<(typeof saveCall)['body']>,
): Promise<{ turn: number; updatedAt: string }> {
  const key = await draftKey(ctx, viewer, storyId, chapterId);
  const words = await wordsOf(ctx, text.content);
  const now = ctx.clock.now();
  const stored = await withLockedStory(ctx.db, storyId, async (tx) => {
    const before = await queries.findDraft(tx, key, device);
    if (before !== undefined && before.turn >= turn) return { ...before, isNew: false };
    const deleted = deletedTurns.get(nameOf(key, device)) ?? 0;
    if (deleted >= turn) return { turn: deleted, updated_at: now, isNew: false };
    await requireTextSpace(tx, ctx.config, viewer.id, draftBytes(text) - (before?.bytes ?? 0));
    await queries.upsertDraft(tx, key, { device, turn }, text, words, now);
    return { turn, updated_at: now, isNew: true };
  });
  if (stored.isNew) ctx.live.publish(chapterRoom(key), chapterChanged, { storyId, chapterId, version: null });
  return { turn: stored.turn, updatedAt: stored.updated_at.toISOString() };
}

/** Deletes a device's draft, unless a later turn is stored. */
export async function discardDraft(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  chapterId: string,
  draft: queries.DraftTurn,
): Promise<void> {
  const key = await draftKey(ctx, viewer, storyId, chapterId);
  await withLockedStory(ctx.db, storyId, (tx) => deleteDrafts(tx, key, [draft]));
}

/** Deletes drafts. The caller has locked the story. */
async function deleteDrafts(tx: Db, key: queries.DraftKey, drafts: queries.DraftTurn[]): Promise<void> {
  for (const { device, turn } of drafts) {
    const name = nameOf(key, device);
    deletedTurns.set(name, Math.max(turn, deletedTurns.get(name) ?? 0));
  }
  await queries.deleteDrafts(tx, key, drafts);
}

/** The part of a save that says which drafts it contains. */
interface SavedChapter {
  savedDrafts?: queries.DraftTurn[] | undefined;
  title?: string | undefined;
  content?: string | undefined;
  authorNotes?: string | undefined;
  endNotes?: string | undefined;
}

/** Deletes the drafts whose text was saved. Publishing alone deletes none, and later turns stay. */
export async function deleteSavedDrafts(
  tx: Db,
  key: queries.DraftKey,
  { savedDrafts = [], title, content, authorNotes, endNotes }: SavedChapter,
): Promise<void> {
  const savesText = [title, content, authorNotes, endNotes].some((text) => text !== undefined);
  if (savesText && savedDrafts.length > 0) await deleteDrafts(tx, key, savedDrafts);
}
