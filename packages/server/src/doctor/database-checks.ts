import { setTimeout as sleep } from 'node:timers/promises';
import { isEmailQueue } from '@inkling/contract/admin';
import { scheduleDailyBackup } from '../backup/daily-backup-job.ts';
import { listPayingTwice, listUnowned } from '../modules/plans/index.ts';
import { day, minute, second } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { openDatabase, otherConnections, poolSizesOf } from '../platform/db/db.ts';
import { databaseFault } from '../platform/db/db-errors.ts';
import { appliedMigrations, knownMigrations } from '../platform/db/migrate.ts';
import { emailsSince } from '../platform/email/sent-emails.queries.ts';
import { eventJobs } from '../platform/events/event-jobs.ts';
import { listenerStatus } from '../platform/events/operations.queries.ts';
import type { ProxySign, SeenWith } from '../platform/http/observed-proxies.ts';
import { jobRuns } from '../platform/jobs/job-runs.queries.ts';
import { lastBackup } from '../platform/last-backup.queries.ts';
import { readMaintenance } from '../platform/maintenance.ts';
import { readState } from '../platform/site-state.queries.ts';
import { sweepPlatform } from '../platform/sweep.ts';
import { type Finding, ok, problem, type Site, warning } from './check.ts';
import { connectionsOf, positionOf, scheduledSince } from './doctor.queries.ts';

interface ListedJob {
  /** The name of its queue. */
  name: string;
  /** The module that registers it; `platform` for those of the platform. */
  module: string;
  /** Five fields, UTC; null for jobs that are sent when something happens. */
  cron: string | null;
}

/** Every job of the program, for doctor and the docs. Registers them with a recorder, and runs none. */
export function listJobs({ modules, config }: Pick<AppContext, 'modules' | 'config'>): ListedJob[] {
  const listed = new Map<string, ListedJob>();
  const register = (module: string, add: (ctx: AppContext) => void): void => {
    const jobs: Partial<AppContext['jobs']> = {
      work: ({ name }) => void listed.set(name, { name, module, cron: null }),
      schedule: ({ name }, cron) => void listed.set(name, { name, module, cron }),
    };
    // Safe: registering uses nothing else. What the handlers use is not called.
    add({ modules, config, jobs } as AppContext);
  };
  for (const { name, jobs = [] } of modules) for (const add of jobs) register(name, add);
  register('platform', eventJobs);
  register('platform', sweepPlatform);
  register('platform', (ctx) => scheduleDailyBackup(ctx));
  return [...listed.values()].sort((a, b) => a.name.localeCompare(b.name));
}

export const checkServer = async ({ isServed }: Site): Promise<Finding> =>
  isServed ? ok('running') : warning('no server is connected to the database', 'Start it: npm start.');

export async function checkMaintenance({ db, clock }: Site): Promise<Finding> {
  const state = await readMaintenance(db);
  if (state === null) return ok('off');
  const minutes = Math.round((clock.now().getTime() - state.since.getTime()) / minute);
  return warning(
    `on for ${minutes} minutes: every page and call returns a 503`,
    'Run inkling maintenance off when you are done.',
  );
}

/** Signs are stored once a day. */
const signDays = 3;

/** Compares TRUST_PROXY and PUBLIC_URL with what the requests of the last days came with. */
export async function checkProxy({ db, clock, config }: Site): Promise<Finding> {
  const isSeen = async (sign: ProxySign): Promise<boolean> => {
    const state = await readState<SeenWith>(db, sign);
    const days =
      state === undefined ? Infinity : (clock.now().getTime() - state.at.getTime()) / (24 * 60 * minute);
    return state?.value.trustProxy === config.TRUST_PROXY && days < signDays;
  };
  if (await isSeen('proxy-not-trusted'))
    return warning(
      'requests come through a proxy that TRUST_PROXY does not name, so everyone appears to have its address',
      'Set TRUST_PROXY to the address of the proxy, such as loopback (docs/operating.md#behind-a-reverse-proxy).',
    );
  if ((await isSeen('proxy-https')) && !config.PUBLIC_URL?.startsWith('https:'))
    return warning(
      'the proxy serves https, but PUBLIC_URL does not begin with https://',
      'Set PUBLIC_URL to the address that people see.',
    );
  if (await isSeen('proxy-trusted')) return ok(`requests come through a proxy that TRUST_PROXY names`);
  return ok(
    config.TRUST_PROXY === 'off'
      ? 'no recent request came through a proxy'
      : 'TRUST_PROXY is set, but no recent request came through it',
  );
}

