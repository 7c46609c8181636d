import type { ChapterProgress, Opening } from '@inkling/contract/library';
import {
  cacheAddress,
  findStory,
  keepJson,
  listStories,
  type OfflineStory,
  readJson,
} from './offline-store.ts';
import { withLike, withPlace } from './overlay.ts';

// While there is a connection, what is kept follows what the server says, so that it is current without one.

interface Annotation {
  _id: string;
  storyId: string;
  chapterId: string;
}
type Kind = 'highlights' | 'bookmarks';

const isKind = (collection: string | undefined): collection is Kind =>
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

/** A kept story with a later response of the server, which may have only a part of the chapters. */
function openingAfter(kept: Opening, { chapters, places, ...later }: Opening): Opening {
  const listed = new Set(chapters.map(({ _id }) => _id));
  const others = kept.places.filter(({ chapter }) => !listed.has(chapter));
  const { total, volumes } = kept;
  return { ...later, total, volumes, chapters: kept.chapters, places: [...others, ...places] };
}

/** Changes a kept response, one change at a time. */
async function update<T>(address: string, change: (kept: T) => T): Promise<void> {
  await navigator.locks.request('inkling-offline-state', async () => {
    const kept = await readJson<{ data: T }>(address);
    if (kept !== undefined) await keepJson(address, { data: change(kept.data) });
  });
}

const dataOf = async <T>(response: Response): Promise<T | undefined> =>
  (await response.json().catch(() => null)) ?? undefined;

async function updateAnnotations(
  kind: Kind,
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
  if (isKind(collection)) return updateAnnotations(collection, method, id, stories, response);
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

/** Keeps what the reader sees of a kept story with a connection, such as places and annotations of another device. */
export async function keepSeen({ pathname, searchParams }: URL, response: Response): Promise<void> {
  const [, , , collection, id = '', part] = pathname.split('/');
  const storyId = collection === 'stories' && part === 'reading' ? id : (searchParams.get('storyId') ?? '');
  if ((await findStory(storyId)) === undefined) return;
  if (!isKind(collection)) {
    const later = (await dataOf<{ data: Opening }>(response))?.data;
    if (later !== undefined)
      await update<Opening>(cacheAddress.reading(storyId), (kept) => openingAfter(kept, later));
    return;
  }
  const chapter = searchParams.get('chapterId');
  if (chapter === null || searchParams.has('after')) return;
  const page = await dataOf<Page>(response);
  // A list of several pages is fetched with the whole story instead.
  if (page === undefined || page.pagination.next !== undefined) return;
  await update<Annotation[]>(cacheAddress.annotations(collection, storyId), (list) => [
    ...list.filter(({ chapterId }) => chapterId !== chapter),
    ...page.data,
  ]);
}
