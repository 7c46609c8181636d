import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { limitVisitorsBodies } from './body-deadline.ts';
import { compressedFrom } from './encoding.ts';
import { handleErrors, refuseBadAddresses } from './error-handler.ts';
import { securityHeaders } from './headers.ts';
import { writeErrorResponse } from './parser-errors.ts';
import { limitPipelining } from './pipelining.ts';
import { LazyLog, logRoutes, requestIds } from './request-log.ts';
import { checkTargets } from './request-target.ts';
import { limitStalledResponses } from './stalled-responses.ts';
import { closeUnreadBodies } from './unread-body.ts';
import { isUpgrade } from './web-sockets.ts';

/**
 * Whose X-Forwarded-For counts: nobody's, that of so many proxies in a row, or that of these addresses. (Fastify takes
 * a number as well, but then trusts no proxy at all.)
 */
function trustedProxies(setting: string): false | string | ((address: string, hop: number) => boolean) {
  if (setting === 'off') return false;
  return /^\d$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting;
}

/** How long (ms) clients may take; connections are looked over every `checkEveryMs`. */
export interface Timeouts {
  /** From the connection, or the end of the last request, to the end of a request's head. */
  headMs: number;
  /** To the end of its body. */
  requestMs: number;
  /** For the body of a request whose sender is not known. */
  visitorBodyMs: number;
  /** For a response of which the client takes nothing. */
  stalledMs: number;
  checkEveryMs: number;
}
const usualTimeouts: Timeouts = {
  headMs: 10_000,
  requestMs: 60_000,
  visitorBodyMs: 10_000,
  stalledMs: 60_000,
  checkEveryMs: 1_000,
};

/** The bare HTTP server: headers, errors and one log line a request, but no capability. */
export async function createHttpServer(
  config: Config,
  log: Log,
  timeouts: Partial<Timeouts> = {},
): Promise<FastifyInstance> {
  const { headMs, requestMs, visitorBodyMs, stalledMs, checkEveryMs } = { ...usualTimeouts, ...timeouts };
  const ids = requestIds();
  const refuse = writeErrorResponse(config, log, ids);
  const http: FastifyInstance = Fastify({
    http: {
      shouldUpgradeCallback: isUpgrade(() => http),
      headersTimeout: headMs,
      connectionsCheckingInterval: checkEveryMs,
      // Node's own refusal would have no headers; `checkTargets` refuses instead.
      requireHostHeader: false,
    },
    loggerInstance: new LazyLog(log),
    // Fastify's own lines carry the address that was asked for, which may hold a token.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    frameworkErrors: refuseBadAddresses(config),
    clientErrorHandler: refuse,
    genReqId: ids,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    exposeHeadRoutes: true,
    bodyLimit: 64 * 1024,
    requestTimeout: requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // What has come while there was a server is served; `closeInOrder` tells the caller to go elsewhere next.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
  }) as unknown as FastifyInstance;

  http.decorateRequest('caller', null);
  http.removeContentTypeParser('text/plain');
  handleErrors(http);
  securityHeaders(http, config);
  limitPipelining(http);
  checkTargets(http);
  closeUnreadBodies(http);
  limitVisitorsBodies(http, visitorBodyMs);
  limitStalledResponses(http, stalledMs);
  // Node would refuse these without any header; expectations may be ignored.
  http.server.on('checkExpectation', (request, response) => http.routing(request, response));
  // A request to be a proxy, which Node would hang up on without a word.
  http.server.on('connect', (_request, socket) => refuse(new Error('CONNECT'), socket));
  // What is not kept is compressed as it is sent: quickly, since each byte of it is sent once.
  await http.register(compress, {
    threshold: compressedFrom,
    // A body is small, and what it would become when unpacked is not.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  // Of a body that is not unpacked nothing but nonsense could be told.
  http.addHook('onRequest', ({ headers }, _reply, done) => {
    const packed = (headers['content-encoding'] ?? 'identity') !== 'identity';
    done(
      packed ? new AppError('WRONG_TYPE', 'Send the body as it is: nothing is unpacked here.') : undefined,
    );
  });
  const linesOf = logRoutes(log);
  http.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const line = { requestId: request.id, status, ms: Math.round(elapsedTime) };
    linesOf(request.method, request.routeOptions.url ?? 'none').info(line, 'request');
    done();
  });
  return http;
}