/** Behind a pooler, connections for requests and background work are the pooler's, and not counted. */
export async function checkConnections({ db, config, isServed }: Site): Promise<Finding> {
  const { version, used, max, listening } = await connectionsOf(db);
  const processes = Math.max(listening, isServed ? 1 : 0);
  const { requests, background, searches } = poolSizesOf(db);
  const isPooled = config.DATABASE_DIRECT_URL !== undefined;
  const each = searches + otherConnections + (isPooled ? 0 : requests + background);
  const needed = processes * each;
  const servers = processes === 1 ? 'one server opens' : `${processes} servers open`;
  const says = `PostgreSQL ${version}, ${used} of ${max} connections in use; ${servers} up to ${needed}${isPooled ? ' besides the pooler’s' : ''}`;
  return Math.max(used, needed) < max * 0.9
    ? ok(says)
    : warning(
        says,
        `Raise max_connections, run fewer servers (each opens up to ${each}), lower DATABASE_REQUEST_CONNECTIONS, or use a pooler (docs/operating.md#database-connections).`,
      );
}

/** How long (ms) a standby may take to reach the database's current position. */
const maxBehind = 10 * second;

export async function checkStandbys({ db, config }: Site): Promise<Finding> {
  const urls = config.DATABASE_REPLICA_URL;
  if (urls.length === 0) return ok('none');
  const position = await positionOf(db);
  const details = await Promise.all(
    urls.map(async (url, index) => {
      const { db: standby, close } = openDatabase(
        { connectionString: url },
        { applicationName: 'inkling tool' },
      );
      try {
        const from = Date.now();
        for (;;) {
          const said = await positionOf(standby);
          if (!said.isStandby) return `${index + 1}: is not a standby`;
          if (said.position >= position.position) return null;
          if (Date.now() - from > maxBehind) return `${index + 1}: more than 10 seconds behind`;
          await sleep(50);
        }
      } catch (error) {
        return `${index + 1}: does not answer (${databaseFault(error)?.code ?? 'no connection'})`;
      } finally {
        await close();
      }
    }),
  );
  const bad = details.filter((one) => one !== null);
  if (bad.length === 0) return ok(`${urls.length} up to date`);
  return warning(
    `${bad.length} of ${urls.length} not read from; requests use the others or the database itself`,
    'Check the logs of these standbys, numbered as in DATABASE_REPLICA_URL (docs/operating.md#standbys).',
    bad,
  );
}

export async function checkMigrations({ db }: Site): Promise<Finding> {
  const [applied, known] = [await appliedMigrations(db), await knownMigrations()];
  const newer = applied.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !applied.includes(name));
  if (newer.length > 0)
    return problem(
      `the database is newer than this program (${newer.join(', ')})`,
      'Run the newer version of Inkling.',
    );
  if (missing.length > 0)
    return problem(
      `${missing.length} to apply (${missing.join(', ')})`,
      'Back up, then run inkling migrate, or start the server.',
    );
  return ok(`all ${known.length} applied`);
}

/** Expired data is not deleted beyond an hour (docs/product/time.md#clocks). */
const clockLimits = { warning: minute, problem: 60 * minute };

export async function checkClock({ databaseTime }: Site): Promise<Finding> {
  const before = Date.now();
  const at = (await databaseTime()).getTime();
  const difference = Math.abs(at - (before + Date.now()) / 2);
  const says = `this machine and the database differ by ${(difference / second).toFixed(1)} s`;
  const advice = 'Sync the clocks of both machines with NTP.';
  if (difference > clockLimits.problem) return problem(says, advice);
  return difference > clockLimits.warning ? warning(says, advice) : ok(says);
}

/** How long (ms) a job may wait while a server runs. */
const longWait = 15 * minute;

