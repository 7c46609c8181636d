import type { ChapterSummary } from '@inkling/contract/chapters';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { requireEditable } from './chapters.policy.ts';
import { presentSummary } from './chapters.present.ts';
import { type FoundChapter, findChapter } from './chapters.queries.ts';
import { textResponse } from './long-texts.ts';
import { findVersion, type VersionRow } from './versions.queries.ts';

/** One of the viewer's own chapters; 403 for a chapter that they may only read, 404 otherwise. */
export const findOwn = async (db: Db, viewer: Viewer, id: string): Promise<FoundChapter> =>
  requireEditable(viewer, await findChapter(db, id));

/** A chapter as its author sees it, with the current version of its text. */
export interface OwnChapter {
  summary: ChapterSummary;
  text: VersionRow;
}

export async function readOwn(db: Db, viewer: Viewer, id: string): Promise<OwnChapter> {
  // A save between the two queries may have replaced the version: then try once more.
  for (const isLastAttempt of [false, true]) {
    const chapter = await findOwn(db, viewer, id);
    const text = await findVersion(db, chapter, chapter.version);
    if (text !== undefined) return { summary: presentSummary(chapter, true), text };
    if (isLastAttempt) break;
  }
  throw notFound('Chapter');
}

/** The response for one of the viewer's own chapters. */
export const ownChapterResponse = (
  ctx: RequestContext,
  { summary, text }: OwnChapter,
): Promise<PrebuiltJson> => textResponse(ctx, { ...summary, isLiked: false }, text);
