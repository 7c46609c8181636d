import { excerptOf } from '@inkling/contract/chapter-text';
import { paginate } from '@inkling/contract/page';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { requireEditable } from '../stories/index.ts';
import { presentListed } from './chapters.present.ts';
import { findStoryAccess } from './chapters.queries.ts';
import { countOwnChapters, listOwnChapters, listUnsaved, type OwnList } from './own-chapter-list.queries.ts';
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
