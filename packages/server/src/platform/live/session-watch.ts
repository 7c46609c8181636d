import { sessionEnded } from '@inkling/contract/live';
import type { AppContext, FilterActive } from '../context.ts';
import { outsideRequest } from '../db/timeouts.ts';
import { onInvalidated } from '../viewer-cache.ts';
import type { Connection, Connections } from './connections.ts';

/** How soon a log-in that another process has ended is over here too. */
const pollIntervalMs = 1000;

/** Says why, and hangs up; nothing is brought to this connection any more. */
export function endSession({ socket }: Connection): void {
  socket.emit(sessionEnded.event, { code: 'SIGN_IN_REQUIRED' });
  socket.disconnect(true);
}

/**
 * Ends the connections of log-ins that count no more: at once when this process has ended one, else by one query a
 * second for all, as long as there are any (docs/product.md §1.11).
 */
export function watchSessions(ctx: AppContext, filterActive: FilterActive, connections: Connections) {
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;

  const lookOnce = async (): Promise<void> => {
    const hashes = new Set([...connections.all].map(({ tokenHash }) => tokenHash));
    if (hashes.size === 0) return;
    const counting = await filterActive(ctx, [...hashes]);
    for (const connection of connections.all) {
      const { tokenHash } = connection;
      // One that has come meanwhile was not asked about.
      if (hashes.has(tokenHash) && !counting.has(tokenHash)) endSession(connection);
    }
  };
  const look = async (): Promise<void> => {
    again = looking;
    if (looking) return;
    looking = true;
    try {
      do {
        again = false;
        await lookOnce();
      } while (again);
    } catch (error) {
      // Nobody can end a log-in while the database is away either.
      ctx.log.warn(
        { err: error },
        'it cannot be told which log-ins have ended; it is asked again in a second',
      );
    } finally {
      looking = false;
    }
  };
  const stopListening = onInvalidated(ctx.db, () => void outsideRequest(look));

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    /** To be called when a connection has come or gone. */
    changed(): void {
      if (connections.all.size === 0) stop();
      else timer ??= setInterval(() => void look(), pollIntervalMs).unref();
    },
    stop(): void {
      stopListening();
      stop();
    },
  };
}
