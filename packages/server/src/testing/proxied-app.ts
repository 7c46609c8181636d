import { type App, createApp } from '../app.ts';
import { builtPages } from '../pages/built-pages.ts';
import { openDatabase } from '../platform/db/db.ts';
import type { DatabaseTimeouts } from '../platform/db/timeouts.ts';
import { type StallingProxy, stallingProxy } from './stalling-proxy.ts';
import type { TestApp } from './test-app.ts';

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
    { max: 3, timeouts },
  );
  const jobs = { ...site.ctx.jobs, work: () => {}, schedule: () => {} };
  const app = await createApp({ ...site.ctx, db: proxied.db, jobs }, builtPages);
  return { app, proxy, close: () => app.close().then(() => proxied.close()) };
}
