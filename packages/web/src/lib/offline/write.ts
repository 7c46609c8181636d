import { updateCached } from './cached-state.ts';
import { mustWait, type Sent, subjectOf } from './changes.ts';
import { arePlacesHeld } from './held-places.ts';
import { inTime, isUnavailable, writeTimeoutMs } from './in-time.ts';
import { listChanges, listStories } from './offline-store.ts';
import { fetchAsOwner, ownerOf, sendFirst } from './owner-requests.ts';
import { storeChange } from './store-change.ts';

/** Whether this is a place in a kept story whose places are held. */
async function isHeldPlace(sent: Sent): Promise<boolean> {
  const chapterId = subjectOf(sent)?.chapterId;
  if (chapterId === undefined) return false;
  return arePlacesHeld((await listStories()).find(({ chapters }) => chapterId in chapters)?.storyId);
}

/**
 * The response to a page's request that changes something. A change to a kept story is stored if the server does not
 * respond in time. `waitUntil` keeps the worker running.
 */
export async function write(
  request: Request,
  url: URL,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const madeAt = Date.now();
  const { method } = request;
  const copy = request.clone();
  const authorization = request.headers.get('authorization');
  const owner = await ownerOf(authorization);
  if (owner === undefined || authorization === null) return fetch(request);
  let body: Promise<Record<string, unknown> | null> | undefined;
  const store = async (): Promise<Response | null> => {
    body ??= copy.json().catch(() => null);
    return storeChange(owner, method, url, await body, madeAt).catch(() => null);
  };
  // What it changes may have been created offline.
  if (navigator.onLine) await sendFirst(owner, authorization);
  const path = url.pathname.slice('/api/v1'.length);
  const sent = { method, path, body: null };
  const waits = mustWait(await listChanges(), sent) || (await isHeldPlace(sent));
  const waiting = waits ? await store() : null;
  if (waiting !== null) return waiting;
  const stop = new AbortController();
  const fetched = fetchAsOwner(request, authorization, stop.signal);
  let response = await inTime(fetched, writeTimeoutMs);
  if (response === null || isUnavailable(response)) {
    const stored = await store();
    if (stored !== null) {
      // It must not arrive after later changes. If it has arrived already, sending it again has no effect.
      stop.abort();
      return stored;
    }
    response ??= await fetched;
  }
  // Not if another person has become the owner.
  if (response?.ok && (await ownerOf(authorization)) !== undefined)
    waitUntil(updateCached(method, url, response.clone()));
  return response ?? Response.error();
}
