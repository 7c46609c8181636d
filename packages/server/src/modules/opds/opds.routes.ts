import { searchLimits } from '@inkling/contract/limits';
import { id as idSchema } from '@inkling/contract/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { siteName } from '../../platform/email/configured.ts';
import type { Api } from '../../platform/http/bind.ts';
import { acquireReadSlot } from '../../platform/http/concurrency-limit.ts';
import { readerByBasic } from '../devices/index.ts';
import { readBook, readCover, readShelf } from './opds.service.ts';
import { catalogType, writeOpds1, writeOpenSearch } from './opds-1.ts';
import { opds2Type, publicationType, writeOpds2, writePublication } from './opds-2.ts';

const maxPage = 1000;

/** What services need from a request that is not an API call. */
const contextOf = (ctx: AppContext, viewer: Viewer | null, request: FastifyRequest): RequestContext => ({
  ...ctx,
  threads: viewer === null ? ctx.threads : ctx.threads.forPerson(viewer.id),
  log: request.log as AppContext['log'],
  requestId: request.id,
  address: request.ip,
  userAgent: '',
  wantsPrivacy: true,
  isClientGone: () => request.raw.socket?.destroyed === true,
});

type Answer = (ctx: RequestContext, viewer: Viewer, reply: FastifyReply) => Promise<unknown>;

/** The catalog for e-readers and reading apps (docs/product/opds.md). */
export function opdsRoutes({ http, ctx, limiter }: Api): void {
  const config = { limitClass: 'page' } as const;
  const site = { origin: publicUrl(ctx.config), name: siteName };

  /** Runs `answer` for the person whose token the request has; sends a 401 without one. */
  async function forReader(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
    reply.headers({
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    const visitor = contextOf(ctx, null, request);
    const viewer = await readerByBasic(visitor, request.headers.authorization);
    if (viewer !== null) {
      request.viewer = viewer;
      const { '*': path } = request.params as { '*'?: string };
      await limiter?.afterLookup(request, path === 'search' ? 'search' : 'read');
      const release = await acquireReadSlot(viewer.id);
      try {
        return await answer(contextOf(ctx, viewer, request), viewer, reply);
      } finally {
        release();
      }
    }
    return reply
      .code(401)
      .header('www-authenticate', `Basic realm="${siteName}"`)
      .type('text/plain; charset=utf-8')
      .send(
        'Sign in with your username and a device token. You can create one in Settings, E-readers and apps.',
      );
  }

  http.get('/opds', { config }, (_request, reply) => reply.redirect('/opds/v1.2/catalog'));

  http.get<{ Params: { '*': string }; Querystring: Query }>('/opds/v1.2/*', { config }, (request, reply) =>
    forReader(request, reply, async (context, viewer) => {
      if (request.params['*'] === 'search.xml')
        return reply.type('application/opensearchdescription+xml').send(writeOpenSearch(site));
      const shelf = await readShelf(context, viewer, wanted(request));
      return reply
        .type(`${catalogType(shelf.page === null ? 'navigation' : 'acquisition')};charset=utf-8`)
        .send(writeOpds1(site, shelf));
    }),
  );

  http.get<{ Params: { '*': string }; Querystring: Query }>('/opds/v2/*', { config }, (request, reply) =>
    forReader(request, reply, async (context, viewer) =>
      // Bytes, so that no charset is added to the type.
      reply
        .type(opds2Type)
        .send(Buffer.from(writeOpds2(site, await readShelf(context, viewer, wanted(request))))),
    ),
  );

  http.get<{ Params: { id: string } }>('/opds/v2/stories/:id', { config }, (request, reply) =>
    forReader(request, reply, async (context, viewer) => {
      const id = storyOf(request);
      if (id === undefined) return reply.callNotFound();
      const book = await readBook(context, viewer, id);
      return reply.type(publicationType).send(Buffer.from(writePublication(site, book)));
    }),
  );

  http.get<{ Params: { id: string } }>('/opds/cover/:id', { config }, (request, reply) =>
    forReader(request, reply, async (context, viewer) => {
      const id = storyOf(request);
      if (id === undefined) return reply.callNotFound();
      const { type, bytes } = await readCover(context, viewer, id);
      return reply.header('cache-control', 'private, max-age=86400').type(type).send(bytes);
    }),
  );
}

const storyOf = ({ params }: { params: { id: string } }) => idSchema.safeParse(params.id).data;

/** OPDS 2.0 calls the parameter of a search `query`. */
interface Query {
  q?: unknown;
  query?: unknown;
  page?: unknown;
}

function wanted(request: { params: { '*': string }; query: Query }): Parameters<typeof readShelf>[2] {
  const { query, q = query, page } = request.query;
  const number = Number(page ?? 1);
  return {
    path: `/${request.params['*']}`,
    // Cut within a character, it could not be written in an address.
    q: typeof q === 'string' ? q.replaceAll('\0', ' ').slice(0, searchLimits.term).toWellFormed() : '',
    page: Number.isInteger(number) && number >= 1 && number <= maxPage ? number : 1,
  };
}
