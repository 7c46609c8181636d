import type { Check } from './check.ts';
import * as database from './database-checks.ts';
import { checkChapterTexts, checkCounters, checkFiles } from './file-check.ts';
import * as machine from './machine-checks.ts';
import { checkRequests } from './request-check.ts';

/** A sample takes seconds; everything on a large site may take long. */
const audit = { seconds: 60, auditSeconds: 24 * 3600 };

/** Every check of `inkling doctor`, in the order of its lines (docs/operating.md#doctor). */
export const checks: readonly Check[] = [
  {
    name: 'settings',
    about: 'misspelled settings; what a production site should have set',
    on: 'machine',
    run: machine.checkSettings,
  },
  {
    name: 'address',
    about: 'whether `PUBLIC_URL` is https and leads to a running server',
    on: 'machine',
    run: machine.checkAddress,
  },
  { name: 'disk', about: 'the free space in `DATA_DIR`', on: 'machine', run: machine.checkDisk },
  {
    name: 'mail',
    about: 'whether the mail server accepts a connection and the password; nothing is sent',
    on: 'machine',
    seconds: 20,
    run: machine.checkEmailServer,
  },
  {
    name: 'redis',
    about: 'whether Redis responds, if `REDIS_URL` is set',
    on: 'machine',
    run: machine.checkRedis,
  },
  {
    name: 'plans',
    about: 'whether plans are in [test mode](#plans) on a production site',
    on: 'machine',
    run: machine.checkPlans,
  },
  {
    name: 'server',
    about: 'whether a server is connected to the database',
    on: 'site',
    run: database.checkServer,
  },
  {
    name: 'maintenance',
    about: 'whether maintenance mode is on',
    on: 'site',
    run: database.checkMaintenance,
  },
  {
    name: 'proxy',
    about: '`TRUST_PROXY` and `PUBLIC_URL` against what requests of the last three days came with',
    on: 'site',
    run: database.checkProxy,
  },
  {
    name: 'connections',
    about: 'the version of PostgreSQL, and how many connections are in use',
    on: 'site',
    run: database.checkConnections,
  },
  {
    name: 'standbys',
    about: 'whether each standby in `DATABASE_REPLICA_URL` follows the database, at most 10 seconds behind',
    on: 'site',
    seconds: 20,
    run: database.checkStandbys,
  },
  {
    name: 'migrations',
    about: 'those that are missing, or of a newer version',
    on: 'site',
    run: database.checkMigrations,
  },
  {
    name: 'clock',
    about: 'the difference between this machine and the database',
    on: 'site',
    run: database.checkClock,
  },
  {
    name: 'jobs',
    about:
      'jobs that are waiting or have failed, and whether any are added; `--json` says when each last ran',
    on: 'site',
    run: database.checkJobs,
  },
  {
    name: 'emails',
    about: 'emails that could not be sent, were sent in the last day, or are waiting',
    on: 'site',
    run: database.checkEmails,
  },
  {
    name: 'listeners',
    about: 'events that were set aside, or wait',
    on: 'site',
    run: database.checkListeners,
  },
  {
    name: 'subscriptions',
    about: 'people who pay for two subscriptions at once, and subscriptions of people without an account',
    on: 'site',
    run: database.checkSubscriptions,
  },
  {
    name: 'requests',
    about: 'requests that failed yesterday or today with a status of 500 or more, in all processes, by cause',
    on: 'site',
    run: checkRequests,
  },
  { name: 'backup', about: 'the last daily backup', on: 'site', run: database.checkBackup },
  {
    name: 'files',
    about: 'image files without a row, and rows without a file; in a bucket, the files of 100 random images',
    on: 'site',
    ...audit,
    run: checkFiles,
  },
  {
    name: 'texts',
    about:
      '100 random chapter versions: whether they can be read, and have the bytes and paragraphs that were counted when they were saved',
    on: 'site',
    ...audit,
    run: checkChapterTexts,
  },
  {
    name: 'counters',
    about:
      '[counters](#checking-counters), balances of ink among them: 100 rows at a random place of each table',
    on: 'site',
    ...audit,
    run: checkCounters,
  },
];
