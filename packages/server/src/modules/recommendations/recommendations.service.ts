import type { RequestContext, Viewer } from '../../platform/context.ts';
import { jsonWith } from '../../platform/http/joined-json.ts';
import { fillShelves } from '../stories/index.ts';
import { type PersonalPool, poolsOf } from './shelf-pools.ts';

/** Stories on a personalized shelf. */
const shelfSize = 10;

/** Stories that suit the reader, none of which is in the library (docs/product/recommendations.md#recommended). */
export async function listRecommended(ctx: RequestContext, viewer: Viewer, limit: number): Promise<Buffer[]> {
  const { recommended } = await poolsOf(ctx, viewer);
  const pool = { ids: recommended, onlyNew: true };
  const [shelf] = await fillShelves(ctx, viewer, [pool], { size: limit, above: [] });
  return shelf?.cards ?? [];
}

/** Puts stories under the headings of their shelves; leaves out shelves with too few. */
export const presentShelves = (pools: PersonalPool[], filled: { cards: Buffer[] }[]): Buffer[] =>
  pools.flatMap(({ id, icon, title, min }, index) => {
    const stories = filled[index]?.cards ?? [];
    return stories.length < min ? [] : [jsonWith({ id, icon, title }, { stories })];
  });

/** Up to five shelves chosen for the reader (docs/product/recommendations.md#personalized-shelves). */
export async function listPersonalShelves(ctx: RequestContext, viewer: Viewer): Promise<Buffer[]> {
  const { shelves } = await poolsOf(ctx, viewer);
  return presentShelves(shelves, await fillShelves(ctx, viewer, shelves, { size: shelfSize, above: [] }));
}
