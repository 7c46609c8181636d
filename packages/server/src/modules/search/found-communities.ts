import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { findCommunities } from '../communities/index.ts';

/** A page of the communities with these words in name or description, and how many there are, counted up to a limit. */
export async function findFoundCommunities(
  ctx: RequestContext,
  viewer: Viewer | null,
  { q, sortBy, page, limit }: { q: string; sortBy: SearchSort; page: number; limit: number },
) {
  const { counted } = searchLimits;
  const wanted = { search: q, sort: sortBy, counted, page, limit };
  const { communities, total } = await findCommunities(ctx, viewer, wanted);
  const left = Math.max(0, counted - (page - 1) * limit);
  const data = communities.slice(0, left).map(({ _id, name, image, memberCount, description }) => ({
    _id,
    name,
    avatar: image,
    membersCount: memberCount,
    description,
  }));
  return { data, total: Math.min(total, counted) };
}
