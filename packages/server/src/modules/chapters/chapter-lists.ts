import type { Opening } from '@inkling/contract/library';
import { chaptersPerPage } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { requireReadable } from '../stories/index.ts';
import { presentListed } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';
import { listVolumes } from './volumes.queries.ts';

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
