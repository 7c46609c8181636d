import type { Collection } from '@inkling/contract/collections';
import { paginate } from '@inkling/contract/page';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { joinedResponse, jsonNull, jsonWith, type PrebuiltJson } from '../../platform/http/sent-json.ts';
import { cardsOf } from '../stories/index.ts';
import { isOwner, requireReadable } from './collections.policy.ts';
import { findCollection, listCollected } from './collections.queries.ts';

/** The name of a collection and the states of a page of its stories that the viewer may open; NOT_FOUND for a hidden one. */
export async function findCollected(
  { db }: Pick<RequestContext, 'db'>,
  viewer: Viewer,
  id: string,
  page: { page: number; limit: number },
) {
  const row = requireReadable(viewer, await findCollection(db, id, viewer.id));
  const { rows, total } = await listCollected(db, viewer, row, page);
  return { name: row.name, states: rows.flatMap(({ story }) => story ?? []), total };
}

/** A collection with a page of its stories; for its owner also those that are no longer available. */
export async function getCollection(
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
  { page, limit }: { page: number; limit: number },
): Promise<PrebuiltJson> {
  const row = requireReadable(viewer, await findCollection(ctx.db, id, viewer?.id ?? null));
  const own = isOwner(viewer, row);
  const { rows: collected, total } = await listCollected(ctx.db, viewer, row, { page, limit });
  const cards = await cardsOf(
    ctx,
    collected.flatMap(({ story }) => story ?? []),
    viewer,
  );
  const stories = collected.flatMap(({ story_id, added_at, note, is_excluded }) => {
    const story = cards.get(story_id);
    // Others are not told of a story that was withdrawn since the page was found.
    return story === undefined && !own
      ? []
      : [
          jsonWith(
            { _id: story_id, addedAt: added_at.toISOString(), note, isExcluded: is_excluded },
            { story: story ?? jsonNull },
          ),
        ];
  });
  const collection: Omit<Collection, 'stories'> = {
    _id: row.id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    owner: row.owner,
    storyCount: total,
    withheld: row.withheld,
    isSaved: row.is_saved,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
  return joinedResponse(jsonWith(collection, { stories }), { pagination: paginate(page, limit, total) });
}
