import type { planChapter as planCall, SavedChapter } from '@inkling/contract/chapters';
import type { z } from 'zod';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { MinimalJson, type PrebuiltJson } from '../../platform/http/sent-json.ts';
import { requireTextSpace } from '../stories/index.ts';
import type { StoredText } from './chapter-text.ts';
import { requireEditable } from './chapters.policy.ts';
import { presentChapter } from './chapters.present.ts';
import { type FoundChapter, findChapter, lockChapter, updateChapter } from './chapters.queries.ts';
import { textResponse } from './long-texts.ts';
import { findVersion } from './versions.queries.ts';

/** One of the viewer's own chapters; 403 for a chapter that they may only read, 404 otherwise. */
export const findOwn = async (db: Db, viewer: Viewer, id: string): Promise<FoundChapter> =>
  requireEditable(viewer, await findChapter(db, id));

/** Locks one of the viewer's own chapters and its story until the transaction ends. */
export const lockOwn = async (tx: Db, viewer: Viewer, id: string): Promise<FoundChapter> =>
  requireEditable(viewer, await lockChapter(tx, id));

/** A chapter as its author sees it, with the current version of its text. */
export interface OwnChapter {
  summary: ReturnType<typeof presentChapter>;
  text: StoredText;
}

export async function readOwn(db: Db, viewer: Viewer, id: string): Promise<OwnChapter> {
  // A save between the two queries may have replaced the version: then try once more.
  for (const isLastAttempt of [false, true]) {
    const chapter = await findOwn(db, viewer, id);
    const text = await findVersion(db, chapter, chapter.version);
    if (text !== undefined) return { summary: presentChapter(chapter, true), text };
    if (isLastAttempt) break;
  }
  throw notFound('Chapter');
}

/** Sets what only the author sees of a chapter: its stage and a note. */
export const planChapter = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { stage, privateNote }: z.output<(typeof planCall)['body']>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const chapter = await lockOwn(tx, viewer, id);
    const bytes = Buffer.byteLength(privateNote) - Buffer.byteLength(chapter.private_note);
    await requireTextSpace(tx, ctx.config, chapter.author_id, bytes);
    await updateChapter(tx, id, { stage, private_note: privateNote });
  });

/** The response for one of the viewer's own chapters. */
export const ownChapterResponse = (
  ctx: RequestContext,
  { summary, text }: OwnChapter,
): Promise<PrebuiltJson> => textResponse(ctx, { ...summary, isLiked: false }, text);

/**
 * The same after a save; without the text if the client has asked for that. It has not sent the text of a chapter that an
 * earlier request created.
 */
export async function savedChapterResponse(
  ctx: RequestContext,
  saved: OwnChapter & { isEarlier?: boolean },
  returnsMinimal: boolean,
): Promise<PrebuiltJson> {
  if (!returnsMinimal || saved.isEarlier) return ownChapterResponse(ctx, saved);
  return new MinimalJson({ ...saved.summary, isLiked: false } satisfies SavedChapter);
}
