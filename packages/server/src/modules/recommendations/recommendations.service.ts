import { recommendationLimits } from '@inkling/contract/limits';
import type { PersonalShelf } from '@inkling/contract/recommendations';
import type { Story } from '@inkling/contract/stories';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { fillShelves, findShownTitles } from '../stories/index.ts';
import { type PersonalPool, poolsOf } from './shelf-pools.ts';

/** Stories on a personalised shelf. */
const shelfSize = 10;

/** Stories that suit the reader, none of which is in the library (docs/product/recommendations.md#recommended). */
export async function listRecommended(ctx: RequestContext, viewer: Viewer, limit: number): Promise<Story[]> {
  const { recommended } = await poolsOf(ctx, viewer);
  const pool = { ids: recommended, onlyNew: true };
  const [stories = []] = await fillShelves(ctx, viewer, [pool], { size: limit, above: [] });
  return stories;
}

/**
 * Puts stories under the headings of their shelves; leaves out shelves with too few, and the one of a story that the
 * reader no longer sees.
 */
export async function presentShelves(
  ctx: RequestContext,
  viewer: Viewer,
  pools: PersonalPool[],
  filled: Story[][],
): Promise<PersonalShelf[]> {
  const because = pools.flatMap(({ title }) => (typeof title === 'string' ? [] : [title.because]));
  const titles = await findShownTitles(ctx.db, viewer, because);
  return pools.flatMap(({ id, icon, title, min }, index) => {
    const stories = filled[index] ?? [];
    const seed = typeof title === 'string' ? undefined : titles.get(title.because);
    const heading =
      typeof title === 'string' ? title : seed === undefined ? undefined : `Because you read ${seed}`;
    return heading === undefined || stories.length < min ? [] : [{ id, icon, title: heading, stories }];
  });
}

/** Up to five shelves chosen for the reader (docs/product/recommendations.md#personalized-shelves). */
export async function listPersonalShelves(ctx: RequestContext, viewer: Viewer): Promise<PersonalShelf[]> {
  const { shelves } = await poolsOf(ctx, viewer);
  const pools = shelves.map(({ ids }) => ({ ids, onlyNew: true }));
  const filled = await fillShelves(ctx, viewer, pools, { size: shelfSize, above: [] });
  return (await presentShelves(ctx, viewer, shelves, filled)).slice(0, recommendationLimits.shelves);
}
