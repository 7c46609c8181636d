import { paginate } from '@inkling/contract/page';
import type { TrashItem } from '@inkling/contract/trash';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import * as chapters from '../chapters/index.ts';
import * as stories from '../stories/index.ts';
import { listTrash, type TrashRow } from './trash.queries.ts';

const present = (row: TrashRow): TrashItem => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  words: row.words,
  chapters: row.chapters,
  story:
    row.kind === 'story' ? null : { _id: row.story_id, title: row.story_title, isDeleted: row.story_deleted },
  deletedAt: row.deleted_at.toISOString(),
  eraseAt: row.erase_at.toISOString(),
});

export async function getTrash(ctx: RequestContext, viewer: Viewer, query: { page: number; limit: number }) {
  const { rows, total } = await listTrash(ctx.db, viewer.id, ctx.clock.now(), query);
  return { data: rows.map(present), pagination: paginate(query.page, query.limit, total) };
}

export async function restoreStory(ctx: RequestContext, viewer: Viewer, id: string) {
  const draftBecause = await stories.restoreStory(ctx, viewer, id);
  return { story: await stories.getStory(ctx, viewer, id), draftBecause };
}

export async function restoreChapter(ctx: RequestContext, viewer: Viewer, id: string) {
  const draftBecause = await chapters.restoreChapter(ctx, viewer, id);
  return { chapter: (await chapters.readOwn(ctx.db, viewer, id)).summary, draftBecause };
}
