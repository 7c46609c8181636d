import { type IncomingHttpHeaders, request } from 'node:http';
import { register } from '@inkling/contract/account';
import type { Call, ResponseOf } from '@inkling/contract/call';
import { listChaptersOfStory, readChapter } from '@inkling/contract/chapters';
import { getHome } from '@inkling/contract/home';
import { saveProgress, toggleBookmark } from '@inkling/contract/library';
import { search, searchSuggestions } from '@inkling/contract/search';
import * as storyCalls from '@inkling/contract/stories';
import { getStory, listStories, type Story } from '@inkling/contract/stories';
import { type CachedResponse, responseName } from './cached-response.ts';
import type { TargetRequest } from './load.ts';
import { ratingRatios, ratingTargets } from './rating-targets.ts';

/** The targets, each with its maximum CPU time as a multiple of the bare server's. */
export const maxCpuRatios = {
  'chapter read': 3.5,
  'story detail, reader': 3.5,
  'story detail, visitor': 3.5,
  'list of 20': 3.5,
  'landing page': 3.5,
  'story page': 3.5,
  'save-progress': 7,
  'search, frequent word': 40,
  'search, rare word': 40,
  'search, misspelt word': 40,
  'search, three words': 40,
  'search suggestions': 8,
  'shelf: trending': 4,
  'shelf: recent': 4,
  'shelf: popular': 4,
  'shelf: new releases': 4,
  'shelf: top rated': 4,
  'shelf: completed': 4,
  'shelf: short': 4,
  'shelf: long': 4,
  'shelf: most commented': 4,
  'shelf: editor’s picks': 4,
  'shelf: popular, page 50': 4,
  home: 8,
  ...ratingRatios,
};

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
type ShelfName = keyof typeof shelves;
export type TargetName = keyof typeof maxCpuRatios;
export const targetNames = Object.keys(maxCpuRatios) as TargetName[];
export type Targets = Record<TargetName, TargetRequest[]>;

const api = '/api/v1';
/** Words of the generated stories (packages/server/src/bench-data/prose.ts). */
const queries = {
  frequent: ['lantern', 'ledger', 'window', 'kettle', 'orchard', 'crooked', 'harbour', 'river'],
  rare: Array.from({ length: 20 }, (_, index) => `${101 + 37 * index} nights`),
  misspelt: ['lantrn', 'windwo', 'kettel', 'orchrad', 'staricase', 'unhuried'],
  three: ['crooked kettle orchard', 'pale lantern river', 'harbour master compass', 'borrowed map bell'],
  typed: ['la', 'lan', 'lant', 'ke', 'kett', 'no', 'nov', 'ada', 'orch', 'cro'],
};
const readerCount = 20;
const longChapterWords = 1500;

const pathOf = (call: Call, params: Record<string, string> = {}, query = ''): string =>
  api + call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '') + query;

