import { sessionEnded } from '@inkling/contract/live';
import pLimit from 'p-limit';
import type { AppContext, FilterActive } from '../context.ts';
import { outsideRequest } from '../db/timeouts.ts';
import { onInvalidated } from '../viewer-cache.ts';
import type { Connection, Connections } from './socket-handlers.ts';

/** How soon a session that another process has ended is noticed here. */
const pollIntervalMs = 1000;

/** Disconnects a suspended person, whose session goes on without a live connection. */
const endLive = ({ socket }: Connection): void => void socket.disconnect(true);

/** Sends the reason and disconnects; the connection receives no further events. */
export function endSession({ socket }: Connection): void {
  socket.emit(sessionEnded.event, { code: 'SIGN_IN_REQUIRED' });
  socket.disconnect(true);
}

/**
 * Ends the connections of ended sessions: at once if this process ended the session, otherwise by one query per
 * second for all connections, if there are any (docs/product/live.md).
 */
export function watchSessions(ctx: AppContext, filterActive: FilterActive, connections: Connections) {
  let timer: NodeJS.Timeout | undefined;
  const queue = pLimit(1);

  const checkOnce = async (): Promise<void> => {
    const hashes = new Set([...connections.all].map(({ tokenHash }) => tokenHash));
    if (hashes.size === 0) return;
    const active = await filterActive(ctx, [...hashes]);
    for (const connection of connections.all) {
      const { tokenHash } = connection;
      // A connection that was opened during the query was not part of it.
      if (!hashes.has(tokenHash)) continue;
      const session = active.get(tokenHash);
      if (session === undefined) endSession(connection);
      else if (session.isSuspended) endLive(connection);
    }
  };
  const check = async (): Promise<void> => {
    // The waiting check will see everything that this one would.
    if (queue.pendingCount > 0) return;
    try {
      await queue(checkOnce);
    } catch (error) {
      // While the database is unavailable, no session can be ended either.
      ctx.log.warn(
        { err: error },
        'checking which sessions have ended failed; it will be retried in a second',
      );
    }
  };
  const stopListening = onInvalidated(ctx.db, () => void outsideRequest(check));

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    /** Call when a connection was opened or closed. */
    changed(): void {
      if (connections.all.size === 0) stop();
      else timer ??= setInterval(() => void check(), pollIntervalMs).unref();
    },
    stop(): void {
      stopListening();
      stop();
    },
  };
}
