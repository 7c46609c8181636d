import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode, Failure } from '@inkling/contract/errors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { limitConnections } from './connections.ts';
import { compressResponses } from './encoding.ts';
import { handleErrors, refuseBadAddresses } from './error-handler.ts';
import { securityHeaders, securityHeadersOf } from './headers.ts';
import { isUpgrade } from './web-sockets.ts';

type Refusal = [status: number, code: ErrorCode, message: string];

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE', 'The headers of this request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE', 'This request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request didn’t arrive in time.'],
};
const unreadable: Refusal = [400, 'BAD_INPUT', 'This request couldn’t be read.'];

/** How long (ms) a client may take to read the refusal before the connection is cut. */
const graceMs = 250;

/** Whether Node is in the middle of a response on this connection. */
function isResponding(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return typeof response === 'object' && response !== null && Reflect.get(response, 'headersSent') === true;
}

/**
 * Responds to errors of Node's HTTP parser, timeouts included, with the usual headers and JSON body. The request's
 * content is never logged, since it may contain anything.
 */
function writeErrorResponse(config: Config, log: Log, newId: () => string) {
  const securityHeaders = securityHeadersOf(config);
  return (error: Error & { code?: string }, socket: Duplex): void => {
    const receivedNothing = 'bytesRead' in socket && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || !socket.writable || receivedNothing || isResponding(socket)) {
      socket.destroy();
      return;
    }
    const [status, code, message] = refusals[error.code ?? ''] ?? unreadable;
    const failure: Failure = { success: false, message, code, errors: [] };
    const body = JSON.stringify(failure);
    const requestId = newId();
    const headers = {
      ...securityHeaders,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      date: new Date().toUTCString(),
      connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
    socket.pause();
    const timer = setTimeout(() => socket.destroy(), graceMs);
    socket.on('close', () => clearTimeout(timer));
    log.info({ requestId, status, code, reason: error.code }, 'the HTTP parser refused a request');
  };
}

const maxParameters = 50;
/** Browsers read `//` and `/\` as the start of another site's URL; `/./` and `/../` can become that. */
const wellFormed = /^\/(?![/\\])[!-~\x80-\uffff]*$/;
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/**
 * Whether a request target is a path of this site. Clients resolve dot segments before they send a path, and send
 * absolute URLs (`http://…`) only to proxies, which this server is not.
 */
export function isWellFormed(target: string): boolean {
  if (!wellFormed.test(target)) return false;
  const [path = '', ...query] = target.split('?');
  return !dotSegment.test(path) && query.join('?').split('&').length <= maxParameters;
}

/** Refuses malformed request targets and requests without a host or with several, before anything else runs. */
function refuseMalformedTargets(http: FastifyInstance): void {
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    // `headers` has only the first host, and a proxy in front may use the last.
    const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host';
    const hosts = raw.rawHeaders.filter(isHost).length;
    const hasHost = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    const readable = hasHost && isWellFormed(raw.url ?? '');
    done(readable ? undefined : new AppError('BAD_INPUT', 'This address couldn’t be read.'));
  });
}

/**
 * The proxies whose X-Forwarded-For is trusted: none, a number of proxies in a row, or addresses. (Fastify accepts a
 * number too, but then trusts no proxy at all.)
 */
function trustedProxies(setting: string): false | string | ((address: string, hop: number) => boolean) {
  if (setting === 'off') return false;
  return /^\d$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting;
}

/** Time limits for clients in milliseconds; connections are checked every `checkEveryMs`. */
export interface Timeouts {
  /** From the connection, or the end of the previous request, to the end of the request's headers. */
  headMs: number;
  /** To the end of the request's body. */
  requestMs: number;
  /** For the body of an unauthenticated request. */
  visitorBodyMs: number;
  /** For a response that the client does not read. */
  stalledMs: number;
  checkEveryMs: number;
}
const defaultTimeouts: Timeouts = {
  headMs: 10_000,
  requestMs: 60_000,
  visitorBodyMs: 10_000,
  stalledMs: 60_000,
  checkEveryMs: 1_000,
};

/** Creates the HTTP server with headers, error handling and one log line per request, but without any module. */
export async function createHttpServer(
  config: Config,
  log: Log,
  timeouts: Partial<Timeouts> = {},
): Promise<FastifyInstance> {
  const { headMs, requestMs, visitorBodyMs, stalledMs, checkEveryMs } = { ...defaultTimeouts, ...timeouts };
  // A prefix per process and a counter, since ids need not be secret.
  const idPrefix = randomUUID().slice(0, 18);
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return `${idPrefix}-${lastId.toString(36)}`;
  };
  const refuse = writeErrorResponse(config, log, nextId);
  const http: FastifyInstance = Fastify({
    http: {
      shouldUpgradeCallback: isUpgrade(() => http),
      headersTimeout: headMs,
      connectionsCheckingInterval: checkEveryMs,
      // Node's own refusal would lack the security headers; `refuseMalformedTargets` checks the host instead.
      requireHostHeader: false,
    },
    loggerInstance: log,
    // Fastify's own log lines contain the URL, which may contain a token.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    frameworkErrors: refuseBadAddresses(config),
    clientErrorHandler: refuse,
    genReqId: nextId,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    exposeHeadRoutes: true,
    bodyLimit: 64 * 1024,
    requestTimeout: requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // Requests that arrive during the shutdown are served; `enableGracefulClose` asks clients to reconnect elsewhere.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
  }) as unknown as FastifyInstance;

  http.decorateRequest('viewer', null);
  http.removeContentTypeParser('text/plain');
  handleErrors(http);
  securityHeaders(http, config);
  refuseMalformedTargets(http);
  limitConnections(http, { visitorBodyMs, stalledMs });
  // Node would refuse these without the security headers; a server may ignore expectations.
  http.server.on('checkExpectation', (request, response) => http.routing(request, response));
  // A request to act as a proxy; Node would close the connection without a response.
  http.server.on('connect', (_request, socket) => refuse(new Error('CONNECT'), socket));
  compressResponses(http);
  // Request bodies are not decompressed: a small one could expand to a huge one.
  const compressed = new AppError(
    'WRONG_TYPE',
    'Send the body uncompressed: compressed request bodies aren’t supported.',
  );
  http.addHook('onRequest', ({ headers }, _reply, done) =>
    done((headers['content-encoding'] ?? 'identity') === 'identity' ? undefined : compressed),
  );
  // Node reads what it does not know until the connection ends, and proxies may read it otherwise. HTTP/1.0 has none.
  const encoded = new AppError('BAD_INPUT', 'This transfer encoding isn’t supported.');
  http.addHook('onRequest', ({ headers, raw }, reply, done) => {
    const encoding = headers['transfer-encoding']?.toLowerCase();
    if (encoding === undefined || (encoding === 'chunked' && raw.httpVersion !== '1.0')) return done();
    reply.header('connection', 'close');
    done(encoded);
  });
  // These lines contain nothing that must be redacted.
  const requestLog = log.child({}, { redact: [] });
  http.addHook('onResponse', ({ id: requestId, method, routeOptions, failure }, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? 'none';
    const level = status >= 500 ? 'warn' : 'info';
    requestLog[level](
      { method, route, requestId, status, ms: Math.round(elapsedTime), ...failure },
      'request',
    );
    done();
  });
  return http;
}
