import { livePath } from '@inkling/contract/live';
import type { FastifyInstance } from 'fastify';
import { doctorRoutes } from './doctor/doctor.routes.ts';
import { authenticate, filterActive, noteWritten } from './modules/account/index.ts';
import { apiDocs } from './platform/api-docs/api-docs.routes.ts';
import type { AppContext } from './platform/context.ts';
import { eventJobs } from './platform/events/event-jobs.ts';
import type { Api } from './platform/http/bind.ts';
import { enableGracefulClose } from './platform/http/connections.ts';
import { limitDatabaseWaits } from './platform/http/database-waits.ts';
import { recordFailures } from './platform/http/failed-requests.ts';
import { healthRoutes } from './platform/http/health.ts';
import { type MaintenanceMode, maintenanceMode } from './platform/http/maintenance-mode.ts';
import { observeProxies } from './platform/http/observed-proxies.ts';
import { limitRates } from './platform/http/rate-limits.ts';
import { createHttpServer, type Timeouts } from './platform/http/server.ts';
import { acceptWebSockets } from './platform/http/web-sockets.ts';
import { type LiveServer, liveServer } from './platform/live/live-server.ts';
import type { SocketHandlers } from './platform/live/socket-handlers.ts';
import { sweepPlatform } from './platform/sweep.ts';

export interface App {
  http: FastifyInstance;
  ctx: AppContext;
  maintenance: MaintenanceMode;
  live: LiveServer;
  /** Says that the server is about to close: `/readyz` is 503 from now on. */
  announceClose(): void;
  close(): Promise<void>;
}

/** Handles every request that no other route matches: serves the web pages. */
export type Pages = (http: FastifyInstance, ctx: AppContext) => Promise<void>;

/** Several applications in one process may share an event runner, as in tests; each listener is registered once. */
const listening = new WeakSet<AppContext['events']>();

function listenOnce(ctx: AppContext): void {
  if (listening.has(ctx.events)) return;
  listening.add(ctx.events);
  for (const { listeners = [] } of ctx.modules)
    for (const listener of listeners) ctx.events.listen(listener(ctx));
}

/** What a process does, if it does not do everything: answer requests and hold live connections, or background work. */
export type Role = 'web' | 'jobs';

/**
 * Builds the application on an open database. It does not listen yet. One with `only: 'jobs'` answers nothing but the
 * checks of its health, and one with `only: 'web'` has no work for `backgroundWork`.
 */
export async function createApp(
  ctx: AppContext,
  pages?: Pages,
  timeouts: Partial<Timeouts> = {},
  only: Role | null = null,
): Promise<App> {
  const http = await createHttpServer(ctx.config, ctx.log, timeouts);
  const maintenance = maintenanceMode(http, ctx);
  observeProxies(http, ctx);
  recordFailures(http, ctx);
  limitDatabaseWaits(http, ctx.db);
  const limiter = ctx.config.RATE_LIMIT ? limitRates(http, ctx) : null;
  const closing = enableGracefulClose(http);
  healthRoutes(http, ctx, closing.hasBegun, maintenance);
  const api: Api = { http, ctx, authenticate, noteWritten, limiter };
  for (const { routes, jobs = [], live } of ctx.modules) {
    if (only !== 'jobs') routes?.(api);
    if (only !== 'web') for (const register of jobs) register(ctx);
    live?.(ctx.events);
  }
  if (only !== 'web') {
    listenOnce(ctx);
    eventJobs(ctx);
    sweepPlatform(ctx);
  }
  const live = serveLiveConnections(http, ctx, maintenance, only);
  if (only !== 'jobs') {
    doctorRoutes(api);
    if (ctx.config.API_DOCS) apiDocs(http);
    // An unknown API call gets a JSON error, never a page.
    http.all('/api/*', { config: { limitClass: 'read' } }, (_request, reply) => reply.callNotFound());
    await pages?.(http, ctx);
  }
  return {
    http,
    ctx,
    maintenance,
    live,
    announceClose: closing.begin,
    close: () => http.close(),
  };
}

/**
 * Live connections close first: an open connection would keep the HTTP server from closing. A process for background
 * work has none, but publishes to those of other processes.
 */
function serveLiveConnections(
  http: FastifyInstance,
  ctx: AppContext,
  maintenance: MaintenanceMode,
  only: Role | null,
): LiveServer {
  const handlers: SocketHandlers = new Map();
  for (const { sockets } of ctx.modules) sockets?.(handlers);
  const live = liveServer(ctx, { authenticate, filterActive }, handlers, maintenance.requireOff);
  if (only !== 'jobs') acceptWebSockets(http, livePath, 'live', live.checkRequest, live.handleUpgrade);
  http.addHook('onListen', async () => live.joinCluster());
  http.addHook('preClose', () => live.close());
  return live;
}