const time = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The waiting and failed jobs, whether any are scheduled (some are every minute), and when those on a schedule have last run (records are a day old at most). */
export async function checkJobs(site: Site): Promise<Finding> {
  const { db, clock, config, modules, isServed } = site;
  const runs = new Map((await jobRuns(db)).map((run) => [run.queue, run]));
  const scheduled = listJobs({ modules, config }).filter(({ cron }) => cron !== null);
  const details = scheduled.map(({ name, cron }) => {
    const at = runs.get(name)?.lastRun ?? null;
    return `${name} (${cron}): ${at === null ? 'not in the last day' : time(at)}`;
  });
  const late = [...runs.values()].filter(({ waitsMs }) => waitsMs > longWait);
  const added = Math.max(...[...runs.values()].map(({ lastAdded }) => lastAdded.getTime()));
  const since = Math.max(added, (await scheduledSince(db))?.getTime() ?? Number.POSITIVE_INFINITY);
  const failed = [...runs.values()].filter((run) => run.failed > 0);
  const failures = `failed for good: ${failed.map((run) => `${run.queue} (${run.failed})`).join(', ')}`;
  const stuck = [
    ...(isServed && late.length > 0
      ? [`waiting for more than 15 minutes: ${late.map(({ queue }) => queue).join(', ')}`]
      : []),
    ...(isServed && clock.now().getTime() - since > longWait
      ? [`none was added since ${time(new Date(since))}`]
      : []),
  ];
  if (stuck.length > 0)
    return problem(
      [...stuck, ...(failed.length > 0 ? [failures] : [])].join('; '),
      'Restart the server if its log does not say why.',
      details,
    );
  if (failed.length > 0)
    return warning(
      failures,
      'The log has the reason (“a job has failed for good”). They leave this list after some days.',
      details,
    );
  const last = Math.max(0, ...[...runs.values()].map(({ lastRun }) => lastRun?.getTime() ?? 0));
  return ok(
    last === 0 ? 'none has run in the last day' : `the last one ended at ${time(new Date(last))}`,
    details,
  );
}

/** Emails that could not be sent, sent in the last day, and waiting. */
export async function checkEmails({ db, clock }: Site): Promise<Finding> {
  const runs = (await jobRuns(db)).filter(({ queue }) => isEmailQueue(queue));
  const [failed, waiting] = (['failed', 'waiting'] as const).map((state) =>
    runs.reduce((sum, run) => sum + run[state], 0),
  );
  const says = `${await emailsSince(db, new Date(clock.now().getTime() - day))} sent in the last day, ${waiting} waiting`;
  if (failed === 0) return ok(says);
  return warning(
    `${failed} failed for good; ${says}`,
    'Fix what the log reports about the mail server, then send them again under Admin, Emails, or with inkling admin jobs retry.',
  );
}

const manyEvents = 1_000;

export async function checkListeners({ db }: Site): Promise<Finding> {
  const all = await listenerStatus(db);
  const behind = all.filter((one) => one.behind > manyEvents);
  const setAside = all.filter((one) => one.setAside > 0);
  const names = (some: typeof all) => some.map(({ listener }) => listener).join(', ');
  if (setAside.length > 0)
    return problem(
      `events were set aside: ${names(setAside)}`,
      'Run inkling events failures (docs/operating.md#failed-events).',
    );
  if (behind.length > 0)
    return warning(`more than ${manyEvents} events behind: ${names(behind)}`, 'Run inkling events status.');
  const most = Math.max(0, ...all.map((one) => one.behind));
  return ok(`${all.length} listeners, at most ${most} events behind`);
}

/** Whether anyone pays twice, or pays without an account (docs/product/plans.md#states). */
export async function checkSubscriptions({ db, clock }: Site): Promise<Finding> {
  const unowned = await listUnowned(db);
  if (unowned.length > 0)
    return problem(
      'people without an account here are charged',
      'Cancel and refund these subscriptions at the payment provider.',
      unowned,
    );
  const people = await listPayingTwice(db, clock.now());
  if (people.length === 0) return ok('nobody pays twice');
  return problem(
    `${people.length === 1 ? 'a person has' : 'people have'} two live subscriptions`,
    'Cancel and refund one of them at the payment provider.',
    people.map((id) => `person ${id}`),
  );
}

/** A backup that was written is known to be restorable once it was restored as a check. */
export async function checkBackup({ db, clock, config, isRemote }: Site): Promise<Finding> {
  const last = await lastBackup({ db, clock, config });
  if (!last.isDaily) return warning('daily backups are off', 'Set BACKUPS to a time (docs/backup.md).');
  const { written, restorable, failed, unverified } = last;
  const because = (reason: string) => (isRemote ? '' : `: ${reason}`);
  const says = [
    written === null
      ? 'no daily backup has been written yet'
      : `the last one was written at ${time(written.at)}`,
    restorable === null
      ? 'none has been verified yet'
      : `the one from ${time(restorable.at)} can be restored`,
    ...(failed === null ? [] : [`the attempt at ${time(failed.at)} failed${because(failed.reason)}`]),
    ...(unverified === null ? [] : [`not verified${because(unverified)}`]),
  ].join('; ');
  const advice = 'Look for the reason in the log, then run inkling backup and inkling backup verify.';
  if (last.isLate || last.isUnverified) return problem(says, advice);
  if (failed !== null || unverified !== null) return warning(says, advice);
  return ok(says);
}
