import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  findLeftovers,
  migratedDataFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { copyProject, type NpmRun, runByNpm } from './testing/project-copy.ts';

/** Ways to stop `npm start`. */
const ways: [string, (run: NpmRun) => void][] = [
  ['only npm gets a signal', ({ pid }) => process.kill(pid, 'SIGTERM')],
  ['npm is killed', ({ pid }) => process.kill(pid, 'SIGKILL')],
  ['Ctrl-C is pressed', ({ pid }) => process.kill(-pid, 'SIGINT')],
  ['a service manager signals every process', ({ pid }) => process.kill(-pid, 'SIGTERM')],
];

test('everything that npm start started stops cleanly, however it is stopped [R57]', async () => {
  const folder = await copyProject();
  // Build outdated pages first, so that the start itself is quick.
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), 'build']);
  const startAndStop = async ([way, stopRun]: (typeof ways)[number]) => {
    const dataDir = await migratedDataFolder();
    const run = await runByNpm(folder, ['start'], dataDir);
    expect((await fetch(`${run.url()}/livez`)).status, way).toBe(200);
    stopRun(run);
    await waitUntil(`all processes have exited when ${way}`, () => !run.isRunning());
    // After a second signal the server exits at once, while the database is still stopping.
    expect(await findLeftovers(dataDir), way).toEqual({ processes: [], locks: [] });
  };
  await Promise.all(ways.map(startAndStop));
});
