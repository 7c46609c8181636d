import { randomUUID } from 'node:crypto';
import { type ErrorCode, errorStatus, type Failure } from '@inkling/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { causeOf, fromDatabase } from '../db/db-errors.ts';
import type { Log } from '../log.ts';
import { notJson, parseJsonBodies } from './bodies.ts';
import { securityHeadersOf } from './headers.ts';
import { escapeHtml } from './html.ts';

/** Whether a browser navigates to the URL, as opposed to a call by a program or a page's script. */
const opensPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith('/api/') &&
  /\btext\/html\b/.test(headers.accept ?? '');

// The colours of the app's themes. The system setting selects one, since the user's choice needs a script to read.
const style = `
:root{color-scheme:light dark;--surface:light-dark(oklch(98.2% .008 85),oklch(20% .012 65));
--text:light-dark(oklch(25% .018 60),oklch(92.5% .012 85));--muted:light-dark(oklch(46% .02 65),oklch(74% .016 80));
--accent:light-dark(oklch(48% .15 32),oklch(70% .13 38));--on-accent:light-dark(oklch(98.5% .01 85),oklch(18% .02 50));
--focus:light-dark(oklch(45% .16 255),oklch(78% .11 250))}
*{margin:0;box-sizing:border-box}
body{min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--surface);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
h1{font:500 1.875rem/1.25 Georgia,serif}
p{margin-top:.75rem;color:var(--muted)}
a{display:inline-block;margin-top:1.5rem;padding:.625rem 1.25rem;min-height:2.75rem;border-radius:.5rem;
background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

/** The page needs only its inline style. */
const failurePagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The page shown if a page cannot be rendered. It is self-contained, since other files might not load either.
 * ‘Try again’ links to the same URL. The request's number is shown unless the message has it.
 */
const failurePage = (title: string, message: string, requestId = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - Inkling</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
${message.includes(requestId) ? '' : `<p>If it keeps happening, quote this number: ${escapeHtml(requestId)}</p>\n`}<a href="">Try again</a>
</main>
</body>
</html>
`;

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

/** What the log says about a failed request, besides the status. */
interface RequestFailure {
  code: string;
  sqlState?: string;
  wait?: string;
  reason?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the log says about a failed request. */
    failure: RequestFailure | null;
  }
}
