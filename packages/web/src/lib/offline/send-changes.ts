import { updateCached } from './cached-state.ts';
import { outcomeOf, requestOf } from './changes.ts';
import { arePlacesHeld } from './held-places.ts';
import { type Change, deleteChange, readOwner, updateChange } from './offline-store.ts';
import { isPlace } from './overlay.ts';
import { unsentChangesOf } from './unsent-changes.ts';

/** The server's response; `code` is that of an error (packages/contract/src/errors.ts). */
interface Sent {
  status: number;
  message: string;
  code?: string | undefined;
}

/** Where changes are stored, and how they are sent; tests have their own. */
export interface Queue {
  list(): Promise<Change[]>;
  delete(id: number): Promise<void>;
  /** Stores a change again, unless it was deleted in the meantime. */
  update(change: Change): Promise<void>;
  /** Rejects without a network. */
  send(address: string, init: RequestInit): Promise<Sent>;
}

/** A network that does not respond must not hold up what is sent later. */
const sendTimeoutMs = 30_000;

/** The reason that the reader sees: 'not found' says nothing about a chapter that they have just read. */
const refusalOf = ({ status, message }: Sent): string =>
  status === 404 ? 'This chapter is no longer available.' : message;

/** Whether the reader has deleted what this change is about, and has not undone that. */
const isDeletedLater = async (queue: Queue, { subject }: Change): Promise<boolean> =>
  (await queue.list()).findLast((one) => one.subject === subject)?.method === 'DELETE';

async function sendAll(queue: Queue): Promise<void> {
  const waiting = new Set<string>();
  for (const stored of await queue.list()) {
    if (stored.id === undefined || stored.refusal !== undefined) continue;
    if (waiting.has(stored.subject)) continue;
    if (isPlace(stored.subject) && (await arePlacesHeld(stored.storyId))) continue;
    const { address, init } = requestOf(stored);
    const response = await queue.send(address, init).catch(() => null);
    if (response === null) return;
    const outcome = outcomeOf(stored, response.status, response.code);
    if (outcome === 'stop') return;
    if (outcome === 'later') waiting.add(stored.subject);
    else if (outcome === 'sent' || (await isDeletedLater(queue, stored))) await queue.delete(stored.id);
    else await queue.update({ ...stored, refusal: refusalOf(response) });
  }
}

/** Sends what waits, in its order and one tab at a time. What was sent twice has the same effect. */
export const sendChanges = (queue: Queue): Promise<void> =>
  navigator.locks.request('inkling-offline-changes', () => sendAll(queue));

const isAnnotation = /^\/api\/v1\/(highlights|bookmarks)\//;

/** The result of a change is kept before the change leaves the queue; otherwise a page would show neither for a moment. */
async function keepResult(
  userId: string,
  method: string,
  address: string,
  response: Response,
  code: string | undefined,
): Promise<void> {
  // Another person may have become the owner.
  if ((await readOwner())?.userId !== userId) return;
  const url = new URL(address, location.origin);
  const isGone = code === 'NOT_FOUND' && response.status === 404 && method !== 'POST';
  // What cannot be kept is fetched again with the story.
  if (response.ok) await updateCached(method, url, response).catch(() => undefined);
  else if (isGone && isAnnotation.test(url.pathname))
    await updateCached('DELETE', url, response).catch(() => undefined);
}

/**
 * The stored changes of this person, sent with the `authorization` of their session. Not of the owner at that moment: while
 * another tab was sending, another person may have become it.
 */
export const storedQueue = (userId: string, authorization: string): Queue => ({
  list: () => unsentChangesOf(userId),
  delete: deleteChange,
  update: updateChange,
  async send(address, init) {
    const headers = {
      accept: 'application/json',
      authorization,
      ...(init.body && { 'content-type': 'application/json' }),
    };
    const response = await fetch(address, {
      ...init,
      headers,
      credentials: 'omit',
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    const copy = response.clone();
    const body: { message?: string; code?: string } = response.ok
      ? {}
      : await response.json().catch(() => ({}));
    await keepResult(userId, String(init.method), address, copy, body.code);
    return { status: response.status, message: body.message ?? 'The server refused this.', code: body.code };
  },
});

/** Runs that have not begun yet, by session. */
const queued = new Map<string, Promise<void>>();

/** Sends this person's stored changes. While one run is waiting for another to end, further calls share it. */
export function sendStored(userId: string, authorization: string): Promise<void> {
  const known = queued.get(authorization);
  if (known !== undefined) return known;
  const queue = storedQueue(userId, authorization);
  const list = (): Promise<Change[]> => {
    queued.delete(authorization);
    return queue.list();
  };
  const run = sendChanges({ ...queue, list });
  queued.set(authorization, run);
  // It may have failed before it began.
  void run.catch(() => queued.delete(authorization));
  return run;
}
