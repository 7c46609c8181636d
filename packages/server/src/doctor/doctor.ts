import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { isServerConnected } from '../backup/rows.queries.ts';
import { modules } from '../modules.ts';
import { systemClock } from '../platform/clock.ts';
import { type ConfiguredDatabase, openConfiguredDatabase } from '../platform/db/configured.ts';
import { databaseTime } from '../platform/db/database-time.ts';
import { databaseFault } from '../platform/db/db-errors.ts';
import { startupProblemOf } from '../platform/db/startup-failures.ts';
import { inBackground } from '../platform/db/timeouts.ts';
import { createLog } from '../platform/log.ts';
import { openStorage } from '../platform/storage/configured-storage.ts';
import { type Check, type Finding, type Machine, ok, problem, type Site } from './check.ts';

/** A line of the report. `fine`: what DOCTOR_FINE marks. `skipped`: there was no database to check. */
export interface Line {
  name: string;
  status: Finding['status'] | 'fine' | 'skipped';
  says: string;
  advice?: string;
  details: string[];
}

const usualSeconds = 10;
/** Recovering the embedded database after a crash takes a while. */
const openSeconds = 60;

class TooSlow extends Error {}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), Math.min(seconds * 1000, 2 ** 31 - 1));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function failed(error: unknown, seconds: number, isRemote = false): Finding {
  if (error instanceof TooSlow)
    return problem(`did not finish within ${seconds} seconds`, 'Try again when the machine is less busy.');
  if (isRemote) return problem('couldn’t be checked', 'Run inkling doctor on the server to see why.');
  const known = startupProblemOf(error);
  if (known !== null) return problem('couldn’t be checked', known.message);
  if (databaseFault(error)?.code === '42P01')
    return problem(
      'its table is missing',
      'Apply the migrations first: inkling migrate, or start the server.',
    );
  return problem(
    `couldn’t be checked: ${error instanceof Error ? error.message : String(error)}`,
    'Please report this line if it keeps appearing.',
  );
}

/** A name marks the warnings of its check; with an exclamation mark, its problems too. */
const isFine = (name: string, status: Finding['status'], fine: readonly string[]): boolean =>
  (status === 'warning' && fine.includes(name)) || (status !== 'ok' && fine.includes(`${name}!`));

const lineOf = (name: string, { advice, details = [], ...rest }: Finding, fine: readonly string[]): Line => ({
  name,
  ...rest,
  status: isFine(name, rest.status, fine) ? 'fine' : rest.status,
  ...(advice !== undefined && { advice }),
  details,
});

/** Opens the database as it is, without creating or migrating one. */
async function openDatabase({ config }: Machine): Promise<ConfiguredDatabase | Finding> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  if (config.DATABASE_URL === undefined && !(await isThere(join(config.DATA_DIR, 'postgres', 'PG_VERSION'))))
    return problem(
      `there is no database in ${config.DATA_DIR}`,
      'The first start creates it. Check DATA_DIR if the site has been started before.',
    );
  const log = createLog({ LOG_LEVEL: 'silent' });
  const opening = inBackground(() => openConfiguredDatabase(config, log, 'tool', 'inkling tool'));
  try {
    return await within(openSeconds, opening);
  } catch (error) {
    void opening.then(
      ({ stop }) => stop(),
      () => {},
    );
    const known = startupProblemOf(error);
    if (known !== null) return problem('can’t be opened', known.message);
    return failed(error, openSeconds);
  }
}

async function siteOf(on: Machine, { database }: ConfiguredDatabase): Promise<Site> {
  const { db } = database;
  return {
    ...on,
    db,
    clock: systemClock,
    modules,
    storage: await openStorage(on.config, createLog({ LOG_LEVEL: 'silent' })),
    databaseTime: () => databaseTime(db),
    isServed: await isServerConnected(db),
  };
}

/** Runs a check for a limited time. Without the database, one that needs it is skipped. */
export async function runCheck(check: Check, on: Machine, site: Site | null): Promise<Line> {
  const seconds = (on.isAudit ? check.auditSeconds : undefined) ?? check.seconds ?? usualSeconds;
  const { name } = check;
  if (check.on === 'site' && site === null)
    return { name, status: 'skipped', says: 'not checked without the database', details: [] };
  const found = await within(
    seconds,
    inBackground(async () => (check.on === 'machine' ? check.run(on) : check.run(site as Site))),
  ).catch((error: unknown) => failed(error, seconds, on.isRemote));
  return lineOf(name, found, on.config.DOCTOR_FINE);
}

/**
 * Runs the checks one after the other, each for a limited time, and yields a line for each. Without the database, those that
 * need it are skipped. The site may be running or stopped; nothing is changed.
 */
export async function* examine(on: Machine, checks: readonly Check[]): AsyncGenerator<Line> {
  const fine = on.config.DOCTOR_FINE;
  for (const check of checks.filter((one) => one.on === 'machine')) yield runCheck(check, on, null);
  const opened = await openDatabase(on);
  const isOpen = 'stop' in opened;
  try {
    let site: Site | null = null;
    let database: Finding = isOpen
      ? ok(opened.embedded ? 'the embedded database answers' : 'your own database answers')
      : opened;
    if (isOpen)
      site = await within(
        usualSeconds,
        inBackground(() => siteOf(on, opened)),
      ).catch((error: unknown) => {
        database = failed(error, usualSeconds);
        return null;
      });
    yield lineOf('database', database, fine);
    for (const check of checks.filter((one) => one.on === 'site')) yield runCheck(check, on, site);
  } finally {
    if (isOpen) await opened.stop();
  }
}

/** The names in DOCTOR_FINE that no check has. */
export const unknownMarks = (fine: readonly string[], checks: readonly Check[]): string[] =>
  fine
    .map((mark) => mark.replace('!', ''))
    .filter((name) => name !== 'database' && !checks.some((check) => check.name === name));
