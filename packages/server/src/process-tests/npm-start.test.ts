import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { freshDataFolder, remains, until } from '../platform/db/embedded/testing/database-users.ts';
import { type NpmRun, privateCopy, runByNpm } from './testing/private-copy.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Ways in which `npm start` is told to end. */
const ways: [string, (run: NpmRun) => void][] = [
  ['npm alone is told to end', ({ pid }) => process.kill(pid, 'SIGTERM')],
  ['npm is killed', ({ pid }) => process.kill(pid, 'SIGKILL')],
  ['Ctrl-C is pressed', ({ pid }) => process.kill(-pid, 'SIGINT')],
  ['a service manager tells every process', ({ pid }) => process.kill(-pid, 'SIGTERM')],
];

test.each(ways)('what npm start has started ends in order when %s', async (_way, tell) => {
  const folder = await privateCopy();
  // Pages of another state than this are built first; that is not what this is about.
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), 'build']);
  const dataDir = await freshDataFolder();
  const run = await runByNpm(folder, ['start'], dataDir);
  expect((await fetch(`${run.url()}/livez`)).status).toBe(200);
  tell(run);
  await until('all ends', () => !run.isAnybodyLeft());
  // Whoever is told twice leaves at once, and the database is then still about to end.
  expect(await remains(dataDir)).toEqual({ processes: [], locks: [] });
});
