import type { Me } from '@inkling/contract/account';
import { filesPath } from '@inkling/contract/files';
import type { Opening } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { ApiError, type CallKey, type CallResponse, type Input, offlineError, sendRequest } from '../api.ts';
import { paths } from '../paths.ts';
import { serverNow } from '../server-time.ts';
import { readToken } from '../session-store.ts';
import { offlineHeader } from './offline-header.ts';
import {
  cacheAddress,
  cachedResponses,
  deleteStory,
  findStory,
  forgetCached,
  jsonBody,
  keepJson,
  listStories,
  type OfflineStory,
  readOwner,
  saveOwner,
  saveStory,
  tokenHashOf,
  updateStory,
} from './offline-store.ts';

const maxStories = 50;
const maxBytes = 200 * 1024 * 1024;

/** Why a story could not be kept; its message can be shown to users. */
export class KeepRefused extends Error {}

/** The reader has chosen not to see such stories. */
export class MatureRefused extends KeepRefused {}

/** A check that throws once the session has ended or the work was stopped, so that nothing is stored then. */
function sessionGuard(signal?: AbortSignal): () => void {
  const token = readToken();
  return () => {
    if (token === null || readToken() !== token || signal?.aborted)
      throw new DOMException('Stopped', 'AbortError');
  };
}

/** Records this person's session as the owner of what is kept. What another person has kept is removed. */
export async function claim(userId: string): Promise<void> {
  const token = readToken();
  if (token === null) return;
  const owner = await readOwner();
  if (owner !== undefined && owner.userId !== userId) await forgetCached();
  await saveOwner({
    userId,
    tokenHash: await tokenHashOf(token),
    clockAhead: Math.round(serverNow() - Date.now()),
  });
}

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

/** A story with all its chapters, in as many calls as it takes. */
async function wholeOpening(storyId: string): Promise<Opening> {
  const read = (from: number) =>
    retryWhenBusy(() =>
      callServer('GET /stories/{id}/reading', { params: { id: storyId }, query: { from } }),
    );
  const { data: opening } = await read(1);
  while (opening.chapters.length < opening.total) {
    const { chapters, places } = (await read((opening.chapters.at(-1)?.chapterNumber ?? 0) + 1)).data;
    if (chapters.length === 0) break;
    opening.chapters.push(...chapters);
    opening.places.push(...places);
  }
  return opening;
}

const maxAnnotations = 3000;

async function keepAnnotations(kind: 'highlights' | 'bookmarks', storyId: string): Promise<number> {
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
  return keepJson(cacheAddress.annotations(kind, storyId), { data: list });
}

