import type { Check } from './check.ts';
import { checkCounters, checkMeasureLog } from './content-checks.ts';
import * as database from './database-checks.ts';
import { checkFiles } from './file-check.ts';
import * as machine from './machine-checks.ts';

/** A sample takes seconds; everything on a large site may take long. */
const audit = { seconds: 24 * 3600 };

/** Every check of `inkling doctor`, in the order of its lines (docs/operating.md#doctor). */
export const checks: readonly Check[] = [
  { name: 'settings', on: 'machine', run: machine.checkSettings },
  { name: 'address', on: 'machine', run: machine.checkAddress },
  { name: 'disk', on: 'machine', run: machine.checkDisk },
  { name: 'mail', on: 'machine', seconds: 20, run: machine.checkMail },
  { name: 'server', on: 'site', run: database.checkServer },
  { name: 'maintenance', on: 'site', run: database.checkMaintenance },
  { name: 'proxy', on: 'site', run: database.checkProxy },
  { name: 'connections', on: 'site', run: database.checkConnections },
  { name: 'migrations', on: 'site', run: database.checkMigrations },
  { name: 'clock', on: 'site', run: database.checkClock },
  { name: 'jobs', on: 'site', run: database.checkJobs },
  { name: 'listeners', on: 'site', run: database.checkListeners },
  { name: 'backup', on: 'site', run: database.checkBackup },
  { name: 'files', on: 'site', seconds: 60, run: checkFiles },
  { name: 'counters', on: 'site', ...audit, run: checkCounters },
  { name: 'log', on: 'site', ...audit, run: checkMeasureLog },
];
