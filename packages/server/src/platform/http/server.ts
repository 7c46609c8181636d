import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { compressedFrom } from './encoding.ts';
import { handleErrors, replyToBadAddress } from './error-handler.ts';
import { securityHeaders } from './headers.ts';
import { LazyLog, linesByRoute, requestIds } from './request-log.ts';
import { leavesHttp } from './web-sockets.ts';

const trustedProxies = (setting: string): boolean | string =>
  setting === 'off' ? false : setting === 'on' ? true : setting;

/** The bare HTTP server: headers, errors and one log line a request, but no capability. */
export async function createHttpServer(config: Config, log: Log): Promise<FastifyInstance> {
  const http: FastifyInstance = Fastify({
    http: { shouldUpgradeCallback: leavesHttp(() => http) },
    loggerInstance: new LazyLog(log),
    // Fastify's own lines carry the address that was asked for, which may hold a token.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    frameworkErrors: replyToBadAddress,
    genReqId: requestIds(),
    trustProxy: trustedProxies(config.TRUST_PROXY),
    exposeHeadRoutes: true,
    bodyLimit: 64 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // What has come while there was a server is served; `closeInOrder` tells the caller to go elsewhere next.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
  }) as unknown as FastifyInstance;

  http.removeContentTypeParser('text/plain');
  handleErrors(http);
  securityHeaders(http, config);
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
  const linesOf = linesByRoute(log);
  http.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const line = { requestId: request.id, status, ms: Math.round(elapsedTime) };
    linesOf(request.method, request.routeOptions.url ?? 'none').info(line, 'request');
    done();
  });
  return http;
}
