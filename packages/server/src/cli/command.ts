import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { readConfig } from '../platform/config.ts';
import { configuredContext } from '../platform/configured-context.ts';
import type { AppContext } from '../platform/context.ts';
import { openConfiguredDatabase } from '../platform/db/configured.ts';
import { inBackground } from '../platform/db/timeouts.ts';
import { createLog } from '../platform/log.ts';
import { misspeltSettings } from '../platform/unknown-settings.ts';

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
    throw new UsageProblem(error instanceof Error ? error.message : 'these arguments are not valid.');
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
  const { database, stop } = await inBackground(() => openConfiguredDatabase(config, log, 'tool'));
  try {
    const ctx = await inBackground(() => configuredContext(config, log, database, 'tool'));
    return await inBackground(() => work(ctx)).finally(() => ctx.jobs.stop());
  } finally {
    await stop();
  }
}

/** Ends as somebody who was told to, taking a database along that was started for this; unless a command has its own way. */
function leaveAtOnce(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143);
}
