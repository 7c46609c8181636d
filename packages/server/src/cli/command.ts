import { setTimeout as sleep } from 'node:timers/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { modules } from '../modules.ts';
import { AppError } from '../platform/app-error.ts';
import { readConfig } from '../platform/config.ts';
import { configuredContext } from '../platform/configured-context.ts';
import { openConfiguredDatabase } from '../platform/db/configured.ts';
import type { Connection, Db } from '../platform/db/db.ts';
import { leaseMs } from '../platform/db/standbys.ts';
import { inBackground } from '../platform/db/timeouts.ts';
import { createLog } from '../platform/log.ts';
import { refreshSettings } from '../platform/site-settings.ts';
import { noteWithdrawal } from '../platform/site-state.queries.ts';
import { unknownSettings } from '../platform/unknown-settings.ts';

type CommandContext = Awaited<ReturnType<typeof configuredContext>>;

/** What a command does with its words; returns the exit status. */
export type Action = (words: string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** A subcommand of `inkling`. */
export interface Command {
  name: string;
  /** Each form of the command, without the program's name. */
  usages: readonly string[];
  summary: string;
  run: Action;
}

/** The arguments are wrong; the message is printed together with the usage. */
export class UsageProblem extends Error {}

/** Parses options and positional arguments; an unknown option throws a UsageProblem. */
export function readArgs<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : 'these arguments are not valid.');
  }
}

/** For commands without arguments: an ignored `--dry-run` or `--port` would do what was not meant. */
export function refuseArgs(name: string, args: string[]): void {
  if (args.length > 0) throw new UsageProblem(`${name} takes no arguments.`);
}

/**
 * Opens the site's data for a command, whether or not the server is running: connects to the running embedded
 * database, or starts it until the work is done. With `alone`, a running server of the embedded database is refused, and
 * none can start until the work is done. `beforeMigrating` can refuse a database before its tables are created or changed.
 */
export async function withAppContext<T>(
  env: NodeJS.ProcessEnv,
  work: (ctx: CommandContext, connection: Connection) => Promise<T>,
  alone?: 'alone',
  beforeMigrating?: (db: Db) => Promise<void>,
): Promise<T> {
  const config = readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL ?? 'warn' });
  const log = createLog(config);
  for (const warning of unknownSettings(env)) log.warn(warning);
  exitOnSignals();
  const purpose = alone === undefined ? 'tool' : 'server';
  const { database, connection, stop } = await inBackground(() =>
    openConfiguredDatabase(config, log, purpose, 'inkling tool'),
  );
  try {
    await beforeMigrating?.(database.db);
    const ctx = await inBackground(() => configuredContext(config, log, database, 'tool', modules));
    await inBackground(() => refreshSettings(ctx, ctx.db));
    const result = await inBackground(() => work(ctx, connection)).finally(() => ctx.jobs.stop());
    // The command may have withdrawn something, which no standby may show afterwards.
    if (config.DATABASE_REPLICA_URL.length > 0) {
      await noteWithdrawal(ctx.db);
      await sleep(leaseMs);
    }
    return result;
  } finally {
    await stop();
  }
}

/** Runs an action and prints what it returns; a refusal is printed as an error. */
export const printResult = (
  env: NodeJS.ProcessEnv,
  act: (ctx: CommandContext) => Promise<string>,
): Promise<number> =>
  withAppContext(env, async (ctx) => {
    try {
      process.stdout.write(`${await act(ctx)}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
  });

/** Lets a signal end a command, and the database that it has started. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    if (!process.listeners(signal).includes(exitOnSignal)) process.on(signal, exitOnSignal);
}

/** Exits with the signal's status, which also stops a database started for this; a command's own handler takes precedence. */
function exitOnSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143);
}
