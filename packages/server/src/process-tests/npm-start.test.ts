import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  findLeftovers,
  migratedDataFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { copyProject, copySources, type NpmRun, runByNpm } from './testing/project-copy.ts';

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
  const [first, ...others] = ways;
  // The others start with the code that the first one has compiled.
  if (first !== undefined) await startAndStop(first);
  await Promise.all(others.map(startAndStop));
});

test('a change in the pages, the contract or the settings of the build builds the pages again, once', async () => {
  const folder = await copySources('build');
  // In place of the real builds, which take half a minute.
  const reactRouter = join(folder, 'node_modules/@react-router/dev');
  await mkdir(reactRouter, { recursive: true });
  await writeFile(
    join(reactRouter, 'bin.cjs'),
    "require('fs').mkdirSync('build/client', { recursive: true });",
  );
  await writeFile(join(folder, 'packages/web/build-service-worker.ts'), '');
  const build = async () => {
    const { stderr } = await promisify(execFile)(process.execPath, [
      join(folder, 'scripts/bootstrap.mjs'),
      'build',
    ]);
    return stderr.includes('Building');
  };
  expect([await build(), await build()]).toEqual([true, false]);
  const changed = [
    'web/vite.config.ts',
    'web/inline-script.ts',
    'web/build-service-worker.ts',
    'web/src/root.tsx',
    'contract/src/errors.ts',
  ];
  for (const file of changed) {
    await appendFile(join(folder, 'packages', file), '// Changed.\n');
    expect([await build(), await build()], file).toEqual([true, false]);
  }
});
