import type { FastifyInstance } from 'fastify';

/** How long running requests may take once the server closes; slower ones are aborted. */
const maxFinishMs = 4_000;

/** The end of a server: `begin` announces it, so that clients and proxies go elsewhere, while it still listens. */
export interface GracefulClose {
  begin(): void;
  hasBegun(): boolean;
}

/**
 * Lets the server close gracefully: the last responses ask clients to close their connection, and stalled
 * connections are closed after a time limit.
 */
export function enableGracefulClose(http: FastifyInstance): GracefulClose {
  let closing = false;
  let forceCloseTimer: NodeJS.Timeout | undefined;
  const begin = () => {
    closing = true;
  };
  http.addHook('preClose', async () => {
    begin();
    forceCloseTimer = setTimeout(() => http.server.closeAllConnections(), maxFinishMs);
  });
  // Otherwise clients keep the connection open for a next request, which is never accepted.
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  http.addHook('onClose', async () => clearTimeout(forceCloseTimer));
  return { begin, hasBegun: () => closing };
}
