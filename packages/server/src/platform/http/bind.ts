import type { Call, FileResponseSchema, ParsedInput, ResponseOf } from '@inkling/contract/call';
import { isFileResponse, minimalPreference, paramNames } from '@inkling/contract/call';
import { connectionIdHeader } from '@inkling/contract/live';
import { plainMessage } from '@inkling/contract/messages';
import { id } from '@inkling/contract/text';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { needsPolicy, requireAccess } from '../access.ts';
import { AppError, notFound } from '../app-error.ts';
import type { AppContext, Authenticate, NoteWritten, RequestContext, Viewer } from '../context.ts';
import { standbysOf } from '../db/db.ts';
import { requireDiskSpace } from '../disk-space.ts';
import { perInstance } from '../per-instance.ts';
import { isAllowed } from '../policy.ts';
import { noteWithdrawal } from '../site-state.queries.ts';
import { addressKey } from './address.ts';
import {
  type CheckedBody,
  checkBody,
  checkBodyInThread,
  readUpload,
  reserveLongBody,
  routeWithUpload,
  type UploadedFile,
} from './bodies.ts';
import {
  acquireReadSlot,
  acquireWriteSlot,
  concurrencyLimit,
  maxParallelVisits,
} from './concurrency-limit.ts';
import { encodingFor } from './encoding.ts';
import { attachment, FileResponse } from './file-response.ts';
import { flowOf, identify } from './identify.ts';
import { isInternalCall, type Limiter } from './rate-limits.ts';
import { MinimalJson, PrebuiltJson, responseJson } from './sent-json.ts';

export const apiPrefix = '/api/v1';
const defaultBodyLimit = 64 * 1024;

/** What a module needs to bind its calls: the HTTP server, the app's context and authentication. */
export interface Api {
  http: FastifyInstance;
  ctx: AppContext;
  authenticate: Authenticate;
  noteWritten?: NoteWritten;
  /** Null if rate limits are off. */
  limiter: Limiter | null;
}

type ViewerFor<C extends Call> = C['access'] extends 'public' ? Viewer | null : Viewer;
type WithoutSuccess<T> = Omit<T, 'success'>;

export type Handler<C extends Call> = (
  ctx: RequestContext,
  viewer: ViewerFor<C>,
  input: ParsedInput<C> & { file: UploadedFile; returnsMinimal: boolean },
) => Promise<
  C['response'] extends FileResponseSchema ? FileResponse : WithoutSuccess<ResponseOf<C>> | PrebuiltJson
>;

/** The calls bound to a server, for tests that check all of them. */
export const boundCallsOf = perInstance((_http: FastifyInstance): Call[] => []);

/**
 * Registers the route of one call of the contract: authentication, access, input validation, the handler, and the
 * response schema. Policies in the services decide about rows, under the service's locks; a call for owners or members
 * fails unless one has allowed it. `requireRoom` refuses a request before anything is done for it.
 */
export function bind<C extends Call>(api: Api, call: C, handler: Handler<C>, requireRoom?: () => void): void {
  const { http } = api;
  boundCallsOf(http).push(call);
  const parse = inputParser(call);
  const bodyLimit = bodyLimitOf(call);

  const route: RouteOptions = {
    method: call.method,
    ...(call.head === false && { exposeHeadRoute: false }),
    url: apiPrefix + call.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    config: { limitClass: flowOf(call), callKey: call.key },
    onRequest: identify(api, call, requireRoom),
    ...(bodyLimit > defaultBodyLimit && { preParsing: reserveLongBody(defaultBodyLimit, bodyLimit) }),
    handler: async (request, reply) => {
      const viewer = viewerOf(request, call);
      if (call.upload) await requireDiskSpace(api.ctx.config);
      const upload = call.upload ? await readUpload(request, reply, call.upload) : null;
      const threads = viewer === null ? api.ctx.threads : api.ctx.threads.forPerson(viewer.id);
      const rawBody = upload?.fields ?? request.body ?? {};
      const isLong = rawBody instanceof Buffer;
      const body = isLong ? await checkBodyInThread(threads, call, rawBody) : checkBody(call, rawBody);
      const input = parse(request, body);
      const ctx: RequestContext = {
        ...api.ctx,
        threads,
        log: request.log as AppContext['log'],
        live: api.ctx.live.except(connectionId(request)),
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        wantsPrivacy: request.headers['sec-gpc'] === '1' || request.headers.dnt === '1',
        isClientGone: () => request.raw.socket?.destroyed === true,
      };
      const returnsMinimal = call.minimal !== undefined && prefersMinimal(request);
      const release = await acquireSlot(api, call, request);
      const response = await handler(
        ctx,
        viewer as ViewerFor<C>,
        { ...input, file: upload?.file ?? noFile, returnsMinimal } as Parameters<Handler<C>>[2],
      )
        .catch((error: unknown) => rethrow(api, call, viewer, error))
        .finally(() => noteWrites(api, call, request))
        .finally(release);
      if (viewer !== null && needsPolicy(call.access) && !isAllowed(viewer))
        throw new Error(`${call.key} has asked no policy about its row.`);
      return send(request, reply, call, viewer !== null || call.access !== 'public', response);
    },
  };
  if (call.upload) routeWithUpload(http, route);
  else http.route(route);
}

