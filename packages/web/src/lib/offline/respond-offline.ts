import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { Chapter } from '@inkling/contract/chapters';
import type { LibraryEntry, Opening } from '@inkling/contract/library';
import { replacedBy, subjectOf } from './changes.ts';
import { notCachedCode, offlineHeader } from './offline-header.ts';
import { entriesWith } from './offline-library.ts';
import {
  type Change,
  cacheAddress,
  cachedResponses,
  findStory,
  listChanges,
  listStories,
  type OfflineStory,
  type Owner,
  readJson,
  replaceChanges,
} from './offline-store.ts';
import { annotationOf, annotationsWith, editedAnnotation, isLiked, placeOf, withChanges } from './overlay.ts';

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify({ success: true, ...(value as object) }), {
    status,
    headers: { 'content-type': 'application/json', [offlineHeader]: '1' },
  });

/** Says at once that something is not kept, instead of failing like a network, after which pages would try again first. */
export function notCachedResponse({ pathname }: URL): Response {
  const thing = /^\/api\/v1\/chapters\//.test(pathname)
    ? 'This chapter'
    : /\breading$/.test(pathname)
      ? 'This story'
      : 'This';
  const message = `${thing} is not kept on this device. It will open as soon as the connection is back.`;
  return json({ success: false, code: notCachedCode, message }, 504);
}

type Kind = 'highlights' | 'bookmarks';
const kindOf = (path: string): Kind => (path.includes('highlights') ? 'highlights' : 'bookmarks');

const chapterTitle = async (chapterId: string): Promise<Highlight['chapter']> => {
  const kept = await readJson<{ data: Chapter }>(cacheAddress.chapter(chapterId));
  return kept === undefined
    ? null
    : { _id: chapterId, title: kept.data.title, chapterNumber: kept.data.chapterNumber };
};

/** The kept annotations of a story, without what waits to be sent. */
const keptAnnotations = async (kind: Kind, storyId: string): Promise<(Highlight | PassageBookmark)[]> =>
  (await readJson<{ data: (Highlight | PassageBookmark)[] }>(cacheAddress.annotations(kind, storyId)))
    ?.data ?? [];

