import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** Whether the body has not arrived completely. */
function isIncomplete({ raw }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  return raw.complete === false && (encoding !== undefined || length !== '0');
}

/**
 * Gives visitors less time for a body than Node's request timeout, because holding connections costs them nothing.
 * A slower body fails with REQUEST_TIMEOUT.
 */
export function limitVisitorBodies(http: FastifyInstance, maxMs: number): void {
  http.addHook('preParsing', (request, _reply, body, done) => {
    if (request.viewer !== null || !isIncomplete(request)) return done(null, body);
    const limited = new PassThrough();
    const timer = setTimeout(() => {
      body.unpipe(limited);
      limited.destroy(new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.'));
    }, maxMs).unref();
    body.on('error', (error) => limited.destroy(error));
    // If no handler reads the body, nothing else listens for errors.
    limited.on('error', () => {}).on('close', () => clearTimeout(timer));
    done(null, body.pipe(limited));
  });
}
