import type { ChapterSummary } from '@inkling/contract/chapters';
import { chaptersPerPage } from '@inkling/contract/chapters';
import { paginate } from '@inkling/contract/page';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { maySee, requireOwner } from '../stories/index.ts';
import { presentListed } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';

interface Page {
  page: number;
  limit: number;
}

/** Published chapters of published stories. */
export async function listChapters(
  ctx: RequestContext,
  { story, page, limit }: { story?: string; page: number; limit: number },
) {
  const { rows, total } = await queries.listAllChapters(ctx.db, story, page, limit);
  return { data: rows.map((row) => presentListed(row, false)), pagination: paginate(page, limit, total) };
}

/** A story that the viewer may see, as far as its chapters go. */
async function findVisible(ctx: RequestContext, viewer: Viewer | null, storyId: string) {
  const story = await queries.findStoryAccess(ctx.db, storyId);
  if (story === undefined || !maySee(story, viewer?.id ?? null)) throw notFound('Story');
  return story;
}

/** A page of a story's published chapters; the author of a draft sees those that would be. */
export async function listChaptersOfStory(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  { page, limit }: Page,
) {
  const { published_chapters } = await findVisible(ctx, viewer, storyId);
  const rows = await queries.listChapters(ctx.db, storyId, false, { offset: (page - 1) * limit, limit });
  return {
    data: rows.map((row) => presentListed(row, false)),
    pagination: paginate(page, limit, published_chapters),
  };
}

/** Which of a story's published chapters are asked for: from this number on, or those around a chapter. */
export interface Stretch {
  from?: number | undefined;
  around?: string | undefined;
}

/**
 * Published chapters that follow one another, as many as a page has. Around a chapter, the ones before and after it are
 * among them; around one that is not there, they are the first.
 */
export async function listStretch(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { from, around }: Stretch,
): Promise<{ chapters: ChapterSummary[]; total: number }> {
  const { published_chapters: total } = await findVisible(ctx, viewer, storyId);
  const number = around === undefined ? null : await queries.findNumber(ctx.db, storyId, around);
  const first = from ?? stretchAround(number ?? 1, total);
  const rows = await queries.listChapters(ctx.db, storyId, false, {
    offset: first - 1,
    limit: chaptersPerPage,
  });
  return { chapters: rows.map((row) => presentListed(row, false)), total };
}

/** Where the stretch around a chapter begins: with the first chapter, as long as that leaves room for the next one. */
function stretchAround(number: number, total: number): number {
  if (number < chaptersPerPage) return 1;
  return Math.max(1, Math.min(number - chaptersPerPage / 2, total - chaptersPerPage + 1));
}

export async function listChaptersForAuthor(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { page, limit }: Page,
) {
  const { chapters } = requireOwner(await queries.findStoryAccess(ctx.db, storyId), viewer.id);
  return pageForAuthor(ctx.db, storyId, chapters, { page, limit });
}

/** A page of all of a story's chapters, `total` in number. */
export async function pageForAuthor(db: Db, storyId: string, total: number, { page, limit }: Page) {
  const rows = await queries.listChapters(db, storyId, true, { offset: (page - 1) * limit, limit });
  return { data: rows.map((row) => presentListed(row, true)), pagination: paginate(page, limit, total) };
}
