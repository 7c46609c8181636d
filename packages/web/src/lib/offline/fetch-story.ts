import type { Chapter } from '@inkling/contract/chapters';
import { filesPath } from '@inkling/contract/files';
import type { Opening } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { ApiError, type CallKey, type CallResponse, type Input, offlineError, sendRequest } from '../api.ts';
import { paths } from '../paths.ts';
import { offlineHeader } from './offline-header.ts';
import { type AnnotationKind, cacheAddress, cachedResponses, isStale, updateJson } from './offline-store.ts';
import { isOwnError } from './own-error.ts';
import { Unreadable } from './refusals.ts';

// What a kept story consists of, fetched from the server.

/** A call whose response must come from the server, not from what is kept. */
async function callServer<K extends CallKey>(key: K, input: Input<K>): Promise<CallResponse<K>> {
  const response = await sendRequest(key, input);
  if (response.headers.has(offlineHeader)) throw offlineError();
  return response.json();
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Repeats a call while the server is busy or limits it, up to five times. */
async function retryWhenBusy<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || attempt >= 5) throw error;
      await wait(error.retryAfterSeconds ?? 2);
    }
  }
}

/** Whether a story or chapter was unpublished, taken down or deleted, or is closed to this reader. */
const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 404 || error.status === 403) &&
  isOwnError(error.status, error.code);

/** A story with the list of all its chapters, in as many calls as it takes. Throws Unreadable if it is gone. */
export async function wholeOpening(storyId: string): Promise<Opening> {
  const read = (from: number) =>
    retryWhenBusy(() =>
      callServer('GET /stories/{id}/reading', { params: { id: storyId }, query: { from } }),
    ).catch((error: unknown) => {
      throw isGone(error) ? new Unreadable(error.message) : error;
    });
  const { data: opening } = await read(1);
  while (opening.chapters.length < opening.total) {
    const { chapters, places } = (await read((opening.chapters.at(-1)?.chapterNumber ?? 0) + 1)).data;
    if (chapters.length === 0) break;
    opening.chapters.push(...chapters);
    opening.places.push(...places);
  }
  return opening;
}

/** A chapter; null if it was unpublished since the list of chapters was fetched. */
export async function fetchChapter(id: string): Promise<Chapter | null> {
  try {
    return (await retryWhenBusy(() => callServer('GET /chapters/{id}', { params: { id } }))).data;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const maxAnnotations = 3000;

async function fetchAnnotations(kind: AnnotationKind, storyId: string): Promise<object[]> {
  const list: object[] = [];
  let after: string | undefined;
  do {
    const query = { storyId, limit: 100, after };
    const fetchPage = async (): Promise<{ data: object[]; pagination: { next?: string | undefined } }> =>
      kind === 'highlights'
        ? callServer('GET /highlights', { query })
        : callServer('GET /bookmarks', { query });
    const { data, pagination } = await retryWhenBusy(fetchPage);
    list.push(...data);
    after = pagination.next;
  } while (after !== undefined && list.length < maxAnnotations);
  return list;
}

const maxAttempts = 3;

/** Keeps the reader's annotations in a story, without losing one that is made in the meantime; returns their length in bytes. */
export async function keepAnnotations(kind: AnnotationKind, storyId: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const requestedAt = Date.now();
    const data = await fetchAnnotations(kind, storyId);
    let isCurrent = true;
    const bytes = await updateJson<object[]>(cacheAddress.annotations(kind, storyId), (kept) => {
      isCurrent = kept === undefined || !isStale(requestedAt, kept);
      return isCurrent ? { data, changedAt: kept?.changedAt ?? 0 } : null;
    });
    if (isCurrent || attempt === maxAttempts) return bytes;
  }
}

/** Keeps the story's page and its cover, as far as they are on this site; returns their length in bytes. */
export async function keepFiles({ _id, coverImage }: Story): Promise<number> {
  const cache = await cachedResponses();
  let bytes = 0;
  for (const address of [paths.story(_id), coverImage?.startsWith(filesPath) ? coverImage : null]) {
    if (address === null) continue;
    const response = await fetch(address, { credentials: 'omit', headers: { accept: '*/*' } });
    if (!response.ok) continue;
    bytes += (await response.clone().blob()).size;
    await cache.put(new URL(address, location.origin).href, response);
  }
  return bytes;
}
