import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LimitClass } from '@inkling/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { outsideRequest } from '../db/timeouts.ts';

/** A request that asks to become a WebSocket, and what it comes on. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  /** What every answer of this server says; the one that grants the request too. */
  headers: ReturnType<FastifyReply['getHeaders']>;
}

export const onlyWebSockets = 'Live connections are made by WebSocket alone.';

const wantsWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

/** Paths at which a server takes WebSockets. */
const taken = new WeakMap<FastifyInstance, Set<string>>();

/**
 * For Node: which requests are to leave HTTP. All others that ask to are answered as if they had not, as Node does
 * where nobody takes any. Vite takes those of its own in development.
 */
export const isUpgrade = (http: () => FastifyInstance) => (request: IncomingMessage) =>
  wantsWebSocket(request) &&
  (taken.get(http())?.has(pathOf(request)) === true || http().server.listenerCount('upgrade') > 1);

const arrived = new WeakMap<IncomingMessage, { response: ServerResponse; socket: Duplex; head: Buffer }>();

/**
 * Takes WebSockets at a path, and nothing else. A request for one goes the way of every other first: headers, limits
 * by flow, refusals in the contract's words. `check` refuses by throwing; `take` has the connection from then on.
 */
export function acceptWebSockets(
  http: FastifyInstance,
  path: string,
  limitClass: LimitClass,
  check: (request: FastifyRequest) => void,
  take: (upgrade: Upgrade) => void,
): void {
  const paths = taken.get(http) ?? new Set();
  taken.set(http, paths.add(path));
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) === path) route(http, request, socket, head);
  });
  http.get(path, { exposeHeadRoute: false, config: { limitClass } }, (request, reply) => {
    const came = arrived.get(request.raw);
    if (came === undefined || !isHandshake(request)) {
      throw new AppError('BAD_INPUT', onlyWebSockets);
    }
    check(request);
    const { response, socket, head } = came;
    const headers = reply.getHeaders();
    reply.hijack();
    response.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
    // The connection outlasts its first request.
    outsideRequest(() => take({ request: request.raw, socket, head, headers }));
  });
}

/** Has a request answered by the routes, although Node has let go of its connection. */
function route(http: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // A caller who goes away is no fault of ours; whoever takes the connection listens for themselves.
  socket.on('error', () => {});
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
  // A caller who keeps their half open, or has sent what nobody reads, is not waited for.
  response.on('finish', () => socket.end(() => socket.destroy()));
  arrived.set(request, { response, socket, head });
  http.routing(request, response);
}

/** What makes a request the first one of a WebSocket (RFC 6455, 4.2.1). */
const isHandshake = ({ headers }: FastifyRequest): boolean =>
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');
