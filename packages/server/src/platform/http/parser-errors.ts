import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode, Failure } from '@inkling/contract/errors';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { securityHeadersOf } from './headers.ts';

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
export function writeErrorResponse(config: Config, log: Log, newId: () => string) {
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
