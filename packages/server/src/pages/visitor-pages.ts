import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { publicUrl } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { addressKey } from '../platform/http/address.ts';
import { pagePolicy } from '../platform/http/headers.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { pageCache } from './page-cache.ts';
import { pageRevisions } from './page-revisions.queries.ts';
import { type PageAddress, pageResolver } from './page-routes.ts';
import { renderer, webEntryOf } from './render.ts';
import { type SendablePage, sendablePage, sendPage } from './sendable-page.ts';

const cachedBytes = 48 * 1024 * 1024;
/** Pages that are rendered at once for one address: rendering many together would keep every other request waiting. */
const maxRenderingsAtOnce = 2;

/** What a response says whose address holds a secret: no other page and no store on the way learns it. */
const keepSecret = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/**
 * Answers requests for pages. A page is known by its route and parameters alone: neither the spelling of its address,
 * nor its query, nor the request's host is in what is rendered, and absolute links begin with PUBLIC_URL.
 */
export function visitorPages(http: FastifyInstance, ctx: AppContext, build: ServerBuild) {
  const resolve = pageResolver(build);
  const revisionOf = pageRevisions(ctx.db);
  const { trustedScriptNonce } = webEntryOf(build);
  const render = renderer(http, build, 'production');
  const cache = pageCache(cachedBytes, ctx.clock);
  const policyWith = pagePolicy(ctx.config);
  const origin = publicUrl(ctx.config);

  const takeTurn = concurrencyLimit({ maxAtOnce: maxRenderingsAtOnce });

  /** Takes a turn before a rendering is begun or shared: nobody waits in the queue of another address. */
  async function cached({ ip }: FastifyRequest, path: string, revision: string): Promise<SendablePage> {
    const endTurn = cache.has(path, revision) ? null : await takeTurn(addressKey(ip));
    try {
      return await cache.get(path, revision, async () =>
        sendablePage(await render(new URL(path, origin)), trustedScriptNonce, policyWith),
      );
    } finally {
      endTurn?.();
    }
  }

  /** One page for each route says that something is not there, whatever was asked for. */
  const notFound = (request: FastifyRequest, path: string): Promise<SendablePage> =>
    cached(request, path, 'not-found');

  async function respond(address: PageAddress, request: FastifyRequest, reply: FastifyReply) {
    if (address.kind === 'not-found')
      return sendPage(request, reply, await notFound(request, address.notFoundPath));
    if (address.secret) reply.headers(keepSecret);
    if (address.kind === 'redirect') return reply.redirect(address.location, address.status);
    const { path, content, notFoundPath } = address;
    if (content === null) return sendPage(request, reply, await cached(request, path, 'fixed'));
    const found = await revisionOf(content);
    if (found === undefined) return sendPage(request, reply, await notFound(request, notFoundPath));
    if (content.of === 'person' && found.username !== undefined && found.username !== content.username)
      return reply.redirect(`/profile/${encodeURIComponent(found.username)}`, 302);
    return sendPage(request, reply, await cached(request, path, found.revision));
  }
  return {
    respond: (request: FastifyRequest, reply: FastifyReply) => respond(resolve(request.url), request, reply),
    cachedBytes: cache.size,
  };
}
