import { excerptOf } from '@inkling/contract/chapter-text';
import type { Opening } from '@inkling/contract/library';
import { chaptersPerPage } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import { notFound, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import type { PrebuiltJson } from '../../platform/http/sent-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { requireRight } from '../plans/index.ts';
import { requireEditable, requireReadable } from '../stories/index.ts';
import { presentChapter, presentListed } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';
import { type ChapterLookup, findChapter, findReadables, findStoryAccess } from './chapters.queries.ts';
import { textResponse } from './long-texts.ts';
import { countOwnChapters, listOwnChapters, listUnsaved, type OwnList } from './own-chapter-list.queries.ts';
import { findVersion } from './versions.queries.ts';
import { listVolumes } from './volumes.queries.ts';

type OwnListPage = OwnList & { page: number; limit: number };

export async function listChaptersForAuthor(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  list: OwnListPage,
) {
  const story = requireEditable(viewer, await findStoryAccess(ctx.db, storyId));
  return pageForAuthor(ctx, viewer, story, list);
}

/** A page of a story's chapters, with the volumes, counts and unsaved text of the whole story. */
export async function pageForAuthor(
  { db, config }: Pick<RequestContext, 'db' | 'config'>,
  viewer: Viewer,
  { id: storyId, exclusive_from }: { id: string; exclusive_from: number | null },
  { page, limit, ...list }: OwnListPage,
) {
  const rows = await listOwnChapters(db, storyId, list, { offset: (page - 1) * limit, limit });
  const { counts, listed } = await countOwnChapters(db, storyId, list);
  return {
    data: rows.map((row) => ({
      ...presentListed(config, row, true),
      stage: row.stage,
      privateNote: row.private_note,
      views: row.views,
    })),
    volumes: await listVolumes(db, storyId, true),
    counts,
    exclusive: config.PLANS ? { fromChapter: exclusive_from } : null,
    unsaved: (await listUnsaved(db, viewer.id, storyId)).map(({ updatedAt, beginning, ...draft }) => ({
      ...draft,
      excerpt: excerptOf(beginning),
      updatedAt: updatedAt.toISOString(),
    })),
    pagination: paginate(page, limit, listed),
  };
}

const readables = perInstance((db: Db) =>
  loader((lookups: ChapterLookup[]) => findReadables(db, lookups), { onStandbys: true }),
);
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
  const readable = requireFound(await readables(ctx.db)({ chapterId, viewerId: viewer.id }), 'Chapter');
  const { state, is_liked, is_exclusive } = readable;
  if (is_exclusive) await requireRight(ctx.db, ctx, viewer.id, 'exclusiveChapters');
  // One response for readers who like the chapter and one for the others: each is compressed once.
  return responses(ctx.db).load(`${chapterId} ${is_liked}`, state, () =>
    buildResponse(ctx, chapterId, is_liked),
  );
}

interface Page {
  page: number;
  limit: number;
}

/** Published chapters, of one story or of all that lists show. */
export async function listChapters(
  ctx: RequestContext,
  viewer: Viewer | null,
  { story, page, limit }: { story?: string; page: number; limit: number },
) {
  const { rows, total } = await queries.listAllChapters(ctx.db, viewer, story, { page, limit });
  return {
    data: rows.map((row) => presentListed(ctx.config, row, false)),
    pagination: paginate(page, limit, total),
  };
}

/** Finds a story that the viewer may read, with its chapter counts. */
const findReadable = async (ctx: RequestContext, viewer: Viewer | null, storyId: string) =>
  requireReadable(viewer, await queries.findStoryAccess(ctx.db, storyId));

/** A page of a story's published chapters; the author of a draft story sees them too. */
export async function listChaptersOfStory(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  { page, limit }: Page,
) {
  const { published_chapters } = await findReadable(ctx, viewer, storyId);
  const rows = await queries.listPublished(ctx.db, storyId, { offset: (page - 1) * limit, limit });
  return {
    data: rows.map((row) => presentListed(ctx.config, row, false)),
    volumes: await listVolumes(ctx.db, storyId, false),
    pagination: paginate(page, limit, published_chapters),
  };
}

/** The requested range of a story's published chapters: from this number on, or around a chapter. */
export interface ChapterRange {
  from?: number | undefined;
  around?: string | undefined;
}

/**
 * One page of consecutive published chapters. A range around a chapter includes its neighbours; around an unknown
 * chapter, it is the first page. `unavailable` names the one before a chapter that cannot be read now.
 */
export async function listChapterRange(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { from, around }: ChapterRange,
): Promise<Pick<Opening, 'chapters' | 'volumes' | 'total' | 'unavailable'>> {
  const { published_chapters: total } = await findReadable(ctx, viewer, storyId);
  const found = around === undefined ? undefined : await queries.findNumber(ctx.db, storyId, around);
  const number = Math.min(found?.number ?? 1, total);
  const first = from ?? rangeStart(Math.max(1, number), total);
  const range = { offset: first - 1, limit: chaptersPerPage };
  const rows = await queries.listPublished(ctx.db, storyId, range);
  const volumes = await listVolumes(ctx.db, storyId, false);
  const before = rows.find(({ published_number }) => published_number === number)?.id ?? null;
  return {
    chapters: rows.map((row) => presentListed(ctx.config, row, false)),
    volumes,
    total,
    unavailable: found?.is_published === false ? { before } : null,
  };
}

/** The first number of the range around a chapter: 1 as long as the range still includes the next chapter. */
function rangeStart(number: number, total: number): number {
  if (number < chaptersPerPage) return 1;
  return Math.max(1, Math.min(number - chaptersPerPage / 2, total - chaptersPerPage + 1));
}
