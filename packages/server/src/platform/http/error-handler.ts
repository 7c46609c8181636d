import { type ErrorCode, errorStatus, type Failure } from '@inkling/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { fromDatabase } from '../db/db-errors.ts';
import type { Log } from '../log.ts';
import { failurePage, failurePagePolicy, opensPage } from './failure-page.ts';
import { securityHeadersOf } from './headers.ts';
import { notJson, parseJsonBodies } from './json-body.ts';

/** What Fastify itself refuses, in the contract's words. */
const ofHttp: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'WRONG_TYPE',
    'Send JSON as application/json, and files as multipart/form-data.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BAD_INPUT', notJson],
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'This is too large to be sent at once.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_INPUT', 'The body is not as long as its Content-Length says.'],
  FST_FILES_LIMIT: ['BAD_INPUT', 'Send one file at a time.'],
  FST_PARTS_LIMIT: ['BAD_INPUT', 'Send one file at a time.'],
  FST_FIELDS_LIMIT: ['BAD_INPUT', 'Send one file at a time.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['WRONG_TYPE', 'Send the file as multipart/form-data.'],
};

/** The refusal that an error stands for; null for a fault of ours. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const database = fromDatabase(error);
  if (database !== null) return database;
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as FastifyError;
  const known = ofHttp[code];
  if (known) return new AppError(known[0], known[1]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_INPUT', 'This request could not be read.');
  }
  return null;
}

/** The body of a failure, as the contract says. */
function failureBody(refusal: AppError | null, requestId: string): Failure {
  if (refusal === null) {
    return {
      success: false,
      message: `Something went wrong on our side. If it stays, tell us this number: ${requestId}`,
      code: 'INTERNAL',
      requestId,
    };
  }
  const { message, code, fields, status } = refusal;
  return {
    success: false,
    message,
    code,
    ...(fields && { errors: fields }),
    ...(status >= 500 && { requestId }),
  };
}

/** Refusals that the operator has to know of. */
const faults = new Set<ErrorCode>(['UNAVAILABLE', 'STORAGE_FULL']);

const brokenOff = new AppError('BAD_INPUT', 'The request ended before all of it had arrived.');

/** Whether the client went away in the middle of its request: then nothing is wrong here. */
const hasGone = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = hasGone(request) ? brokenOff : refusalOf(error);
  const status = refusal?.status ?? errorStatus.INTERNAL;
  if (refusal === null || faults.has(refusal.code)) {
    request.log.error({ err: error }, 'request failed');
  }
  if (refusal?.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  reply
    .header('cache-control', 'no-store')
    .code(status)
    .serializer((body: string) => body);
  const failure = failureBody(refusal, request.id);
  if ((status >= 500 || status === errorStatus.TOO_MANY_REQUESTS) && opensPage(request)) {
    const title = refusal === null ? 'Something went wrong' : 'Please wait a moment';
    return reply
      .header('content-security-policy', failurePagePolicy)
      .type('text/html; charset=utf-8')
      .send(failurePage(title, failure.message));
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(failure));
}

/** The failure to tell of an error outside of a request. Faults of ours are logged under the number that is told. */
export function toFailure(
  error: unknown,
  log: Log,
  requestId: string,
): Failure & { retryAfterSeconds?: number } {
  const refusal = refusalOf(error);
  if (refusal === null || faults.has(refusal.code)) log.error({ err: error, requestId }, 'live event failed');
  const { retryAfterSeconds } = refusal ?? {};
  return {
    ...failureBody(refusal, requestId),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

const nothingHere = () => new AppError('NOT_FOUND', 'There is nothing at this address.');

/** An address that no server could read, answered before any route and hook is looked for. */
export const refuseBadAddresses =
  (config: Config) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new AppError('BAD_INPUT', 'This address could not be read.');
    reply.code(refusal.status).headers(securityHeadersOf(config)).header('x-request-id', request.id);
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    reply.serializer((body: string) => body).send(JSON.stringify(failureBody(refusal, request.id)));
  };

/** One door for every error (docs/product.md §1.3). */
export function handleErrors(http: FastifyInstance): void {
  parseJsonBodies(http);
  http.setErrorHandler((error, request, reply) => replyWithError(error, request, reply));
  http.setNotFoundHandler((request, reply) => replyWithError(nothingHere(), request, reply));
}
