import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Parallel requests of one connection; browsers and proxies send one after the other. */
const maxInProgress = 16;

/**
 * Closes a connection that pipelines many requests. Node starts all requests that arrive together: thousands fit
 * into a few packets, and the client need not read any response.
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
