import type { Story } from '@inkling/contract/stories';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { presentStories } from './story-cache.ts';
import { publicLists } from './story-lists.ts';
import { listViewerStates } from './viewer-state.queries.ts';

/** The first `size`, those that were not shown before going first; they count as shown afterwards. */
function takeUnshown<Item extends { id: string }>(items: Item[], shown: Set<string>, size: number): Item[] {
  const others = items.filter(({ id }) => !shown.has(id));
  const repeated = items.filter(({ id }) => shown.has(id));
  const taken = [...others, ...repeated].slice(0, size);
  for (const { id } of taken) shown.add(id);
  return taken;
}

/**
 * Shelves one below the other, with the ids `above` in a shelf above all of them: a shelf repeats a story of another
 * only if its list has no others (docs/product/home.md#home).
 */
export async function listShelves<Name extends keyof typeof publicLists>(
  ctx: RequestContext,
  viewer: Viewer,
  names: Name[],
  { size, above }: { size: number; above: string[] },
): Promise<Map<Name, Story[]>> {
  const lists = await Promise.all(
    names.map((name, index) => {
      const { order, filter } = { filter: {}, ...publicLists[name] };
      // Enough that `size` others are among them if the list has as many.
      const limit = above.length + size * (index + 1);
      return listViewerStates(ctx.db, { order, filter, page: 1, limit, viewer });
    }),
  );
  const shown = new Set(above);
  const taken = lists.map((states) => takeUnshown(states, shown, size));
  const shelves = await Promise.all(
    taken.map(async (states, index) => [names[index], await presentStories(ctx, states, viewer)] as const),
  );
  return new Map(shelves.flatMap(([name, stories]) => (name === undefined ? [] : [[name, stories]])));
}