async function annotationsOf(kind: Kind, story: OfflineStory) {
  const changes = (await listChanges()).filter(
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
  return annotationsWith(await keptAnnotations(kind, story.storyId), changes, (change) =>
    annotationOf(change, story, titles.get(String(change.body?.chapterId)) ?? null),
  );
}

async function cachedAnnotations(kind: Kind, query: URLSearchParams): Promise<Response | undefined> {
  const story = await findStory(query.get('storyId') ?? '');
  if (story === undefined) return undefined;
  const chapterId = query.get('chapterId');
  const all = (await annotationsOf(kind, story)).filter(
    (one) => chapterId === null || one.chapterId === chapterId,
  );
  const pagination = { page: 1, limit: all.length, total: all.length, totalPages: 1, hasMore: false };
  return json({ data: all, pagination });
}

/** A list of the library in another order or page; with another filter it would be another list. */
async function sameList(cache: Cache, pathname: string, search: string): Promise<Response | undefined> {
  const filterOf = (query: string) => new URLSearchParams(query).get('filter');
  for (const request of await cache.keys()) {
    const kept = new URL(request.url);
    if (kept.pathname === pathname && filterOf(kept.search) === filterOf(search))
      return cache.match(request, { ignoreVary: true });
  }
  return undefined;
}

/** The stories as they were kept. */
async function keptOpenings(): Promise<Opening[]> {
  const kept = (await listStories()).map(({ storyId }) =>
    readJson<{ data: Opening }>(cacheAddress.reading(storyId)),
  );
  return (await Promise.all(kept)).flatMap((one) => one?.data ?? []);
}

const entryLists = /\/(library\/me|bookmarks|continue-reading|in-progress)$/;

/** The response to a GET from what is kept; undefined if it is not. */
export async function cachedResponse(url: URL): Promise<Response | undefined> {
  const { pathname, search, href } = url;
  const [, , , collection = '', id = '', part] = pathname.split('/');
  if (collection === 'highlights' || collection === 'bookmarks')
    return id === '' ? cachedAnnotations(collection, new URLSearchParams(search)) : undefined;
  if (collection === 'stories' && part === 'reading') {
    const kept = await readJson<{ data: Opening }>(cacheAddress.reading(id));
    return kept && json({ data: withChanges(kept.data, await listChanges()) });
  }
  const cache = await cachedResponses();
  const found = (await cache.match(href, { ignoreVary: true })) ?? (await sameList(cache, pathname, search));
  const kept: { data?: unknown } | undefined = await found?.json();
  if (kept === undefined || !entryLists.test(pathname)) return kept && json(kept);
  const entries = kept.data as LibraryEntry[];
  return json({ ...kept, data: entriesWith(entries, url, await keptOpenings(), await listChanges()) });
}

async function responseTo(change: Change, story: OfflineStory): Promise<Response | null> {
  if (change.subject.startsWith('place ')) return json({ data: placeOf(change) });
  if (change.subject.startsWith('like ')) {
    const kept = await readJson<{ data: Opening }>(cacheAddress.reading(story.storyId));
    if (kept === undefined) return null;
    const { likes } = withChanges(kept.data, [...(await listChanges()), change]).story;
    return json({ liked: isLiked(change), likes });
  }
  if (change.method === 'DELETE') return json({ message: 'Deleted' });
  const kind = kindOf(change.path);
  if (change.method === 'POST')
    return json(
      { data: annotationOf(change, story, await chapterTitle(String(change.body?.chapterId))) },
      201,
    );
  const before = (await annotationsOf(kind, story)).find(({ _id }) => change.subject === `annotation ${_id}`);
  return before === undefined ? null : json({ data: editedAnnotation(before, change) });
}

/** The kept story that an annotation belongs to. */
async function storyOfAnnotation(subject: string, stories: OfflineStory[], kind: Kind) {
  for (const story of stories)
    if ((await annotationsOf(kind, story)).some(({ _id }) => subject === `annotation ${_id}`)) return story;
  return undefined;
}

/** When the server last changed what a change is about, as far as this device knows; empty if it does not. */
async function lastKnownTime(subject: string, path: string, storyId: string): Promise<string> {
  const [name, id] = subject.split(' ');
  if (name === 'place') {
    const kept = await readJson<{ data: Opening }>(cacheAddress.reading(storyId));
    return kept?.data.places.find(({ chapter }) => chapter === id)?.updatedAt ?? '';
  }
  if (name !== 'annotation') return '';
  return (await keptAnnotations(kindOf(path), storyId)).find(({ _id }) => _id === id)?.updatedAt ?? '';
}

/**
 * The time of a change that was made at `madeAt` by this device's clock. It is after what the reader saw before the change,
 * also if the clock is a little behind the server's.
 */
export function timeOfChange(madeAt: number, clockAhead: number, seen: string): string {
  const after = seen === '' ? 0 : Date.parse(seen) + 1;
  return new Date(Math.max(madeAt + clockAhead, after)).toISOString();
}

/**
 * Stores a change of a kept story until there is a network, and responds as if it had been sent; null if it cannot wait.
 * `madeAt` is when the reader made it, in milliseconds since 1970: the network may have taken minutes to fail.
 */
export async function storeChange(
  { userId, clockAhead }: Owner,
  method: string,
  { pathname }: URL,
  body: Record<string, unknown> | null,
  madeAt: number,
): Promise<Response | null> {
  const path = pathname.slice('/api/v1'.length);
  const found = subjectOf({ method, path, body });
  if (found === null) return null;
  const stories = await listStories();
  const { subject, chapterId, storyId } = found;
  const story =
    chapterId === undefined && storyId === undefined
      ? await storyOfAnnotation(subject, stories, kindOf(path))
      : stories.find((one) =>
          chapterId === undefined ? one.storyId === storyId : chapterId in one.chapters,
        );
  if (story === undefined) return null;
  const at = timeOfChange(madeAt, clockAhead, await lastKnownTime(subject, path, story.storyId));
  const change: Change = { userId, storyId: story.storyId, subject, method, path, body, at };
  const response = await responseTo(change, story);
  const replaced = replacedBy(await listChanges(), change);
  if (response === null || replaced === null) return null;
  await replaceChanges(replaced, change);
  return response;
}
