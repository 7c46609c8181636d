import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import type { PrebuiltJson } from '../../platform/http/sent-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { requireRight } from '../plans/index.ts';
import { type ChapterLookup, findReadables } from './chapter-reading.queries.ts';
import { presentChapter } from './chapters.present.ts';
import { findChapter } from './chapters.queries.ts';
import { textResponse } from './long-texts.ts';
import { findVersion } from './versions.queries.ts';

const readables = perInstance((db: Db) => loader((lookups: ChapterLookup[]) => findReadables(db, lookups)));
const responses = perInstance((_db: Db) => revisionCache(({ size }: PrebuiltJson) => size));

async function buildResponse(ctx: RequestContext, id: string, isLiked: boolean): Promise<PrebuiltJson> {
  const chapter = await findChapter(ctx.db, id);
  const text = chapter?.is_published ? await findVersion(ctx.db, chapter, chapter.version) : undefined;
  if (chapter === undefined || text === undefined) throw notFound('Chapter');
  return textResponse(ctx, { ...presentChapter(chapter, false), isLiked }, text, 'many');
}

/**
 * A published chapter for a reader. Every request queries access, the row's current state and the reader's like; the
 * response for these comes from the cache (docs/product/chapters.md#reading-access).
 */
export async function readChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<PrebuiltJson> {
  const chapterId = id.toLowerCase();
  const readable = await readables(ctx.db)({ chapterId, viewerId: viewer.id });
  if (readable === undefined) throw notFound('Chapter');
  const { state, is_liked, is_exclusive } = readable;
  if (is_exclusive) await requireRight(ctx.db, ctx, viewer.id, 'exclusiveChapters');
  // One response for readers who like the chapter and one for the others: each is compressed once.
  return responses(ctx.db).load(`${chapterId} ${is_liked}`, state, () =>
    buildResponse(ctx, chapterId, is_liked),
  );
}