/** Makes the person's next request see what the call has written, and no request on a standby what it has withdrawn. */
async function noteWrites({ ctx, noteWritten }: Api, { method, withdraws }: Call, request: FastifyRequest) {
  const standbys = standbysOf(ctx.db);
  const { viewer, waitBudget } = request;
  if (standbys === null || (method === 'GET' && waitBudget?.hasWritten !== true)) return;
  try {
    if (viewer !== null) await noteWritten?.(ctx, viewer);
    if (withdraws === true) await standbys.passed(await noteWithdrawal(ctx.db));
  } catch (error) {
    request.log.warn({ err: error }, 'a write was not noted, so a standby may show it late');
  }
}

/** Throws SUSPENDED if a person who was refused as signed out was suspended during the call, and otherwise the error. */
async function rethrow(
  { ctx, authenticate }: Api,
  call: Call,
  viewer: Viewer | null,
  error: unknown,
): Promise<never> {
  if (viewer !== null && error instanceof AppError && error.code === 'SIGN_IN_REQUIRED')
    requireAccess(call, await authenticate(ctx, viewer.session.token));
  throw error;
}

/** A viewer of its own for a call that a policy must allow: viewers of several calls may be the same object. */
const viewerOf = ({ viewer }: FastifyRequest, { access }: Call): Viewer | null =>
  viewer !== null && needsPolicy(access) ? { ...viewer } : viewer;

const acquireVisitSlot = concurrencyLimit({ concurrency: maxParallelVisits });

/** Limits the parallel requests of a person, or of a visitor's address if rate limits are on. */
async function acquireSlot({ limiter }: Api, { method }: Call, request: FastifyRequest) {
  const { viewer, ip } = request;
  if (viewer !== null) return (method === 'GET' ? acquireReadSlot : acquireWriteSlot)(viewer.id);
  return limiter === null || isInternalCall(request) ? null : acquireVisitSlot(addressKey(ip));
}

/** Only authenticated calls may have a larger limit than the default. */
function bodyLimitOf({ key, access, bodyLimit = defaultBodyLimit }: Call): number {
  if (access === 'public' && bodyLimit > defaultBodyLimit) {
    throw new Error(`${key} is public, so its body can’t be larger than ${defaultBodyLimit} bytes.`);
  }
  return bodyLimit;
}

/** The id of the calling page's live connection, from a header; null if there is none. */
function connectionId({ headers }: FastifyRequest): string | null {
  const value = headers[connectionIdHeader];
  return typeof value === 'string' && /^[\w-]{20}$/.test(value) ? value : null;
}

/** Whether the client asks for a response without what it has sent itself (RFC 7240). */
const prefersMinimal = ({ headers: { prefer } }: FastifyRequest): boolean =>
  [prefer].flat().some((value) => value?.split(/[,;]/).some((one) => one.trim() === minimalPreference));

/** In characters. */
const longJson = 16_384;

const noFile: UploadedFile = { name: '', bytes: Buffer.alloc(0) };

function send(request: FastifyRequest, reply: FastifyReply, call: Call, personal: boolean, response: object) {
  reply.code(call.isAccepted?.(response as never) ? 202 : (call.status ?? 200));
  // What a write returns is no one else's, such as a draft for the token in its body.
  reply.header('cache-control', personal || call.method !== 'GET' ? 'no-store' : 'no-cache');
  reply.header('vary', 'authorization');
  if (response instanceof MinimalJson) reply.header('preference-applied', minimalPreference);
  if (response instanceof PrebuiltJson) {
    return sendPrebuilt(request, reply.type('application/json; charset=utf-8'), response);
  }
  if (!isFileResponse(call.response)) {
    const json = responseJson(reply, call.response, { success: true, ...response });
    // Node would encode a long text together with the headers, which takes longer than encoding it by itself.
    return reply
      .type('application/json; charset=utf-8')
      .send(json.length < longJson ? json : Buffer.from(json));
  }
  if (!(response instanceof FileResponse)) throw new Error(`${call.key} did not respond with a file.`);
  const { type, name } = response.file ?? call.response.file;
  reply.header('content-length', response.size).header('content-disposition', attachment(name));
  return reply.type(type).send(response.stream);
}

async function sendPrebuilt(request: FastifyRequest, reply: FastifyReply, response: PrebuiltJson) {
  if (!response.isCompressible) return reply.send(response.json);
  const encoding = encodingFor(request);
  reply.header('vary', 'authorization, accept-encoding');
  const bytes = await response.encodedAs(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** Parses what a request says by the call's schemas; throws what the client must correct. */
function inputParser(call: Call) {
  const schemas = paramNames(call.path).map((name) => [name, call.params?.[name] ?? id] as const);
  return ({ params: raw, query: rawQuery }: FastifyRequest, body: CheckedBody) => {
    const params: Record<string, string> = {};
    for (const [name, schema] of schemas) {
      const parsed = schema.safeParse((raw as Record<string, string>)[name]);
      // A malformed id cannot belong to anything that exists.
      if (!parsed.success) throw notFound('What you are looking for was');
      params[name] = parsed.data;
    }
    const query = call.query?.safeParse(rawQuery, { error: plainMessage });
    const fields = [...(query?.error?.issues ?? []), ...body.issues].map(({ path, message }) => ({
      path: path.join('.'),
      message,
    }));
    if (fields[0] !== undefined) throw new AppError('BAD_INPUT', fields[0].message, { fields });
    return { params, query: query?.data ?? {}, body: body.data };
  };
}
