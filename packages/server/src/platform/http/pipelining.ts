import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that may be in progress at once; browsers and proxies send one after the other. */
const maxInProgress = 16;

/**
 * Ends a connection that sends many requests without waiting for responses. Node starts on all that arrive together:
 * thousands of them fit into one packet, and none of their responses has to be read.
 */
export function limitPipelining(http: FastifyInstance): void {
  const inProgress = new WeakMap<Socket, number>();
  const handlers = http.server.listeners('request');
  http.server.removeAllListeners('request');
  http.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = (inProgress.get(socket) ?? 0) + 1;
    if (count > maxInProgress) {
      socket.destroy();
      return;
    }
    inProgress.set(socket, count);
    response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1));
    for (const handler of handlers) handler.call(http.server, request, response);
  });
}
