import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import type { Api } from '../../platform/http/bind.ts';
import { type DeviceViewer, readerBySyncKey } from '../devices/index.ts';
import { findPlace, receivePlace } from './ereader-sync.service.ts';

/** The errors of KOReader's sync server, which its app knows by status and code. */
const failures = {
  unauthorized: [401, 2001, 'Unauthorized'],
  invalid: [403, 2003, 'Invalid request'],
  noDocument: [403, 2004, "Field 'document' not provided."],
  noAccounts: [
    402,
    2005,
    'Create an account on the site and a token for this device in Settings. Then log in.',
  ],
  tooLarge: [413, 2003, 'Invalid request'],
  internal: [500, 2000, 'Unknown server error.'],
} as const;

/** Without a charset: the app cannot parse responses that have one. */
const send = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    .send(Buffer.from(JSON.stringify(body)));

const refuse = (reply: FastifyReply, name: keyof typeof failures) => {
  const [status, code, message] = failures[name];
  return send(reply, status, { code, message });
};

// PostgreSQL cannot store NUL, and a lone surrogate is not valid text.
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed());
const document = text(200).min(1);
/** Unknown fields are dropped. In a PDF, the place is a page number. */
const sentPlace = z.object({
  document,
  progress: z.union([text(1000), z.number().transform(String)]),
  percentage: z.number().min(0).max(1),
  device: text(200).default(''),
  device_id: text(200).default(''),
});

const maxBody = 16 * 1024;

/** The addresses that KOReader's progress sync calls (docs/product/ereader-sync.md). */
export function ereaderSyncRoutes({ http, ctx: appContext, limiter }: Api): void {
  const contextOf = (request: FastifyRequest): RequestContext => ({
    ...appContext,
    log: request.log as AppContext['log'],
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    wantsPrivacy: false,
    isClientGone: () => request.raw.socket?.destroyed === true,
  });
  /** Authenticates before the body is read, and sends the error itself if that fails. */
  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const [name, key] = ['x-auth-user', 'x-auth-key'].map((header) => String(request.headers[header] ?? ''));
    request.viewer = await readerBySyncKey(contextOf(request), name, key);
    if (request.viewer === null) return refuse(reply, 'unauthorized');
    await limiter?.afterLookup(request, 'sync');
  }
  const options = { exposeHeadRoute: false, bodyLimit: maxBody, config: { limitClass: 'page' } } as const;
  const signedIn = { ...options, onRequest: identify };
  const viewerOf = ({ viewer }: FastifyRequest) => viewer as DeviceViewer;

  void http.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBody }, (_request, body, done) =>
        done(null, body),
      );
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        if (error.statusCode === 413) return refuse(reply, 'tooLarge');
        if (error instanceof AppError) {
          if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
          return send(reply, error.status, { code: 2000, message: error.message });
        }
        if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, 'invalid');
        request.log.error({ err: error }, 'request failed');
        return refuse(reply, 'internal');
      });
      scope.get('/healthcheck', options, async (_request, reply) => send(reply, 200, { state: 'OK' }));
      scope.post('/users/create', options, async (_request, reply) => refuse(reply, 'noAccounts'));
      scope.get('/users/auth', signedIn, async (_request, reply) => send(reply, 200, { authorized: 'OK' }));
      scope.put('/syncs/progress', signedIn, async (request, reply) => {
        const body = parse(request.body);
        const { data, error } = sentPlace.safeParse(body);
        if (error) return refuse(reply, error.issues[0]?.path[0] === 'document' ? 'noDocument' : 'invalid');
        const { device_id: deviceId, ...place } = data;
        const viewer = viewerOf(request);
        const sent = { ...place, deviceId, tokenName: viewer.tokenName };
        return send(reply, 200, await receivePlace(contextOf(request), viewer, sent));
      });
      scope.get<{ Params: { document: string } }>(
        '/syncs/progress/:document',
        signedIn,
        async (request, reply) => {
          const { data } = document.safeParse(request.params.document);
          if (data === undefined) return refuse(reply, 'invalid');
          return send(reply, 200, await findPlace(contextOf(request), viewerOf(request), data));
        },
      );
    },
    { prefix: '/kosync' },
  );
}

/** JSON as it came; undefined for anything else, which no schema accepts. */
function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
