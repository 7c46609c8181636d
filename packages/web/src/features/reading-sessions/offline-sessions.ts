import { ApiError, mayPass } from '../../lib/api.ts';
import type { OfflineSession, SessionCalls } from './reading-sessions.api.ts';

/** A session that waits to be sent, with the person who made it. */
export interface QueuedSession extends OfflineSession {
  userId: string;
}

/** Where queued sessions are stored; the database of a test is a map. */
export interface SessionStore {
  all(): Promise<QueuedSession[]>;
  put(session: QueuedSession): Promise<void>;
  delete(id: string): Promise<void>;
}

/** The oldest are dropped when there are more. */
const maxQueued = 200;
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/** Stores a session until it is sent; the same id replaces it. */
export async function queueSession(store: SessionStore, session: QueuedSession): Promise<void> {
  // First, since a page that closes gets no further.
  await store.put(session);
  const queued = (await store.all()).toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  for (const { _id } of queued.slice(0, Math.max(0, queued.length - maxQueued))) await store.delete(_id);
}

/**
 * Sends what one person has queued, one after the other; `current` is the session that this page still adds to. What the
 * server refuses for good is dropped; when it cannot be reached, the rest waits.
 */
async function sendQueued(
  store: SessionStore,
  track: SessionCalls['track'],
  userId: string,
  now: number,
  current: string | undefined,
): Promise<void> {
  for (const { userId: owner, ...session } of await store.all()) {
    if (session._id === current) continue;
    const isOld = now - Date.parse(session.startedAt) > maxAgeMs;
    if (owner !== userId && !isOld) continue;
    if (!isOld) {
      try {
        await track(session);
      } catch (error) {
        if (mayPass(error) || (error instanceof ApiError && error.status === 401)) return;
      }
    }
    await store.delete(session._id);
  }
}

/** Sends the queue in one tab at a time. The server counts each id once, should a browser have no locks. */
export async function flushSessions(
  store: SessionStore,
  track: SessionCalls['track'],
  userId: string,
  now: number,
  current?: string,
): Promise<void> {
  const send = () => sendQueued(store, track, userId, now, current);
  if (navigator.locks === undefined) return send();
  await navigator.locks.request('inkling-reading-sessions', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await send();
  });
}
