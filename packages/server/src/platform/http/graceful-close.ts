import type { FastifyInstance } from 'fastify';

/** How long running requests may take once the server closes; slower ones are aborted. */
const maxFinishMs = 4_000;

/**
 * Lets the server close gracefully: the last responses ask clients to close their connection, and stalled
 * connections are closed after a time limit. Returns a function that tells whether the server is closing.
 */
export function enableGracefulClose(http: FastifyInstance): () => boolean {
  let closing = false;
  let forceCloseTimer: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    closing = true;
    forceCloseTimer = setTimeout(() => http.server.closeAllConnections(), maxFinishMs);
  });
  // Otherwise clients keep the connection open for a next request, which is never accepted.
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  http.addHook('onClose', async () => clearTimeout(forceCloseTimer));
  return () => closing;
}
