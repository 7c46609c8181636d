import { updateCached } from './cached-state.ts';
import { outcomeOf, requestOf } from './changes.ts';
import { type Change, deleteChange, readOwner, saveChange } from './offline-store.ts';
import { unsentChangesOf } from './unsent-changes.ts';

/** The server's response; `code` is that of an error (packages/contract/src/errors.ts). */
interface Sent {
  status: number;
  message: string;
  code?: string | undefined;
}

/** Where changes are stored, and how they are sent; tests have their own. */
export interface Outbox {
  list(): Promise<Change[]>;
  delete(id: number): Promise<void>;
  save(change: Change): Promise<void>;
  /** Rejects without a network. */
  send(address: string, init: RequestInit): Promise<Sent>;
}

/** A network that does not respond must not hold up what is sent later. */
const sendTimeoutMs = 30_000;

/** The reason that the reader sees: 'not found' says nothing about a chapter that they have just read. */
const refusalOf = ({ status, message }: Sent): string =>
  status === 404 || status === 410 ? 'This chapter is no longer available.' : message;

async function sendAll(outbox: Outbox): Promise<void> {
  for (const change of await outbox.list()) {
    if (change.id === undefined || change.refusal !== undefined) continue;
    const { address, init } = requestOf(change);
    const response = await outbox.send(address, init).catch(() => null);
    if (response === null) return;
    const outcome = outcomeOf(change, response.status, response.code);
    if (outcome === 'later') return;
    if (outcome === 'sent') await outbox.delete(change.id);
    else await outbox.save({ ...change, refusal: refusalOf(response) });
  }
}

/** Runs `work` while no tab sends changes. */
export const withChangesLocked = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('inkling-offline-changes', work);

/** Sends what waits, in its order and one tab at a time. What was sent twice has the same effect. */
export const sendChanges = (outbox: Outbox): Promise<void> => withChangesLocked(() => sendAll(outbox));

/** The result of a change is kept before the change leaves the queue; otherwise a page would show neither for a moment. */
async function keepResult(
  userId: string,
  method: string,
  address: string,
  response: Response,
): Promise<void> {
  // Another person may have become the owner.
  if ((await readOwner())?.userId !== userId) return;
  const url = new URL(address, location.origin);
  const isGone = response.status === 404 && method !== 'POST';
  // What cannot be kept is fetched again with the story.
  if (response.ok) await updateCached(method, url, response).catch(() => undefined);
  else if (isGone) await updateCached('DELETE', url, response).catch(() => undefined);
}

/**
 * The stored changes of this person, sent with the `authorization` of their session. Not of the owner at that moment: while
 * another tab was sending, another person may have become it.
 */
export const storedOutbox = (userId: string, authorization: string): Outbox => ({
  list: () => unsentChangesOf(userId),
  delete: deleteChange,
  save: saveChange,
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
    await keepResult(userId, String(init.method), address, response.clone());
    const body: { message?: string; code?: string } = response.ok
      ? {}
      : await response.json().catch(() => ({}));
    return { status: response.status, message: body.message ?? 'The server refused this.', code: body.code };
  },
});
