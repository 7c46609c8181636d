import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { currentRevisions } from './list-orders.queries.ts';
import { cardsOf } from './story-cards.ts';
import { isReadBy } from './story-filters.ts';
import { listFor, publicLists } from './story-lists.ts';
import { findShownStates, listPools, type ShownState, type StoryList } from './viewer-state.queries.ts';

type PoolName = Exclude<keyof typeof publicLists, 'landing'>;

/** Enough for the shelves of a page, each of which skips stories shown above it. */
const poolSize = 200;
/** How long the order of a list may lag behind its counters. */
const freshForMs = 10_000;

const { landing: _, ...shelves } = publicLists;
/** The pools of all lists, for readers who see mature stories and for the others, by the languages that they read. */
const pools = perInstance((_db: Db) =>
  revisionCache((lists: Map<string, string[]>) => 100 + 60 * poolSize * lists.size),
);

/**
 * The first stories of a public list by id, as everyone with this choice about mature stories and languages sees it. Processes share no
 * pools, and keep them for ten seconds or until the catalogue changes; `fillShelves` asks whether the viewer may see the
 * stories. All lists are read by one statement, and each by one of its own if that fails.
 */
export async function listShelfPool(
  { db, clock }: Pick<RequestContext, 'db' | 'clock'>,
  { contentFilter: { showsMature }, languages }: Viewer,
  name: PoolName,
): Promise<string[]> {
  const { catalogue, trending } = await currentRevisions(db)();
  const period = Math.floor(clock.now().getTime() / freshForMs);
  const read = (lists: Record<string, StoryList>) => {
    const inLanguages = Object.entries(lists).map(([key, list]) => [key, listFor({ languages }, list)]);
    return listPools(db, Object.fromEntries(inLanguages), showsMature, poolSize);
  };
  const kept = pools(db).load(
    `${showsMature} ${languages.toSorted()}`,
    `${catalogue} ${trending} ${period}`,
    () => read(shelves),
  );
  const found = await kept.catch(() => read({ [name]: shelves[name] }));
  return found.get(name) ?? [];
}

interface ShelfPool {
  ids: string[];
  /** Repeats no story, and has none that is coming soon. */
  onlyNew?: boolean;
  /** Shelves of an earlier turn have their stories before those above them; others follow. */
  turn?: number;
  /** With fewer stories, it takes none from the others. */
  min?: number;
}

interface Choice {
  size: number;
  /** The stories of a shelf above all others. */
  above: string[];
}

/** Which stories the viewer is shown, and which not (null); undefined for those that were not looked up. */
type Known = Map<string, ShownState | null>;

const fits = (pool: ShelfPool, state: ShownState | null | undefined): boolean =>
  state === undefined || (state !== null && (pool.onlyNew !== true || state.has_chapters));

/**
 * Those that were not shown before are chosen first, and stand in the list's order, which the title names; a shelf of new
 * stories repeats none.
 */
function chooseIds(shelves: ShelfPool[], known: Known, { size, above }: Choice): string[][] {
  const shown = new Set(above);
  const choose = (pool: ShelfPool): string[] => {
    const taken: string[] = [];
    const repeated: string[] = [];
    for (const id of pool.ids) {
      if (taken.length === size) break;
      if (!fits(pool, known.get(id))) continue;
      if (!shown.has(id)) taken.push(id);
      else if (pool.onlyNew !== true && repeated.length < size) repeated.push(id);
    }
    if (taken.length < (pool.min ?? 0)) return [];
    for (const id of taken) shown.add(id);
    const chosen = new Set([...taken, ...repeated].slice(0, size));
    return pool.ids.filter((id) => chosen.has(id));
  };
  const turnOf = ({ turn = Number.MAX_VALUE }: ShelfPool): number => turn;
  const inTurn = shelves.toSorted((a, b) => turnOf(a) - turnOf(b));
  const chosen = new Map(inTurn.map((pool) => [pool, choose(pool)]));
  return shelves.map((pool) => chosen.get(pool) ?? []);
}

/** After this many lookups, a reader who hides nearly everything gets shorter shelves. */
const maxLookups = 8;

interface FilledShelf {
  cards: Buffer[];
  /** It has stories, and all of them stand on shelves above it. */
  onlyRepeats: boolean;
}

/** For each shelf of these ids, whether it only repeats stories of those above it. */
function findRepeats(shelves: string[][], above: string[]): boolean[] {
  const seen = new Set(above);
  return shelves.map((ids) => {
    const onlyRepeats = ids.length > 0 && ids.every((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    return onlyRepeats;
  });
}

/**
 * The cards of shelves one below the other: a shelf repeats a story of another only if its list has no others
 * (docs/product/home.md#home). Looks up the states of the stories that it chooses, and chooses others for those that the
 * viewer does not see.
 */
export async function fillShelves(
  ctx: RequestContext,
  viewer: Viewer,
  shelves: ShelfPool[],
  choice: Choice,
): Promise<FilledShelf[]> {
  const known: Known = new Map();
  let chosen = chooseIds(shelves, known, choice);
  for (let lookup = 0; lookup < maxLookups; lookup += 1) {
    const unknown = [...new Set(chosen.flat())].filter((id) => !known.has(id));
    if (unknown.length === 0) break;
    for (const id of unknown) known.set(id, null);
    for (const state of await findShownStates(ctx.db, viewer, unknown))
      if (isReadBy(viewer, state.language)) known.set(state.id, state);
    chosen = chooseIds(shelves, known, choice);
  }
  const states = [...new Set(chosen.flat())].flatMap((id) => known.get(id) ?? []);
  const cards = await cardsOf(ctx, states, viewer);
  const repeats = findRepeats(chosen, choice.above);
  return chosen.map((ids, index) => ({
    cards: ids.flatMap((id) => cards.get(id) ?? []),
    onlyRepeats: repeats[index] ?? false,
  }));
}
