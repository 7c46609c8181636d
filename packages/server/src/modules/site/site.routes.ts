import * as calls from '@inkling/contract/site';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Api, bind } from '../../platform/http/bind.ts';
import { siteSettings } from '../../platform/site-settings.ts';
import { receiveMessage } from './contact.service.ts';
import { operatorOf } from './operator.ts';
import { changeSettings, getSettings } from './settings.service.ts';
import { type RobotFile, robotsText, sitemapFile, sitemapIndex } from './sitemap.ts';
import { readTestimonials } from './testimonials.ts';

export function siteRoutes(api: Api): void {
  const testimonials = readTestimonials(api.ctx.config.DATA_DIR);
  const { config } = api.ctx;
  const sessions = { idleDays: config.SESSION_IDLE_DAYS, mostDays: config.SESSION_MAX_DAYS };
  const selection = { lookUp: config.LOOKUP_URL ?? null, translate: config.TRANSLATE_URL ?? null };
  bind(api, calls.getSite, async (ctx) => {
    const { showsTestimonials, registration: mode, question } = siteSettings(ctx);
    return {
      data: {
        testimonials: showsTestimonials ? testimonials : [],
        operator: operatorOf(ctx),
        registration: { mode, question: question?.text ?? null },
        logIns: sessions,
        selection,
      },
    };
  });
  bind(api, calls.getSettings, async (ctx) => ({ data: await getSettings(ctx) }));
  bind(api, calls.changeSettings, async (ctx, viewer, { body }) => ({
    data: await changeSettings(ctx, viewer.id, body),
  }));
  robotRoutes(api);
  bind(api, calls.sendMessage, async (ctx, viewer, { body }) => {
    await receiveMessage(ctx, viewer, body);
    return { message: 'Your message has been sent.' };
  });
}

/** Files for crawlers (docs/product/site.md#search-engines). */
function robotRoutes({ http, ctx }: Api): void {
  const config = { limitClass: 'page' } as const;
  const send = (request: FastifyRequest, reply: FastifyReply, { xml, etag }: RobotFile) => {
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/xml; charset=utf-8').send(xml);
  };
  http.get('/robots.txt', { config }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robotsText(ctx)),
  );
  http.get('/sitemap.xml', { config }, async (request, reply) =>
    send(request, reply, await sitemapIndex(ctx)),
  );
  http.get<{ Params: { name: string } }>('/sitemaps/:name', { config }, async (request, reply) => {
    const file = await sitemapFile(ctx, request.params.name);
    return file === null ? reply.callNotFound() : send(request, reply, file);
  });
}
