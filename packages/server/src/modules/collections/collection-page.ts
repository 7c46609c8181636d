import type { Collection } from '@inkling/contract/collections';
import { type Pagination, paginate } from '@inkling/contract/page';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { marksRevision, presentReadable, presentShown, viewerResponses } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import { isOwner, requireReadable } from './collections.policy.ts';
import { type CollectionRow, countShown, findCollections, listCollected } from './collections.queries.ts';

interface Page {
  page: number;
  limit: number;
}

/** Requests that arrive together share a statement. */
const collections = perInstance((db: Db) =>
  loader((lookups: { id: string; viewerId: string | null }[]) => findCollections(db, lookups)),
);

const cacheBytes = 8 * 1024 * 1024;
const responses = viewerResponses(cacheBytes);

async function load(
  ctx: RequestContext,
  viewer: Viewer | null,
  row: CollectionRow,
  { page, limit }: Page,
): Promise<{ data: Collection; pagination: Pagination }> {
  const { id } = row;
  const own = viewer !== null && isOwner(viewer, row);
  const collected = await listCollected(ctx.db, own ? 'owner' : viewer, id, { page, limit });
  const isLast = 0 < collected.length && collected.length < limit;
  const countAll = () => (own ? row.stories : countShown(ctx.db, viewer, id));
  const total = isLast ? (page - 1) * limit + collected.length : await countAll();
  const ids = collected.map(({ story_id }) => story_id);
  const stories = own ? await presentReadable(ctx, viewer, ids) : await presentShown(ctx, viewer, ids);
  const byId = new Map(stories.map((story) => [story._id, story]));
  const entries = collected.map(({ story_id, added_at }) => ({
    _id: story_id,
    story: byId.get(story_id) ?? null,
    addedAt: added_at.toISOString(),
  }));
  return {
    data: {
      _id: id,
      name: row.name,
      description: row.description,
      visibility: row.visibility,
      owner: presentAuthor(row.owner),
      storyCount: total,
      isSaved: row.is_saved,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      // Others are not told of a story that was withdrawn since the page was found.
      stories: own ? entries : entries.filter(({ story }) => story !== null),
    },
    pagination: paginate(page, limit, total),
  };
}

/** A collection with a page of its stories; for its owner also those that are no longer available. */
export async function getCollection(
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
  page: Page,
): Promise<PrebuiltJson> {
  const found = await collections(ctx.db)({ id, viewerId: viewer?.id ?? null });
  const row = requireReadable(viewer, found);
  // Of unpublished stories, which only the owner sees, nothing tells when they change.
  const isOwn = viewer !== null && isOwner(viewer, row);
  const own = async () => {
    const marks = isOwn ? null : await marksRevision(ctx, viewer);
    return marks === null ? null : `${marks} ${row.state} ${row.is_saved}`;
  };
  const wanted = { key: `${id} ${page.page} ${page.limit}`, own };
  return responses(ctx, viewer, wanted, async () => {
    const body = await load(ctx, viewer, row, page);
    return { body, stories: body.data.stories.flatMap(({ story }) => story ?? []) };
  });
}
