import type { ChapterSummary } from '@inkling/contract/chapters';
import { paginate } from '@inkling/contract/page';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { maySee, requireOwner } from '../stories/index.ts';
import { presentSummary } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';

/** Published chapters of published stories. */
export async function listChapters(
  ctx: RequestContext,
  { story, page, limit }: { story?: string; page: number; limit: number },
) {
  const { rows, total } = await queries.listAllChapters(ctx.db, story, page, limit);
  return { data: rows.map((row) => presentSummary(row, false)), pagination: paginate(page, limit, total) };
}

/** A story's published chapters; the author of a draft sees those that would be. */
export async function listChaptersOfStory(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
): Promise<ChapterSummary[]> {
  const story = await queries.findStoryAccess(ctx.db, storyId);
  if (story === undefined || !maySee(story, viewer?.id ?? null)) throw notFound('Story');
  return (await queries.listChapters(ctx.db, storyId, false)).map((row) => presentSummary(row, false));
}

export async function listChaptersForAuthor(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
): Promise<ChapterSummary[]> {
  requireOwner(await queries.findStoryAccess(ctx.db, storyId), viewer.id);
  return (await queries.listChapters(ctx.db, storyId, true)).map((row) => presentSummary(row, true));
}
