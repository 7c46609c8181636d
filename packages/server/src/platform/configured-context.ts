import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { coverArt } from './cover-art.ts';
import { databaseTime } from './db/database-time.ts';
import { type Database, standbysOf } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { configuredMailer } from './email/configured.ts';
import { eventRunner } from './events/event-runner.ts';
import type { EventRunner } from './events/events.ts';
import type { JobRunner } from './jobs/jobs.ts';
import { pgBossJobs } from './jobs/pg-boss-jobs.ts';
import { configuredCluster } from './live/cluster.ts';
import { livePublisher } from './live/live-publisher.ts';
import type { Log } from './log.ts';
import type { Module } from './module.ts';
import { countOutside } from './outside-requests.ts';
import { bucketSettings, openStorage } from './storage/configured-storage.ts';
import { workerThreads } from './threads.ts';

/** Migrates the database and builds the context from the configuration. Job processing does not start yet. */
export async function configuredContext(
  config: Config,
  log: Log,
  database: Database,
  purpose: 'server' | 'web' | 'jobs' | 'tool',
  modules: readonly Module[],
): Promise<AppContext & { jobs: JobRunner; events: EventRunner }> {
  const applied = await migrate(database.db);
  if (applied.length > 0)
    log.info({ migrations: applied.length, last: applied.at(-1) }, 'the database is up to date');
  const bucket = bucketSettings(config);
  const onSent = (bytes: number) => {
    if (bucket === null) return;
    const sent = { host: new URL(bucket.endpoint).host, purpose: 'images', bytes } as const;
    void countOutside({ db: database.db, clock: systemClock, log }, sent);
  };
  return {
    db: database.db,
    clock: systemClock,
    databaseTime: () => databaseTime(database.db),
    config,
    log,
    storage: await openStorage(config, log, onSent),
    jobs: pgBossJobs(database, log, purpose === 'server' || purpose === 'jobs' ? 'server' : 'tool'),
    email: configuredMailer(config, log, systemClock, database.db),
    live: livePublisher(
      purpose === 'tool' ? null : await configuredCluster(config, database),
      standbysOf(database.db),
    ),
    events: eventRunner({ db: database.db, clock: systemClock, log }),
    threads: workerThreads(log),
    coverArt: coverArt(),
    modules,
  };
}
