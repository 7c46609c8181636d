import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LimitClass } from '@inkling/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { outsideRequest } from '../db/timeouts.ts';
import { perInstance } from '../per-instance.ts';

/** An accepted WebSocket request with its socket. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  /** The headers of every response; also sent with the 101 response. */
  headers: ReturnType<FastifyReply['getHeaders']>;
}

export const onlyWebSockets = 'Live connections require WebSocket.';

const wantsWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

/** The WebSocket paths of each server. */
const webSocketPaths = perInstance((_http: FastifyInstance) => new Set<string>());

/**
 * Tells Node which requests to treat as upgrades; it ignores the upgrade header of all others. In development, Vite
 * has its own upgrade listener.
 */
export const isUpgrade = (http: () => FastifyInstance) => (request: IncomingMessage) =>
  wantsWebSocket(request) &&
  (webSocketPaths(http()).has(pathOf(request)) || http().server.listenerCount('upgrade') > 1);

const pendingUpgrades = new WeakMap<
  IncomingMessage,
  { response: ServerResponse; socket: Duplex; head: Buffer }
>();

/**
 * Accepts WebSockets at a path. The request first runs through the normal hooks: security headers, rate limits and
 * error responses. `check` throws to refuse the request; `handleUpgrade` takes over the socket.
 */
export function acceptWebSockets(
  http: FastifyInstance,
  path: string,
  limitClass: LimitClass,
  check: (request: FastifyRequest) => void,
  handleUpgrade: (upgrade: Upgrade) => void,
): void {
  webSocketPaths(http).add(path);
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) === path) routeUpgrade(http, request, socket, head);
  });
  http.get(path, { exposeHeadRoute: false, config: { limitClass } }, (request, reply) => {
    const upgrade = pendingUpgrades.get(request.raw);
    if (upgrade === undefined || !isHandshake(request)) {
      throw new AppError('BAD_INPUT', onlyWebSockets);
    }
    check(request);
    const { response, socket, head } = upgrade;
    const headers = reply.getHeaders();
    reply.hijack();
    response.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
    // The connection outlives the request, so it must not use the request's context.
    outsideRequest(() => handleUpgrade({ request: request.raw, socket, head, headers }));
  });
}

/** Routes an upgrade request through Fastify, although Node has detached its socket. */
function routeUpgrade(http: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // A client that disconnects is not an error; the WebSocket server adds its own listener.
  socket.on('error', () => {});
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
  // Does not wait for a client that keeps its side open or has sent data that is never read.
  response.on('finish', () => socket.end(() => socket.destroy()));
  pendingUpgrades.set(request, { response, socket, head });
  http.routing(request, response);
}

/** Whether the headers are a valid WebSocket handshake (RFC 6455, 4.2.1). */
const isHandshake = ({ headers }: FastifyRequest): boolean =>
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');