async function callJson<C extends Call>(
  origin: string,
  call: C,
  { params, query, body }: { params?: Record<string, string>; query?: string; body?: object } = {},
): Promise<ResponseOf<C>> {
  const response = await fetch(origin + pathOf(call, params, query), {
    method: call.method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`${call.key} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<C>;
}

/** Registers readerCount for this run. */
async function signUp(origin: string): Promise<string[]> {
  const run = Date.now().toString(36);
  const password = 'a lamp in the window';
  const tokens: string[] = [];
  for (let number = 0; number < readerCount; number += 1) {
    const username = `bench_${run}_${number}`;
    const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
    tokens.push((await callJson(origin, register, { body })).token);
  }
  return tokens;
}

/** The most viewed stories, which get most requests. */
async function popularStories(origin: string): Promise<Story[]> {
  const stories: Story[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const query = `?limit=100&sort=-views&page=${page}`;
    stories.push(...(await callJson(origin, listStories, { query })).data);
  }
  return stories;
}

/** The first chapters of the most viewed stories with long chapters of about 12 KB each. */
async function longChapters(origin: string, stories: Story[]): Promise<{ story: string; chapter: string }[]> {
  const long = stories.filter((story) => story.stats.totalWordCount > longChapterWords * story.chapterCount);
  const found: { story: string; chapter: string }[] = [];
  for (const { _id } of long.slice(0, 40)) {
    const { data } = await callJson(origin, listChaptersOfStory, { params: { storyId: _id } });
    for (const chapter of data.slice(0, 2)) found.push({ story: _id, chapter: chapter._id });
  }
  return found;
}

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

/** What Chrome sends with every request. */
const browserHeaders = {
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

/** What it sends when a page's script makes a call. */
const callHeaders = (origin: string) => ({
  ...browserHeaders,
  accept: 'application/json',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  referer: `${origin}/`,
});

/** What it sends when a person opens a page. */
const pageHeaders = {
  ...browserHeaders,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
};

/** The same request from a client that does not decompress. */
export function plain(request: TargetRequest): TargetRequest {
  const { 'accept-encoding': _, ...headers } = request.headers;
  return { ...request, headers };
}

/** Sends a request and returns the raw body, which `fetch` would decompress. */
const fetchRaw = (origin: string, { method, path, headers, body }: TargetRequest) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const sent = request(origin + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Prepares the requests of each target for one server and its data. */
export async function prepareTargets(origin: string): Promise<Targets> {
  const tokens = await signUp(origin);
  const stories = await popularStories(origin);
  const chapters = await longChapters(origin, stories);
  await fillLibraries(origin, tokens, stories);
  const bearer = (index: number) => ({ authorization: `Bearer ${tokens[index % tokens.length]}` });
  const call = callHeaders(origin);
  const get = (path: string, headers: Record<string, string>): TargetRequest => ({
    method: 'GET',
    path,
    headers,
  });
  const popular = stories.filter((story) => story.chapterCount > 0).slice(0, 200);
  const searches = (of: string[], found: Call = search): TargetRequest[] =>
    Array.from({ length: 40 }, (_, index) =>
      get(pathOf(found, {}, `?q=${encodeURIComponent(of[index % of.length] ?? '')}`), {
        ...call,
        ...bearer(index),
      }),
    );
  const lists = Object.fromEntries(
    Object.entries(shelves).map(([name, list]) => [name, [get(pathOf(list), call)]]),
  ) as Record<ShelfName, TargetRequest[]>;
  const readers = tokens.map((_, index) => ({ ...call, ...bearer(index) }));
  return {
    ...lists,
    ...(await ratingTargets(origin, stories, readers)),
    'shelf: popular, page 50': [get(pathOf(storyCalls.listPopularStories, {}, '?page=50&limit=20'), call)],
    home: Array.from({ length: keenReaders }, (_, index) =>
      get(pathOf(getHome), { ...call, ...bearer(index) }),
    ),
    // Seven and the number of readerCount are coprime, so every reader reads every chapter.
    'chapter read': Array.from({ length: 400 }, (_, index) =>
      get(pathOf(readChapter, { id: chapters[index % chapters.length]?.chapter ?? '' }), {
        ...call,
        ...bearer(index * 7),
      }),
    ),
    'story detail, reader': popular.map((story, index) =>
      get(pathOf(getStory, { id: story._id }), { ...call, ...bearer(index) }),
    ),
    'story detail, visitor': popular.map((story) => get(pathOf(getStory, { id: story._id }), call)),
    'list of 20': [get(pathOf(listStories, {}, '?limit=20'), call)],
    'landing page': [get('/', pageHeaders)],
    'story page': popular.slice(0, 50).map((story) => get(`/story/${story._id}`, pageHeaders)),
    'save-progress': Array.from({ length: 400 }, (_, index) => {
      const { story, chapter } = chapters[index % chapters.length] ?? { story: '', chapter: '' };
      return {
        method: 'POST',
        path: pathOf(saveProgress, { id: story }),
        headers: { ...call, ...bearer(index * 7), origin, 'content-type': 'application/json' },
        body: JSON.stringify({ progress: index % 90, lastChapterRead: chapter }),
      };
    }),
    'search, frequent word': searches(queries.frequent),
    'search, rare word': searches(queries.rare),
    'search, misspelt word': searches(queries.misspelt),
    'search, three words': searches(queries.three),
    'search suggestions': searches(queries.typed, searchSuggestions),
  };
}

/** Records the response to each request, for the bare server to replay. */
export async function responsesOf(origin: string, targets: Targets): Promise<CachedResponse[]> {
  const recorded = new Map<string, CachedResponse>();
  const requests = Object.values(targets).flat();
  for (const request of [...requests, ...requests.map(plain)]) {
    const { method, path } = request;
    const name = responseName(method, path, request.headers['accept-encoding'] !== undefined);
    if (recorded.has(name)) continue;
    const { status, headers, bytes } = await fetchRaw(origin, request);
    if (status >= 300) throw new Error(`${name} returned ${status}`);
    const { 'content-type': type = 'text/plain', 'content-encoding': encoding = '' } = headers;
    recorded.set(name, { method, path, type, encoding, body: bytes.toString('base64') });
  }
  return [...recorded.values()];
}
