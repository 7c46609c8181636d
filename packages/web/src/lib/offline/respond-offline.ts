import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import { plainText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import type { LibraryEntry, Opening } from '@inkling/contract/library';
import { searchLimits } from '@inkling/contract/limits';
import type { FoundInStory, MarkedText } from '@inkling/contract/search';
import { entriesWith } from './offline-library.ts';
import {
  type AnnotationKind,
  type Change,
  cacheAddress,
  cachedResponses,
  findStory,
  listChanges,
  listStories,
  type OfflineStory,
  readJson,
} from './offline-store.ts';
import { annotationOf, annotationsWith, withChanges } from './overlay.ts';
import { offlineJson as json } from './uncached-response.ts';

/** Where the words are in a text, whatever their letter case; null if one of them is missing. */
function matchesIn(text: string, words: readonly string[]): [number, number][] | null {
  const lower = text.toLowerCase();
  // Letters whose two forms have other lengths, such as İ, would move what is marked.
  if (lower.length !== text.length) return null;
  const found = words.map((word) => lower.indexOf(word));
  if (found.includes(-1)) return null;
  return found
    .map((at, index): [number, number] => [at, at + (words[index]?.length ?? 0)])
    .toSorted(([a], [b]) => a - b);
}

/** The paragraphs of a chapter that have all words. */
function excerptsIn(content: string, words: readonly string[]): MarkedText[] {
  const excerpts: MarkedText[] = [];
  for (const text of plainText(content).split('\n')) {
    const matches = matchesIn(text, words);
    if (matches !== null) excerpts.push({ text, matches });
    if (excerpts.length === searchLimits.excerpts) break;
  }
  return excerpts;
}

/** Searches the stored chapters of a story by the typed words as they are; undefined if the story is not stored. */
async function searchStored(storyId: string, query: URLSearchParams): Promise<Response | undefined> {
  const kept = await readJson<{ data: Opening }>(cacheAddress.reading(storyId));
  if (kept === undefined) return undefined;
  const { chapters, places, lastChapterRead } = kept.data;
  const words = (query.get('q') ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const opened = new Set([lastChapterRead, ...places.map(({ chapter }) => chapter)]);
  const reached = Math.max(
    0,
    ...chapters.filter(({ _id }) => opened.has(_id)).map(({ chapterNumber }) => chapterNumber),
  );
  const found: FoundInStory[] = [];
  for (const { _id, title, chapterNumber } of chapters) {
    if (chapterNumber <= Number(query.get('after')) || words.length === 0) continue;
    const stored = await readJson<{ data: Chapter }>(cacheAddress.chapter(_id));
    const excerpts = stored === undefined ? [] : excerptsIn(stored.data.content, words);
    if (excerpts.length === 0) continue;
    const isAhead = chapterNumber > reached;
    const shown = isAhead && query.get('anyway') !== 'true' ? [] : excerpts;
    found.push({ _id, title, chapterNumber, isAhead, excerpts: shown });
  }
  const data = found.slice(0, searchLimits.inStory);
  return json({ data, next: found.length > data.length ? (data.at(-1)?.chapterNumber ?? null) : null });
}

/** The chapter as annotations name it; null if it is not kept. */
const chapterTitle = async (chapterId: string): Promise<Highlight['chapter']> => {
  const kept = await readJson<{ data: Chapter }>(cacheAddress.chapter(chapterId));
  return kept === undefined
    ? null
    : { _id: chapterId, title: kept.data.title, chapterNumber: kept.data.chapterNumber };
};

/** The kept annotations of a story, without what waits to be sent. */
export const storedAnnotations = async (
  kind: AnnotationKind,
  storyId: string,
): Promise<(Highlight | PassageBookmark)[]> =>
  (await readJson<{ data: (Highlight | PassageBookmark)[] }>(cacheAddress.annotations(kind, storyId)))
    ?.data ?? [];

/** A kept story's annotations, with what the reader has changed since, and with a change that is `added`. */
export async function annotationsOf(kind: AnnotationKind, story: OfflineStory, ...added: Change[]) {
  const changes = [...(await listChanges()), ...added].filter(
    ({ subject, storyId, path, refusal }) =>
      subject.startsWith('annotation ') &&
      storyId === story.storyId &&
      path.includes(kind) &&
      refusal === undefined,
  );
  const titles = new Map<string, Highlight['chapter']>();
  for (const { body } of changes) {
    const id = String(body?.chapterId ?? '');
    if (id !== '' && !titles.has(id)) titles.set(id, await chapterTitle(id));
  }
  return annotationsWith(await storedAnnotations(kind, story.storyId), changes, (change) =>
    annotationOf(change, story, titles.get(String(change.body?.chapterId)) ?? null),
  );
}

async function cachedAnnotations(
  kind: AnnotationKind,
  query: URLSearchParams,
): Promise<Response | undefined> {
  const story = await findStory(query.get('storyId') ?? '');
  if (story === undefined) return undefined;
  const chapterId = query.get('chapterId');
  const all = (await annotationsOf(kind, story)).filter(
    (one) => chapterId === null || one.chapterId === chapterId,
  );
  const pagination = { page: 1, limit: all.length, total: all.length, totalPages: 1, hasMore: false };
  return json({ data: all, pagination });
}

const pageOf = ({ searchParams }: URL): string => searchParams.get('page') ?? '1';
const isSearch = ({ searchParams }: URL): boolean => searchParams.has('q');
const sameValue = (name: string, a: URL, b: URL): boolean =>
  a.searchParams.get(name) === b.searchParams.get(name);

/** The addresses of the kept pages of a list, in any order, the latest first. */
async function pagesOf(cache: Cache, wanted: URL): Promise<URL[]> {
  const all = (await cache.keys()).map(({ url }) => new URL(url));
  const isOfList = (kept: URL) =>
    kept.pathname === wanted.pathname && sameValue('filter', kept, wanted) && !isSearch(kept);
  return all.filter(isOfList).toReversed();
}

/** The same page of a list of the library; the first page may be in another order. */
async function samePage(cache: Cache, wanted: URL): Promise<Response | undefined> {
  if (isSearch(wanted)) return undefined;
  const pages = (await pagesOf(cache, wanted)).filter((kept) => pageOf(kept) === pageOf(wanted));
  const ordered = pages.find((kept) => sameValue('sort', kept, wanted));
  const found = ordered ?? (pageOf(wanted) === '1' ? pages[0] : undefined);
  return found && cache.match(found.href, { ignoreVary: true });
}

/** The ids of the stories that the kept pages of a list have, in this order. */
async function listedIds(cache: Cache, wanted: URL): Promise<Set<string>> {
  const pages = (await pagesOf(cache, wanted)).filter((kept) => sameValue('sort', kept, wanted));
  const lists = await Promise.all(pages.map(({ href }) => readJson<{ data: LibraryEntry[] }>(href)));
  return new Set(lists.flatMap((list) => list?.data ?? []).map(({ storyId }) => storyId));
}

/** The stories as they were kept. */
async function cachedOpenings(): Promise<Opening[]> {
  const kept = (await listStories()).map(({ storyId }) =>
    readJson<{ data: Opening }>(cacheAddress.reading(storyId)),
  );
  return (await Promise.all(kept)).flatMap((one) => one?.data ?? []);
}

const entryLists = /\/(library\/me|bookmarks|continue-reading|in-progress)$/;

/** The response to a GET from what is kept; undefined if it is not. */
export async function cachedResponse(url: URL): Promise<Response | undefined> {
  const { pathname, searchParams, href } = url;
  const [, , , collection = '', id = '', part] = pathname.split('/');
  if (collection === 'highlights' || collection === 'bookmarks')
    return id === '' ? cachedAnnotations(collection, searchParams) : undefined;
  if (collection === 'stories' && part === 'reading') {
    const kept = await readJson<{ data: Opening }>(cacheAddress.reading(id));
    return kept && json({ data: withChanges(kept.data, await listChanges()) });
  }
  if (collection === 'stories' && part === 'search') return searchStored(id, searchParams);
  const cache = await cachedResponses();
  const found = (await cache.match(href, { ignoreVary: true })) ?? (await samePage(cache, url));
  const kept: { data?: unknown } | undefined = await found?.json();
  if (kept === undefined || !entryLists.test(pathname)) return kept && json(kept);
  const entries = kept.data as LibraryEntry[];
  const listed = await listedIds(cache, url);
  const openings = await cachedOpenings();
  return json({ ...kept, data: entriesWith(entries, url, listed, openings, await listChanges()) });
}
