import type { ChapterProgress, Opening } from '@inkling/contract/library';
import {
  type AnnotationKind,
  cacheAddress,
  findStory,
  isStale,
  listStories,
  type OfflineStory,
  updateJson,
} from './offline-store.ts';
import { timeOf, withLike, withPlace } from './overlay.ts';

// While there is a connection, what is kept follows what the server says, so that it is current without one.

interface Annotation {
  _id: string;
  storyId: string;
  chapterId: string;
}

const isAnnotationKind = (collection: string | undefined): collection is AnnotationKind =>
  collection === 'highlights' || collection === 'bookmarks';

/** The list after a request that the server has carried out. `saved` is its response's annotation, if it has one. */
export function listAfter<One extends Pick<Annotation, '_id'>>(
  list: One[],
  method: string,
  id: string | undefined,
  saved: One | undefined,
): One[] {
  const rest = list.filter((one) => one._id !== (saved?._id ?? id));
  if (method === 'DELETE' || saved === undefined) return method === 'DELETE' ? rest : list;
  return [...rest, saved];
}

/** Places that the server has sent, or the kept ones of the same chapters, if those are newer. */
const newestPlaces = (kept: Opening, sent: Opening['places']): Opening['places'] =>
  sent.map((place) => {
    const before = kept.places.find(({ chapter }) => chapter === place.chapter);
    return before !== undefined && timeOf(before) > timeOf(place) ? before : place;
  });

/** A kept story with a later response of the server, which may have only a part of the chapters. */
function openingAfter(kept: Opening, { chapters, places, ...later }: Opening): Opening {
  const listed = new Set(chapters.map(({ _id }) => _id));
  const others = kept.places.filter(({ chapter }) => !listed.has(chapter));
  const { total, volumes } = kept;
  const newest = newestPlaces(kept, places);
  return { ...later, total, volumes, chapters: kept.chapters, places: [...others, ...newest] };
}

/** What the reader has done in a kept story, with the story and the chapters of a response. */
function withChaptersOf({ story, chapters, total, volumes }: Opening, kept: Opening): Opening {
  const listed = new Set(chapters.map(({ _id }) => _id));
  const places = kept.places.filter(({ chapter }) => listed.has(chapter));
  const own = { ...kept, story, chapters, total, volumes, places };
  return withLike(own, kept.story.isLiked, kept.story.likes);
}

/**
 * Keeps a whole story that was requested at `requestedAt`, in milliseconds since 1970; what the reader has done since then
 * stays. Returns its length in bytes.
 */
export const keepOpening = (opening: Opening, requestedAt: number): Promise<number> =>
  updateJson<Opening>(cacheAddress.reading(opening.story._id), (kept) => {
    if (kept === undefined) return { data: opening, changedAt: 0 };
    const { data, changedAt } = kept;
    if (isStale(requestedAt, kept)) return { data: withChaptersOf(opening, data), changedAt };
    return { data: { ...opening, places: newestPlaces(data, opening.places) }, changedAt };
  });

/** Keeps the list of chapters of a story that is kept; returns the length of both in bytes. */
export const keepChapterList = (opening: Opening): Promise<number> =>
  updateJson<Opening>(cacheAddress.reading(opening.story._id), (kept) =>
    kept === undefined ? null : { ...kept, data: withChaptersOf(opening, kept.data) },
  );

/** Changes a kept response after the server has carried out a change of the reader. */
const update = <T>(address: string, change: (kept: T) => T): Promise<number> =>
  updateJson<T>(address, (kept) =>
    kept === undefined ? null : { data: change(kept.data), changedAt: Date.now() },
  );

/**
 * Changes a kept response after one to a request of `requestedAt`. If the reader has changed something since then, the
 * response may be older than that and is ignored.
 */
const updateBySeen = <T>(address: string, requestedAt: number, change: (kept: T) => T): Promise<number> =>
  updateJson<T>(address, (kept) =>
    kept === undefined || isStale(requestedAt, kept)
      ? null
      : { data: change(kept.data), changedAt: kept.changedAt },
  );

const dataOf = async <T>(response: Response): Promise<T | undefined> =>
  (await response.json().catch(() => null)) ?? undefined;

async function updateAnnotations(
  kind: AnnotationKind,
  method: string,
  id: string | undefined,
  stories: OfflineStory[],
  response: Response,
): Promise<void> {
  const saved = (await dataOf<{ data?: Annotation }>(response))?.data;
  for (const { storyId } of stories)
    if (saved === undefined || saved.storyId === storyId)
      await update<Annotation[]>(cacheAddress.annotations(kind, storyId), (list) =>
        listAfter(list, method, id, saved),
      );
}

/** Brings what is kept up to date after the server has carried out a change of the reader. */
export async function updateCached(method: string, { pathname }: URL, response: Response): Promise<void> {
  const stories = await listStories();
  if (stories.length === 0) return;
  const [, , , collection, id = '', part] = pathname.split('/');
  if (isAnnotationKind(collection)) return updateAnnotations(collection, method, id, stories, response);
  const story = stories.find(({ storyId, chapters }) =>
    collection === 'chapters' ? id in chapters : storyId === id,
  );
  if (story === undefined) return;
  const address = cacheAddress.reading(story.storyId);
  if (collection === 'chapters') {
    const place = (await dataOf<{ data: ChapterProgress }>(response))?.data;
    if (place !== undefined) await update<Opening>(address, (kept) => withPlace(kept, place));
  } else if (part === 'like') {
    const choice = await dataOf<{ liked: boolean; likes: number }>(response);
    if (choice !== undefined)
      await update<Opening>(address, (kept) => withLike(kept, choice.liked, choice.likes));
  }
}

interface Page {
  data: Annotation[];
  pagination: { next?: string };
}

/**
 * Keeps what the reader sees of a kept story with a connection, such as places and annotations of another device: the
 * response to a request of `requestedAt`, in milliseconds since 1970.
 */
export async function keepSeen(
  { pathname, searchParams }: URL,
  response: Response,
  requestedAt: number,
): Promise<void> {
  const [, , , collection, id = '', part] = pathname.split('/');
  const storyId = collection === 'stories' && part === 'reading' ? id : (searchParams.get('storyId') ?? '');
  if ((await findStory(storyId)) === undefined) return;
  if (!isAnnotationKind(collection)) {
    const later = (await dataOf<{ data: Opening }>(response))?.data;
    if (later !== undefined)
      await updateBySeen<Opening>(cacheAddress.reading(storyId), requestedAt, (kept) =>
        openingAfter(kept, later),
      );
    return;
  }
  const chapter = searchParams.get('chapterId');
  if (chapter === null || searchParams.has('after')) return;
  const page = await dataOf<Page>(response);
  // A list of several pages is fetched with the whole story instead.
  if (page === undefined || page.pagination.next !== undefined) return;
  await updateBySeen<Annotation[]>(cacheAddress.annotations(collection, storyId), requestedAt, (list) => [
    ...list.filter(({ chapterId }) => chapterId !== chapter),
    ...page.data,
  ]);
}
