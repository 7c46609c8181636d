import pg from 'pg';
import { createLog } from '../../../log.ts';
import { StartupProblem } from '../../../startup-problem.ts';
import { openEmbeddedDatabase } from '../embedded.ts';

/**
 * Uses the database of a folder until it gets a signal: for tests that kill a process, start two, or use another user.
 * `use-database.ts <data folder> <server|tool> [programs] [uid] [gid]`
 */
const [dataDir = '', purpose, programs, uid, gid] = process.argv.slice(2);
if (uid !== undefined && gid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(gid));
  process.setuid?.(Number(uid));
}
const stopSignal = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});
try {
  const database = await openEmbeddedDatabase({
    dataDir,
    log: createLog({ LOG_LEVEL: 'silent' }, false),
    purpose: purpose === 'tool' ? 'tool' : 'server',
    ...(programs ? { programs } : {}),
  });
  const session = new pg.Client(database.connection);
  session.on('error', () => {});
  await session.connect();
  process.stdout.write('open\n');
  await stopSignal;
  const finished = await session.query('select pg_sleep(0.3)').then(
    () => 'finished',
    () => 'cut off',
  );
  process.stdout.write(`running query: ${finished}\n`);
  await session.end();
  await database.stop();
  process.stdout.write('stopped\n');
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
