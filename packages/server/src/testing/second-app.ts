import { type App, createApp } from '../app.ts';
import { openDatabase } from '../platform/db/db.ts';
import { eventRunner } from '../platform/events/event-runner.ts';
import { longTimeouts, type TestApp } from './test-app.ts';

/** Another instance of a test's application: it shares the database with it, through connections of its own. */
export async function secondApp(site: TestApp): Promise<App> {
  const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
  const own = openDatabase(
    { host, port, user, password: String(password), database },
    { patience: longTimeouts },
  );
  // The first does the jobs.
  const jobs = { ...site.ctx.jobs, work: () => {}, schedule: () => {} };
  const events = eventRunner({ ...site.ctx, db: own.db });
  const app = await createApp({ ...site.ctx, config: { ...site.ctx.config }, db: own.db, jobs, events });
  await app.http.ready();
  return {
    ...app,
    async close() {
      await app.close();
      await own.close();
    },
  };
}
