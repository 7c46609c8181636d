import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends a connection on which nothing of a response has moved for this long: what a client does not read is held in
 * memory. Node ends it when the socket's time is over, and sets that anew once the response is sent.
 */
export function limitStalledResponses(http: FastifyInstance, maxMs: number): void {
  http.addHook('onSend', ({ raw }, _reply, payload, done) => {
    if (raw.socket instanceof Socket) raw.socket.setTimeout(maxMs);
    done(null, payload);
  });
}
