import type { FastifyInstance } from 'fastify';
import { authenticate } from './modules/account/index.ts';
import { modules } from './modules.ts';
import type { AppContext } from './platform/context.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import type { Api } from './platform/http/bind.ts';
import { closeInOrder } from './platform/http/closing.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createHttpServer } from './platform/http/server.ts';

export interface App {
  http: FastifyInstance;
  ctx: AppContext;
  close(): Promise<void>;
}

/** Answers whatever no other route takes; the web's pages, when they are served from here. */
export type Pages = (http: FastifyInstance, ctx: AppContext) => Promise<void>;

/** Builds the whole application on an open database. Nothing listens yet. */
export async function createApp(ctx: AppContext, pages?: Pages): Promise<App> {
  const http = await createHttpServer(ctx.config, ctx.log);
  healthRoutes(http, ctx.db, closeInOrder(http));
  const api: Api = { http, ctx, authenticate };
  for (const routes of modules) routes(api);
  await apiDocs(http);
  // Never a page: whoever calls a call that is not there is told in JSON.
  http.all('/api/*', (_request, reply) => reply.callNotFound());
  await pages?.(http, ctx);
  return { http, ctx, close: () => http.close() };
}
