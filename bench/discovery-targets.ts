import type { Call } from '@inkling/contract/call';
import { listGenres } from '@inkling/contract/genres';
import { getHome } from '@inkling/contract/home';
import { saveProgress, toggleBookmark } from '@inkling/contract/library';
import { search, searchSuggestions } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import * as storyCalls from '@inkling/contract/stories';
import type { TargetName } from './aims.ts';
import type { TargetRequest } from './load.ts';
import { callHeaders, callJson, get, pathOf } from './requests.ts';

/** The public lists, by the names of their targets. */
const shelves = {
  'shelf: trending': storyCalls.listTrending,
  'shelf: recent': storyCalls.listRecentStories,
  'shelf: popular': storyCalls.listPopularStories,
  'shelf: new releases': storyCalls.listNewReleases,
  'shelf: top rated': storyCalls.listTopRated,
  'shelf: completed': storyCalls.listCompletedStories,
  'shelf: short': storyCalls.listShortStories,
  'shelf: long': storyCalls.listLongStories,
  'shelf: most commented': storyCalls.listByComments,
  'shelf: editor’s picks': storyCalls.listEditorsPicks,
} as const;

/** Words of the generated stories (packages/server/src/bench-data/prose.ts). */
const queries = {
  frequent: ['lantern', 'ledger', 'window', 'kettle', 'orchard', 'crooked', 'harbour', 'river'],
  rare: Array.from({ length: 20 }, (_, index) => `${101 + 37 * index} nights`),
  misspelt: ['lantrn', 'windwo', 'kettel', 'orchrad', 'staricase', 'unhuried'],
  three: ['crooked kettle orchard', 'pale lantern river', 'harbour master compass', 'borrowed map bell'],
  phrase: ['"the pale lantern"', '"a borrowed kettle"', '"counted them twice"', '"stood open the bell"'],
  typed: ['la', 'lan', 'lant', 'ke', 'kett', 'no', 'nov', 'ada', 'orch', 'cro'],
};

/** The readers with a large library. */
const keenReaders = 4;
const libraryRows = 200;

async function fillLibraries(origin: string, tokens: string[], stories: Story[]): Promise<void> {
  for (const token of tokens.slice(0, keenReaders)) {
    const headers = { authorization: `Bearer ${token}` };
    for (const { _id } of stories.slice(0, libraryRows)) {
      const response = await fetch(origin + pathOf(toggleBookmark, { id: _id }), { method: 'PUT', headers });
      if (!response.ok) throw new Error(`Saving a story returned ${response.status}.`);
      await response.arrayBuffer();
    }
    for (const { _id } of stories.filter(({ chapterCount }) => chapterCount > 0).slice(0, 10)) {
      const response = await fetch(origin + pathOf(saveProgress, { id: _id }), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ progress: 10 }),
      });
      await response.arrayBuffer();
    }
  }
}

const pageSize = 20;
const deepPage = 50;

/** Page 50 of each list by number and by position, or its last full page; lists of less than two pages are left out. */
async function deepPages(origin: string, headers: Record<string, string>) {
  const byNumber: TargetRequest[] = [];
  const byPosition: TargetRequest[] = [];
  for (const list of Object.values(shelves)) {
    const query = (page: number): string => `?page=${page}&limit=${pageSize}`;
    const { total } = (await callJson(origin, list, { query: query(1) })).pagination;
    const page = Math.min(deepPage, Math.floor(total / pageSize));
    if (page < 2) continue;
    const { next } = (await callJson(origin, list, { query: query(page - 1) })).pagination;
    if (next === undefined) throw new Error(`${list.key} has no position after page ${page - 1}.`);
    byNumber.push(get(pathOf(list, {}, query(page)), headers));
    const after = `?limit=${pageSize}&after=${encodeURIComponent(next)}`;
    byPosition.push(get(pathOf(list, {}, after), headers));
  }
  return { byNumber, byPosition };
}

/** Discover's lists of three genres and a tag: frequent ones and rare ones. */
async function discoverPages(origin: string, headers: Record<string, string>): Promise<TargetRequest[]> {
  const genres = (await callJson(origin, listGenres)).data.map(({ _id }) => _id);
  return Array.from({ length: 100 }, (_, index) => {
    const three = [0, 1, 2].map((place) => genres[(index + place * 7) % genres.length]);
    return get(
      pathOf(storyCalls.listStories, {}, `?genres=${three.join(',')}&tags=theme%20${index}&limit=50`),
      headers,
    );
  });
}

type DiscoveryTarget = Extract<
  TargetName,
  `${'shelf' | 'shelves' | 'discover' | 'search' | 'home'}${string}`
>;

/** Prepares the requests for lists, searches and home for one server; readers search, and visitors see lists. */
export async function discoveryTargets(
  origin: string,
  tokens: string[],
  stories: Story[],
): Promise<Record<DiscoveryTarget, TargetRequest[]>> {
  await fillLibraries(origin, tokens, stories);
  const headers = callHeaders(origin);
  const asReader = (index: number) => ({
    ...headers,
    authorization: `Bearer ${tokens[index % tokens.length]}`,
  });
  const searches = (of: string[], found: Call = search): TargetRequest[] =>
    Array.from({ length: 40 }, (_, index) =>
      get(
        pathOf(found, {}, `?q=${encodeURIComponent(of[index % of.length] ?? '')}`),
        asReader(Math.floor(index / of.length)),
      ),
    );
  const uncached = (of: string[], found: Call = search): TargetRequest[] =>
    searches(of, found).map((request) => ({ ...request, isUncached: true }));
  const list = (name: keyof typeof shelves) => [get(pathOf(shelves[name]), headers)];
  const { byNumber, byPosition } = await deepPages(origin, headers);
  const discover = await discoverPages(origin, headers);
  return {
    'shelf: trending': list('shelf: trending'),
    'shelf: recent': list('shelf: recent'),
    'shelf: popular': list('shelf: popular'),
    'shelf: new releases': list('shelf: new releases'),
    'shelf: top rated': list('shelf: top rated'),
    'shelf: completed': list('shelf: completed'),
    'shelf: short': list('shelf: short'),
    'shelf: long': list('shelf: long'),
    'shelf: most commented': list('shelf: most commented'),
    'shelf: editor’s picks': list('shelf: editor’s picks'),
    'shelves, page 50': byNumber,
    'shelves, page 50 by position': byPosition,
    'discover: three genres and a tag': discover.slice(0, 1),
    'discover: many combinations': discover,
    home: Array.from({ length: keenReaders }, (_, index) => get(pathOf(getHome), asReader(index))),
    'search suggestions': searches(queries.typed, searchSuggestions),
    'search suggestions, uncached': uncached(queries.typed, searchSuggestions),
    'search, frequent word': searches(queries.frequent),
    'search, rare word': searches(queries.rare),
    'search, misspelt word': searches(queries.misspelt),
    'search, three words': searches(queries.three),
    'search, frequent word, uncached': uncached(queries.frequent),
    'search, rare word, uncached': uncached(queries.rare),
    'search, misspelt word, uncached': uncached(queries.misspelt),
    'search, three words, uncached': uncached(queries.three),
    'search, phrase, uncached': uncached(queries.phrase),
  };
}
