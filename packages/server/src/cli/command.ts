import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { openConfiguredDatabase } from '../platform/db/configured.ts';
import { migrate } from '../platform/db/migrate.ts';
import { pgBossJobs } from '../platform/jobs/pg-boss-jobs.ts';
import { hintSource } from '../platform/live/hints.ts';
import { createLog } from '../platform/log.ts';
import { configuredMailer } from '../platform/mail/configured.ts';
import { misspeltSettings } from '../platform/misspelt-settings.ts';
import { openStorage } from '../platform/storage/configured-storage.ts';

/** One word behind `inkling`; `run` gives the exit status. */
export interface Command {
  name: string;
  usage: string;
  summary: string;
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** What was typed makes no sense; the usage is shown with it. */
export class UsageProblem extends Error {}

/** Reads options and other words; an unknown option is a UsageProblem. */
export function readArgs<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : 'these words make no sense.');
  }
}

/**
 * Works on the site's data, whether its server runs or not: joins the running embedded database or starts
 * it for as long as the work takes.
 */
export async function withSite<T>(env: NodeJS.ProcessEnv, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const config = readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL ?? 'warn' });
  const log = createLog(config);
  for (const warning of misspeltSettings(env)) log.warn(warning);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leaveAtOnce);
  const { database, stop } = await openConfiguredDatabase(config, log, 'tool');
  try {
    await migrate(database.db);
    const storage = await openStorage(config, log);
    const jobs = pgBossJobs(database, log, 'tool');
    const mail = configuredMailer(config, log, systemClock);
    const ctx: AppContext = {
      db: database.db,
      clock: systemClock,
      config,
      log,
      storage,
      jobs,
      mail,
      hints: hintSource(),
    };
    return await work(ctx).finally(() => jobs.stop());
  } finally {
    await stop();
  }
}

/** Ends as somebody who was told to, taking a database along that was started for this; unless a command has its own way. */
function leaveAtOnce(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143);
}
