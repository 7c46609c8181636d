import { hash } from 'node:crypto';
import * as calls from '@inkling/contract/feeds';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data } from '../../platform/http/handlers.ts';
import { type Feed, type FeedFormat, formats } from './feed-formats.ts';
import { deletePrivateFeed } from './feeds.queries.ts';
import * as feeds from './feeds.service.ts';

export function feedRoutes(api: Api): void {
  bind(api, calls.getPrivateFeed, data(feeds.getPrivateFeed));
  bind(api, calls.createPrivateFeed, data(feeds.createPrivateFeed));
  bind(api, calls.deletePrivateFeed, async (ctx, viewer) => {
    await deletePrivateFeed(ctx.db, viewer.id);
    return { message: 'Your private feed was deleted.' };
  });
  bind(api, calls.exportFeeds, feeds.exportFeeds);
  readers(api);
}

/** Since the address is a secret, neither shared caches nor other sites may learn it, even of one that has ended. */
const privateHeaders = {
  'cache-control': 'private, max-age=300',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

type Named<Name extends string> = { Params: Record<Name, string>; Querystring: { mature?: unknown } };

/** What feed readers fetch (docs/product/feeds.md). The log has a route's pattern, never the address. */
function readers({ http, ctx }: Api): void {
  const config = { limitClass: 'page' } as const;
  http.get<Named<'file'>>('/feeds/mine/:file', { config }, async (request, reply) => {
    reply.headers(privateHeaders);
    const { name, format } = splitName(request.params.file);
    const feed = format && (await feeds.readPrivateFeed(ctx, name));
    return format && feed ? send(request, reply, format, feed) : reply.callNotFound();
  });
  http.get<Named<'kind' | 'file'>>('/feeds/:kind/:file', { config }, async (request, reply) => {
    const { kind, file } = request.params;
    const { name, format } = splitName(file);
    const isMature = request.query.mature === '1';
    const read = Object.hasOwn(feeds.publicFeeds, kind) ? feeds.publicFeeds[kind] : undefined;
    const feed = format && (await read?.(ctx, name, isMature));
    if (!format || !feed) return reply.callNotFound();
    reply.header('cache-control', 'public, max-age=300');
    if (isMature) reply.header('x-robots-tag', 'noindex');
    return send(request, reply, format, feed);
  });
}

/** `id.atom` as name and format; names may contain dots. */
function splitName(file: string): { name: string; format: FeedFormat | null } {
  const [, name = '', format] = /^(.+)\.(atom|json)$/s.exec(file) ?? [];
  return { name, format: format === 'atom' || format === 'json' ? format : null };
}

/** Sends a feed, or 304 to a reader that has it. */
function send(request: FastifyRequest, reply: FastifyReply, format: FeedFormat, feed: Feed) {
  const { type, write } = formats[format];
  const body = write(feed);
  // Weak, since each encoding has the same.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
  reply.header('etag', etag);
  if (isKnown(request, etag)) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(body);
}

/** Whether the reader names this ETag. A time would not tell that an entry was withdrawn. */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const { 'if-none-match': tags = '' } = headers;
  return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^(?!W\/)/, 'W/') === etag);
}
