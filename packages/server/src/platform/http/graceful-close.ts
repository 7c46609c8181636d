import type { FastifyInstance } from 'fastify';

/** How long requests under way may take once the server closes; slower ones are cut off. */
const maxFinishMs = 4_000;

/**
 * Lets the server close in order: answers that are still given tell the caller to go elsewhere next, and a caller
 * who has stalled keeps nobody waiting for long. Answers whether it is closing.
 */
export function enableGracefulClose(http: FastifyInstance): () => boolean {
  let closing = false;
  let impatient: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    closing = true;
    impatient = setTimeout(() => http.server.closeAllConnections(), maxFinishMs);
  });
  // Without this, a connection would be kept open for the next request, which is never taken.
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  http.addHook('onClose', async () => clearTimeout(impatient));
  return () => closing;
}
