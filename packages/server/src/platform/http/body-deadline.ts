import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/**
 * Gives visitors a shorter time for their body than Node gives everybody: with a connection that costs nothing they
 * would hold one of ours. What takes longer fails with REQUEST_TIMEOUT.
 */
export function visitorsDeadline(visitorBodyMs: number) {
  return async (request: FastifyRequest, _reply: unknown, body: Readable): Promise<Readable> => {
    if (request.caller !== null || request.raw.complete !== false) return body;
    const limited = new PassThrough();
    const timer = setTimeout(() => {
      body.unpipe(limited);
      limited.destroy(new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.'));
    }, visitorBodyMs);
    body.on('error', (error) => limited.destroy(error));
    limited.on('close', () => clearTimeout(timer));
    return body.pipe(limited);
  };
}
