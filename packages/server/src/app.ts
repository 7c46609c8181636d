import { livePath } from '@inkling/contract/live';
import type { FastifyInstance } from 'fastify';
import { authenticate, stillCount } from './modules/account/index.ts';
import { listeners, livePublishers, modules, sockets } from './modules.ts';
import type { AppContext } from './platform/context.ts';
import { eventJobs } from './platform/events/event-jobs.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import type { Api } from './platform/http/bind.ts';
import { limitDatabaseWaits } from './platform/http/database-waits.ts';
import { closeGracefully } from './platform/http/graceful-close.ts';
import { healthRoutes } from './platform/http/health.ts';
import { limitRates } from './platform/http/rate-limits.ts';
import { createHttpServer, type Timeouts } from './platform/http/server.ts';
import { webSocketsAt } from './platform/http/web-sockets.ts';
import { liveServer } from './platform/live/live-server.ts';
import type { SocketHandlers } from './platform/live/socket-handlers.ts';

export interface App {
  http: FastifyInstance;
  ctx: AppContext;
  close(): Promise<void>;
}

/** Answers whatever no other route takes; the web's pages, when they are served from here. */
export type Pages = (http: FastifyInstance, ctx: AppContext) => Promise<void>;

/** Builds the whole application on an open database. Nothing listens yet. */
export async function createApp(
  ctx: AppContext,
  pages?: Pages,
  timeouts: Partial<Timeouts> = {},
): Promise<App> {
  const http = await createHttpServer(ctx.config, ctx.log, timeouts);
  limitDatabaseWaits(http, ctx.db);
  const limiter = ctx.config.RATE_LIMIT ? limitRates(http, ctx) : null;
  healthRoutes(http, ctx, closeGracefully(http));
  const api: Api = { http, ctx, authenticate, limiter };
  for (const routes of modules) routes(api);
  for (const listener of listeners) ctx.events.listen(listener(ctx));
  for (const publishTo of livePublishers) publishTo(ctx.events);
  eventJobs(ctx);
  takeLiveConnections(http, ctx);
  if (ctx.config.API_DOCS) apiDocs(http);
  // Never a page: whoever calls a call that is not there is told in JSON.
  http.all('/api/*', { config: { limitClass: 'read' } }, (_request, reply) => reply.callNotFound());
  await pages?.(http, ctx);
  return { http, ctx, close: () => http.close() };
}

/** Before anything else closes, those who are connected are told: a connection left open would keep it from closing. */
function takeLiveConnections(http: FastifyInstance, ctx: AppContext): void {
  const ears: SocketHandlers = new Map();
  for (const hearAll of sockets) hearAll(ears);
  const live = liveServer(ctx, { authenticate, stillCount }, ears);
  webSocketsAt(http, livePath, 'live', live.check, live.take);
  http.addHook('preClose', () => live.close());
}
