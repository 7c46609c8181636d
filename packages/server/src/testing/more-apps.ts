import { type App, createApp } from '../app.ts';
import { builtPages } from '../pages/built-pages.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import type { DatabaseTimeouts } from '../platform/db/timeouts.ts';
import { eventRunner } from '../platform/events/event-runner.ts';
import { configuredCluster, type OpenCluster } from '../platform/live/cluster.ts';
import { livePublisher } from '../platform/live/live-publisher.ts';
import { type StallingProxy, stallingProxy } from './stalling-proxy.ts';
import { longTimeouts, type TestApp } from './test-app.ts';

export interface ProxiedApp {
  app: App;
  proxy: StallingProxy;
  close(): Promise<void>;
}

/** An application with pages that reaches the site's database through a proxy that can be slow or stall. */
export async function proxiedApp(site: TestApp, timeouts: DatabaseTimeouts): Promise<ProxiedApp> {
  const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
  const proxy = await stallingProxy({ host, port });
  const proxied = openDatabase(
    { host: '127.0.0.1', port: proxy.port, user, password: String(password), database },
    { sizes: { requests: 3 }, timeouts },
  );
  const jobs = { ...site.ctx.jobs, work: () => {}, schedule: () => {} };
  const app = await createApp({ ...site.ctx, db: proxied.db, jobs }, builtPages);
  return { app, proxy, close: () => app.close().then(() => proxied.close()) };
}

/** The connection between the processes of a site that has one. */
const cluster = async (site: TestApp, database: Database): Promise<OpenCluster | null> =>
  site.ctx.live.cluster && configuredCluster(site.ctx.config, database);

/** A second instance of a test's application on the same database, with its own connections. */
export async function secondApp(site: TestApp): Promise<App> {
  const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
  const own = openDatabase(
    { host, port, user, password: String(password), database },
    { timeouts: longTimeouts },
  );
  // Only the first instance runs jobs.
  const jobs = { ...site.ctx.jobs, work: () => {}, schedule: () => {} };
  const events = eventRunner({ ...site.ctx, db: own.db });
  const live = livePublisher(await cluster(site, own));
  const app = await createApp({
    ...site.ctx,
    config: { ...site.ctx.config },
    db: own.db,
    jobs,
    events,
    live,
  });
  await app.http.ready();
  return {
    ...app,
    async close() {
      await app.close();
      await own.close();
    },
  };
}
