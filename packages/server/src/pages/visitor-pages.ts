import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { quoteLimit, readForVisitors, type SharedPassage } from '../modules/sharing/index.ts';
import { publicUrl } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { addressKey } from '../platform/http/address.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { pagePolicy } from '../platform/http/headers.ts';
import { pageCache } from './page-cache.ts';
import { pageRevisions } from './page-revisions.ts';
import { type PageAddress, type PageContent, pageResolver } from './page-routes.ts';
import { renderer, webEntryOf } from './render.ts';
import { type SendablePage, sendablePage, sendPage } from './sendable-page.ts';

/** Concurrent renderings per address; more would delay all other requests. */
const maxConcurrentRenderings = 2;

/** Headers for a page whose address contains a secret, so that caches and other sites do not learn it. */
const secretPageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/**
 * Responds to requests for pages. A page depends only on its route and parameters, not on the spelling of its address,
 * its query or the request's host. Absolute links begin with PUBLIC_URL.
 */
export function visitorPages(http: FastifyInstance, ctx: AppContext, build: ServerBuild) {
  const resolve = pageResolver(build, ctx);
  const revisionOf = pageRevisions(ctx.db);
  const { trustedScriptNonce } = webEntryOf(build);
  const render = renderer(http, build, 'production');
  const cache = pageCache(ctx.clock);
  const policyFor = pagePolicy(ctx.config);
  const origin = publicUrl(ctx.config);

  const mayQuote = quoteLimit(ctx.clock);

  const acquireSlot = concurrencyLimit({ concurrency: maxConcurrentRenderings });

  /** Acquires a slot per address before rendering, so that addresses do not delay each other. */
  async function getOrRender(
    { ip }: FastifyRequest,
    path: string,
    revision: string,
    load: () => Promise<SharedPassage | undefined> = async () => undefined,
  ): Promise<SendablePage> {
    const releaseSlot = cache.has(path, revision) ? null : await acquireSlot(addressKey(ip));
    try {
      return await cache.get(path, revision, async () =>
        sendablePage(await render(new URL(path, origin), await load()), trustedScriptNonce, policyFor),
      );
    } finally {
      releaseSlot?.();
    }
  }

  /** The "not found" page, which is the same for all addresses of a route. */
  const notFound = (request: FastifyRequest, path: string): Promise<SendablePage> =>
    getOrRender(request, path, 'not-found');

  async function respond(address: PageAddress, request: FastifyRequest, reply: FastifyReply) {
    if (address.kind === 'not-found')
      return sendPage(request, reply, await notFound(request, address.notFoundPath));
    if (address.secret) reply.headers(secretPageHeaders);
    if (address.kind === 'redirect') return reply.redirect(address.location, address.status);
    const { path, content, notFoundPath } = address;
    if (content === null) return sendPage(request, reply, await getOrRender(request, path, 'fixed'));
    const found = await revisionOf(content);
    if (found === undefined) return sendPage(request, reply, await notFound(request, notFoundPath));
    if (found.path !== undefined && found.path !== path) return reply.redirect(found.path, 302);
    if (content.of === 'passage') return sendPassage(address, content, found.revision, request, reply);
    return sendPage(request, reply, await getOrRender(request, path, found.revision));
  }

  /** Without its quotation for an address that has had too many of this chapter (docs/product/sharing.md#preview). */
  async function sendPassage(
    { path }: { path: string },
    { chapterId, passage }: Extract<PageContent, { of: 'passage' }>,
    revision: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const isQuoted = mayQuote(addressKey(request.ip), chapterId, passage);
    // Another address gets the quotation, so no cache may store the page without it.
    if (!isQuoted) reply.header('cache-control', 'no-store');
    const shown = isQuoted ? path : path.replace(/\?.*/, '');
    const load = () => readForVisitors(ctx, chapterId, isQuoted ? passage : null);
    return sendPage(request, reply, await getOrRender(request, shown, revision, load));
  }
  return {
    respond: (request: FastifyRequest, reply: FastifyReply) => respond(resolve(request.url), request, reply),
  };
}
