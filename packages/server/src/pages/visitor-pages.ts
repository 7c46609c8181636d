import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  publicChapterRevision,
  quoteLimit,
  readForVisitors,
  type SharedPassage,
} from '../modules/sharing/index.ts';
import { publicUrl } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { readFromStandby } from '../platform/db/db.ts';
import { addressKey } from '../platform/http/address.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { pagePolicy } from '../platform/http/headers.ts';
import { revisionCache } from '../platform/revision-cache.ts';
import { settingsRevision } from '../platform/site-settings.ts';
import { memberPages } from './member-pages.ts';
import { pageCache } from './page-cache.ts';
import { type PageAddress, pageResolver, pageRevisions, type SharedContent } from './page-routes.ts';
import { sharedParts, sharedPath, withPassageValues } from './passage-page.ts';
import type { RenderedPage } from './render.ts';
import { type PreparedPage, preparedPage, type SendablePage, sendPage } from './sendable-page.ts';
import { maxWaitingRenderings, type WebRenderer } from './web-renderer.ts';

/** Pages that one address waits for at a time, so that addresses do not delay each other. */
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
export function visitorPages(ctx: AppContext, web: WebRenderer) {
  const resolve = pageResolver(web.routes, ctx);
  const revisionOf = pageRevisions(ctx.db);
  const pages = pageCache<SendablePage & { policy: string }>(ctx.clock);
  /** The pages that the passages of a story share. */
  const passagePages = pageCache<RenderedPage & { size: number }>(ctx.clock);
  const passages = revisionCache<SharedPassage | undefined>(() => 2048);
  const policyFor = pagePolicy(ctx.config);
  const origin = publicUrl(ctx.config);
  const sendToMember = memberPages(ctx, web, policyFor);
  const mayQuote = quoteLimit(ctx.clock);
  const acquireSlot = concurrencyLimit({
    concurrency: maxConcurrentRenderings,
    maxWaiting: maxWaitingRenderings,
  });
  const withPolicy = <Page extends PreparedPage>(page: Page) => ({
    ...page,
    policy: policyFor(page.scripts),
  });
  const urlOf = (path: string) => new URL(path, origin).href;

  /** Acquires a slot per address unless the page is in the cache. */
  async function inTurn<Page>(
    { ip }: FastifyRequest,
    isCached: boolean,
    getPage: () => Promise<Page>,
  ): Promise<Page> {
    const releaseSlot = isCached ? null : await acquireSlot(addressKey(ip));
    try {
      return await getPage();
    } finally {
      releaseSlot?.();
    }
  }

  async function send(path: string, content: string, request: FastifyRequest, reply: FastifyReply) {
    const revision = `${content} ${settingsRevision(ctx)}`;
    const page = await inTurn(request, pages.has(path, revision), () =>
      pages.get(path, revision, async () => withPolicy(await web.sendable(urlOf(path)))),
    );
    return sendPage(request, reply, page);
  }

  /** Sends the "not found" page, which is the same for all addresses of a route. */
  const sendNotFound = (path: string, request: FastifyRequest, reply: FastifyReply) =>
    send(path, 'not-found', request, reply);

  async function respond(address: PageAddress, request: FastifyRequest, reply: FastifyReply) {
    if (address.kind === 'not-found') return sendNotFound(address.notFoundPath, request, reply);
    if (address.secret) reply.headers(secretPageHeaders);
    if (address.kind === 'redirect') return reply.redirect(address.location, address.status);
    readFromStandby(ctx.db);
    const { path, content, notFoundPath, forMembers } = address;
    if (content?.of === 'passage') {
      const page = await passagePage(path, content, request, reply);
      return page ? sendPage(request, reply, page) : sendNotFound(notFoundPath, request, reply);
    }
    const found = content === null ? null : await revisionOf(content);
    if (found?.path !== undefined && found.path !== path) return reply.redirect(found.path, 302);
    // What visitors do not find may be the member's own.
    if (forMembers && (await sendToMember(urlOf(request.url), request, reply))) return reply;
    if (found === undefined) return sendNotFound(notFoundPath, request, reply);
    return send(path, found?.revision ?? 'fixed', request, reply);
  }

  /**
   * The page that the story's passages share, with the values of one. It is without a quotation for an address that has
   * had too many of this chapter (docs/product/sharing.md#preview).
   */
  async function passagePage(
    path: string,
    content: SharedContent,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { storyId, chapterId, passage } = content;
    const revision = await publicChapterRevision(ctx.db, storyId, chapterId);
    if (revision === undefined) return null;
    const isQuoted = mayQuote(addressKey(request.ip), chapterId, passage);
    // Another address gets the quotation, so no cache may store the page without it.
    if (!isQuoted) reply.header('cache-control', 'no-store');
    const quotation = isQuoted ? path : chapterId;
    const storyRevision = `${revision.story} ${settingsRevision(ctx)}`;
    const isRead = passages.get(quotation, revision.chapter) !== undefined;
    const shown = await inTurn(request, isRead, () =>
      passages.load(quotation, revision.chapter, () =>
        readForVisitors(ctx, chapterId, isQuoted ? passage : null),
      ),
    );
    if (shown === undefined) return null;
    const shared = sharedParts(shown);
    const key = [storyId, shared.chapter, shared.quote].join(' ');
    const page = await inTurn(request, passagePages.has(key, storyRevision), () =>
      passagePages.get(key, storyRevision, async () => {
        const rendered = await web.page(urlOf(sharedPath(storyId)), { shared });
        return { ...rendered, size: rendered.html.length * 2 };
      }),
    );
    return withPolicy(preparedPage({ ...page, html: withPassageValues(page.html, content, shown) }));
  }
  return {
    respond: (request: FastifyRequest, reply: FastifyReply) => respond(resolve(request.url), request, reply),
  };
}
