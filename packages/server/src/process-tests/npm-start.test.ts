import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { findLeftovers, freshDataFolder, waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { copyProject, type NpmRun, runByNpm } from './testing/project-copy.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Ways to stop `npm start`. */
const ways: [string, (run: NpmRun) => void][] = [
  ['only npm gets a signal', ({ pid }) => process.kill(pid, 'SIGTERM')],
  ['npm is killed', ({ pid }) => process.kill(pid, 'SIGKILL')],
  ['Ctrl-C is pressed', ({ pid }) => process.kill(-pid, 'SIGINT')],
  ['a service manager signals every process', ({ pid }) => process.kill(-pid, 'SIGTERM')],
];

test.each(ways)('everything that npm start started stops cleanly when %s [R57]', async (_way, stopRun) => {
  const folder = await copyProject();
  // Build outdated pages first, so that the start itself is quick.
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), 'build']);
  const dataDir = await freshDataFolder();
  const run = await runByNpm(folder, ['start'], dataDir);
  expect((await fetch(`${run.url()}/livez`)).status).toBe(200);
  stopRun(run);
  await waitUntil('all processes have exited', () => !run.isRunning());
  // After a second signal the server exits at once, while the database is still stopping.
  expect(await findLeftovers(dataDir)).toEqual({ processes: [], locks: [] });
});