/** The story's page and its cover, as far as they are on this site. */
async function keepFiles({ _id, coverImage }: Story): Promise<number> {
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

const recordOf = ({ story, total }: Opening): OfflineStory => ({
  storyId: story._id,
  title: story.title,
  author: story.author.displayName,
  language: story.language,
  cover: story.coverImage,
  chapters: {},
  total,
  bytes: 0,
  fetchedAt: 0,
});

/** Annotations, page and cover are fetched again after this time, or with a changed chapter. */
const freshMs = 10 * 60_000;

/** Whether a story was kept just now, with the same chapters. */
const isFresh = (known: OfflineStory | undefined, { chapters }: Opening): boolean =>
  known !== undefined &&
  Date.now() - known.fetchedAt < freshMs &&
  Object.keys(known.chapters).length === chapters.length &&
  chapters.every(({ _id, version }) => (known.chapters[_id]?.version ?? 0) >= version);

/** What a reader is told whose device has no room. */
export const fullMessage = 'There isn’t enough space on this device. Free up some, then try again.';

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Keeps a story, or brings the kept one up to date: chapters that readers can no longer read leave. `onProgress` gets the
 * share that is kept, 0 to 100. Throws KeepRefused without room, and ApiError; then a story that was kept before stays, and
 * of a new one nothing.
 */
export async function keepStory(
  me: Pick<Me, '_id' | 'readingPreferences'>,
  storyId: string,
  onProgress: (percent: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  const requireSession = sessionGuard(signal);
  const opening = await wholeOpening(storyId);
  const { audience, author } = opening.story;
  if (audience === 'mature' && !me.readingPreferences.showsMature && author._id !== me._id)
    throw new MatureRefused(
      'To keep mature stories offline, turn them on in Settings, under ‘What you see’.',
    );
  const others = (await listStories()).filter((one) => one.storyId !== storyId);
  if (others.length >= maxStories)
    throw new KeepRefused(`You can keep up to ${maxStories} stories offline. Remove one, then try again.`);
  const before = others.reduce((sum, { bytes }) => sum + bytes, 0);
  const record = await findStory(storyId);
  requireSession();
  if (isFresh(record, opening))
    return void (await keepJson(cacheAddress.reading(storyId), { data: opening }));
  const known = record?.chapters ?? {};
  const kept = recordOf(opening);
  const cache = await cachedResponses();
  const wanted = new Set(opening.chapters.map(({ _id }) => _id));
  for (const [id, chapter] of Object.entries(known))
    if (wanted.has(id)) kept.chapters[id] = chapter;
    else await cache.delete(cacheAddress.chapter(id));
  let isStored = record !== undefined;
  const store = async (): Promise<void> => {
    if (!isStored) await saveStory(kept);
    // The reader has removed it in the meantime.
    else if (!(await updateStory(kept))) throw new DOMException('Removed', 'AbortError');
    isStored = true;
  };
  const sizes = () => Object.values(kept.chapters).reduce((sum, { bytes }) => sum + bytes, 0);
  try {
    requireSession();
    let rest = await keepJson(cacheAddress.reading(storyId), { data: opening });
    rest += await keepAnnotations('highlights', storyId);
    rest += await keepAnnotations('bookmarks', storyId);
    rest += await keepFiles(opening.story);
    for (const [index, { _id, version }] of opening.chapters.entries()) {
      const old = kept.chapters[_id];
      if ((old?.version ?? 0) < version) {
        const { data } = await retryWhenBusy(() => callServer('GET /chapters/{id}', { params: { id: _id } }));
        requireSession();
        const bytes = jsonBody({ data }).size;
        if (before + rest + sizes() + bytes - (old?.bytes ?? 0) > maxBytes)
          throw new KeepRefused('You can keep up to 200 MB of stories offline. Remove one, then try again.');
        // If it does not fit on the device, the version before stays.
        await keepJson(cacheAddress.chapter(_id), { data });
        kept.chapters[_id] = { version: data.version, bytes };
      }
      kept.bytes = rest + sizes();
      await store();
      onProgress((100 * (index + 1)) / opening.chapters.length);
    }
    kept.bytes = rest + sizes();
    kept.fetchedAt = Date.now();
    await store();
    requireSession();
  } catch (error) {
    // No part of a story stays that was not kept before.
    if (record === undefined || (await findStory(storyId)) === undefined)
      await dropStory(storyId, Object.keys(kept.chapters));
    // Signed out in the meantime: what was stored since then goes too.
    if ((await readOwner()) === undefined) await forgetCached();
    if (isFull(error)) throw new KeepRefused(fullMessage);
    throw error;
  }
}

/** Removes a kept story from this device, also `chapterIds` that are not in its list yet. What was done in it and not sent yet stays until it is sent. */
export async function dropStory(storyId: string, chapterIds: string[] = []): Promise<void> {
  const story = await findStory(storyId);
  const cache = await cachedResponses();
  for (const id of [...chapterIds, ...Object.keys(story?.chapters ?? {})])
    await cache.delete(cacheAddress.chapter(id));
  await cache.delete(cacheAddress.reading(storyId));
  for (const kind of ['highlights', 'bookmarks'] as const)
    await cache.delete(cacheAddress.annotations(kind, storyId));
  await cache.delete(new URL(paths.story(storyId), location.origin).href);
  if (story?.cover?.startsWith(filesPath)) await cache.delete(new URL(story.cover, location.origin).href);
  await deleteStory(storyId);
}

/** The stories that are kept for this person. */
export async function storiesOf(userId: string): Promise<OfflineStory[]> {
  const owner = await readOwner();
  if (owner?.userId !== userId) return [];
  return (await listStories()).toSorted((a, b) => a.title.localeCompare(b.title));
}
