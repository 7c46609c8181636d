import { randomUUID } from 'node:crypto';
import { type ErrorCode, errorStatus, type Failure } from '@inkling/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { causeOf, fromDatabase } from '../db/db-errors.ts';
import type { Log } from '../log.ts';
import { failurePage, failurePagePolicy, opensPage } from './failure-page.ts';
import { securityHeadersOf } from './headers.ts';
import { notJson, parseJsonBodies } from './json-body.ts';

/** Fastify's own errors, mapped to error codes of the contract. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'WRONG_TYPE',
    'Send JSON as application/json, and files as multipart/form-data.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BAD_INPUT', notJson],
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'This request is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_INPUT', 'The body’s length doesn’t match its Content-Length.'],
  FST_FILES_LIMIT: ['BAD_INPUT', 'Send one file at a time.'],
  FST_PARTS_LIMIT: ['BAD_INPUT', 'Send one file at a time.'],
  FST_FIELDS_LIMIT: ['BAD_INPUT', 'Send one file at a time.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['WRONG_TYPE', 'Send the file as multipart/form-data.'],
};

/** The AppError for an expected failure; null for an internal error. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const database = fromDatabase(error);
  if (database !== null) return database;
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as FastifyError;
  const mapped = fastifyErrors[code];
  if (mapped) return new AppError(mapped[0], mapped[1]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_INPUT', 'This request couldn’t be read.');
  }
  return null;
}

/** The response body of a failure, as defined in the contract. */
function failureBody(refusal: AppError | null, requestId: string): Failure {
  if (refusal === null) {
    return {
      success: false,
      message: `Something went wrong on our side. If it keeps happening, please send us this number: ${requestId}`,
      code: 'INTERNAL',
      errors: [],
      requestId,
    };
  }
  const { message, code, fields, status } = refusal;
  return {
    success: false,
    message,
    code,
    errors: fields ?? [],
    // Nothing to look up in the log.
    ...(status >= 500 && code !== 'MAINTENANCE' && { requestId }),
  };
}

/** Expected failures that are logged, because the operator must act. */
const loggedCodes = new Set<ErrorCode>(['UNAVAILABLE', 'STORAGE_FULL']);

const incompleteRequest = new AppError('BAD_INPUT', 'The request ended before all of it arrived.');

/** Whether the client disconnected during its request, which is not a server error. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** The heading of the page for some failures. */
const titles: Record<string, string> = {
  INTERNAL: 'Something went wrong',
  MAINTENANCE: 'Down for maintenance',
};

/** What the log says about a failed request. Messages of refusals with a status from 500 up contain nothing of people. */
const failureOf = (refusal: AppError | null, error: unknown) => ({
  code: refusal?.code ?? 'INTERNAL',
  ...(!(error instanceof AppError) && causeOf(error)),
  ...(error instanceof AppError && error.status >= 500 && { reason: error.message }),
});

function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isAborted(request) ? incompleteRequest : toAppError(error);
  const status = refusal?.status ?? errorStatus.INTERNAL;
  request.failure = failureOf(refusal, error);
  if (refusal === null || loggedCodes.has(refusal.code)) {
    request.log.error({ err: error }, 'request failed');
  }
  if (refusal?.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  reply
    .header('cache-control', 'no-store')
    .code(status)
    .serializer((body: string) => body);
  const failure = failureBody(refusal, request.id);
  if ((status >= 500 || status === errorStatus.TOO_MANY_REQUESTS) && opensPage(request)) {
    const title = titles[failure.code] ?? 'Please wait a moment';
    return reply
      .header('content-security-policy', failurePagePolicy)
      .type('text/html; charset=utf-8')
      .send(failurePage(title, failure.message, failure.requestId));
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(failure));
}

/** The failure to send for an error on a live connection. Internal errors are logged with the same request id. */
export function toFailure(error: unknown, log: Log): Failure & { retryAfterSeconds?: number } {
  const requestId = `live-${randomUUID().slice(0, 18)}`;
  const refusal = toAppError(error);
  const details = { requestId, ...failureOf(refusal, error) };
  if (refusal === null || loggedCodes.has(refusal.code))
    log.error({ err: error, ...details }, 'live event failed');
  else log[refusal.status >= 500 ? 'warn' : 'info'](details, 'live event refused');
  const { retryAfterSeconds } = refusal ?? {};
  return {
    ...failureBody(refusal, requestId),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Responds to a URL that Fastify cannot decode; no route or hook runs for it. */
export const refuseBadAddresses =
  (config: Config) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(securityHeadersOf(config)).header('x-request-id', request.id);
    replyWithError(new AppError('BAD_INPUT', 'This address couldn’t be read.'), request, reply);
  };

/** Handles all errors in one place (docs/product/contract.md#errors). */
export function handleErrors(http: FastifyInstance): void {
  http.decorateRequest('failure', null);
  parseJsonBodies(http);
  http.setErrorHandler((error, request, reply) => replyWithError(error, request, reply));
  const nothingHere = new AppError('NOT_FOUND', 'There’s nothing at this address.');
  http.setNotFoundHandler((request, reply) => replyWithError(nothingHere, request, reply));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the log says about a failed request. */
    failure: { code: string } | null;
  }
}
