import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection on which a response has made no progress for this time, since unread data is held in memory.
 * Node closes it at the socket's timeout, and resets the timeout once the response is sent.
 */
export function limitStalledResponses(http: FastifyInstance, maxMs: number): void {
  http.addHook('onSend', ({ raw }, _reply, payload, done) => {
    if (raw.socket instanceof Socket) raw.socket.setTimeout(maxMs);
    done(null, payload);
  });
}
