import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** Parallel requests of one connection; browsers and proxies send one after the other. */
const maxInProgress = 16;

/**
 * Closes a connection that pipelines many requests. Node starts all requests that arrive together: thousands fit
 * into a few packets, and the client need not read any response.
 */
function limitPipelining({ server }: FastifyInstance): void {
  const inProgress = new WeakMap<Socket, number>();
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = (inProgress.get(socket) ?? 0) + 1;
    if (count > maxInProgress) {
      socket.destroy();
      return;
    }
    inProgress.set(socket, count);
    response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1));
    for (const handler of handlers) handler.call(server, request, response);
  });
}

/** Whether the body has not arrived completely. */
function isIncomplete({ complete, headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return complete === false && (encoding !== undefined || length !== '0');
}

/**
 * Gives visitors less time for a body than Node's request timeout, because holding connections costs them nothing.
 * A slower body fails with REQUEST_TIMEOUT.
 */
function limitVisitorBodies(http: FastifyInstance, maxMs: number): void {
  http.addHook('preParsing', ({ viewer, raw }, _reply, body, done) => {
    if (viewer !== null || !isIncomplete(raw)) return done(null, body);
    const limited = new PassThrough();
    const timer = setTimeout(() => {
      body.unpipe(limited);
      limited.destroy(new AppError('REQUEST_TIMEOUT', 'The request didn’t arrive in time.'));
    }, maxMs).unref();
    body.on('error', (error) => limited.destroy(error));
    // If no handler reads the body, nothing else listens for errors.
    limited.on('error', () => {}).on('close', () => clearTimeout(timer));
    done(null, body.pipe(limited));
  });
}

/** The rest of a body up to this size is read and discarded, so that the connection can be reused. */
const maxDiscardedBytes = 64 * 1024;
/** How long (ms) a client may take to read the response and close, before the rest of its body is read. */
const graceMs = 500;
/** Some clients read the response only after they have sent their whole body; these limit how much is read for them. */
const maxLateBytes = 8 * 1024 * 1024;
const maxLateMs = 5_000;

function isLargelyUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > maxDiscardedBytes;
}

/**
 * Closes a connection whose body was refused. Node would either read the whole body or close at once. A close with
 * unread data resets the connection, and the client may lose the response.
 */
function closeSlowly(request: IncomingMessage, socket: Socket): void {
  const resume = request.resume.bind(request);
  socket.pause();
  // Node resumes the request when the response is finished, and closes with `destroySoon`; both are overridden.
  request.resume = () => request;
  socket.destroySoon = () => {
    socket.end();
    const destroy = () => socket.destroy();
    let timer = setTimeout(() => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxLateBytes) destroy();
      });
      request.on('end', destroy);
      // The client closed its side.
      socket.on('end', destroy);
      timer = setTimeout(destroy, maxLateMs);
      // Something else may have been reading the body.
      request.unpipe();
      socket.resume();
      resume();
    }, graceMs);
    socket.on('close', () => clearTimeout(timer));
  };
}

/** Limits what a slow or hostile client can hold: requests, the time of a body, unread bodies, unread responses. */
export function limitConnections(
  http: FastifyInstance,
  { visitorBodyMs, stalledMs }: { visitorBodyMs: number; stalledMs: number },
): void {
  limitPipelining(http);
  limitVisitorBodies(http, visitorBodyMs);
  http.addHook('onSend', ({ raw }: FastifyRequest, reply, payload, done) => {
    // Absent from requests within this process.
    if (raw.socket instanceof Socket) {
      // An unread response is held in memory. Node resets this timeout once the response is sent.
      raw.socket.setTimeout(stalledMs);
      if (isLargelyUnread(raw)) {
        reply.header('connection', 'close');
        closeSlowly(raw, raw.socket);
      }
    }
    done(null, payload);
  });
}

/** How long running requests may take once the server closes; slower ones are aborted. */
const maxFinishMs = 4_000;

/** The end of a server: `begin` announces it, so that clients and proxies go elsewhere, while it still listens. */
interface GracefulClose {
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
