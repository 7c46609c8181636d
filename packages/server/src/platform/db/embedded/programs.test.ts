import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shippedBinaries } from './binaries.ts';
import { inaccessibleFolder } from './os-user.ts';
import {
  findLeftovers,
  freshDataFolder,
  isRoot,
  openForTest,
  openInOtherProcess,
  openProblem,
  readPostmasterPid,
  runQuery,
  temporaryFolder,
  unprivilegedUser,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };

/** The programs as npm unpacks them without install scripts: no links, no executable files. */
async function unpackWithoutInstallScript(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const programs = join(folder, 'native');
  execFileSync('cp', ['-r', shippedBinaries(), programs]);
  execFileSync('find', [programs, '-type', 'l', '-delete']);
  execFileSync('find', [programs, '-name', '*.a', '-delete']);
  execFileSync('find', [programs, '-type', 'f', '-exec', 'chmod', '644', '{}', '+']);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: `0.0.0-test-${process.pid}` }));
  return programs;
}

const programOf = async (dataDir: string): Promise<string> =>
  (await readFile(`/proc/${await readPostmasterPid(dataDir)}/cmdline`, 'utf8')).split('\0')[0] ?? '';

test('programs whose install script did not run are repaired in place [R54]', async () => {
  const programs = await unpackWithoutInstallScript();
  const dataDir = await freshDataFolder();
  const database = await openForTest(dataDir, { programs });
  expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('binaries'));
});

test('a copy of the programs is used if they cannot be repaired in place', async () => {
  const programs = await unpackWithoutInstallScript();
  execFileSync('chmod', ['-R', 'a-w', programs]);
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+w', programs]);
  });
  const dataDir = await freshDataFolder();
  if (isRoot) {
    await mkdir(dataDir);
    execFileSync('chown', [`${unprivilegedUser.uid}:${unprivilegedUser.gid}`, dataDir]);
  }
  for (const start of ['first', 'second']) {
    const server = await openInOtherProcess(dataDir, {
      programs,
      ...(isRoot ? { user: unprivilegedUser } : {}),
    });
    expect(await programOf(dataDir), start).toMatch(
      /data\/postgres-binaries-0\.0\.0-test-\d+\/bin\/postgres$/,
    );
    server.process.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  }
});

test('programs that cannot run are reported with what to do [R54]', async () => {
  const programs = await unpackWithoutInstallScript();
  await writeFile(join(programs, 'bin/postgres'), 'not a program');
  expect(await openProblem(await freshDataFolder(), { programs })).toMatch(
    /programs in .*native can’t be run: .*Reinstall the packages .* or set DATABASE_URL to a PostgreSQL 18/,
  );
});

test.runIf(isRoot)('as root, a project in a home folder that is closed to others works', async () => {
  const programs = await unpackWithoutInstallScript();
  await chmod(join(programs, '..'), 0o700);
  const dataDir = await freshDataFolder();
  const database = await openForTest(dataDir, { programs });
  expect(await programOf(dataDir)).toContain(join(dataDir, 'postgres-binaries-0.0.0-test-'));
  expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.runIf(isRoot)('as root, a data folder in a home folder that is closed to others works', async () => {
  const programs = await unpackWithoutInstallScript();
  await chmod(join(programs, '..'), 0o700);
  const dataDir = await freshDataFolder('checkout');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(join(dataDir, '..'), 0o700);
  const database = await openForTest(dataDir, { programs });
  const program = await programOf(dataDir);
  onTestFinished(() => rm(join(program, '../..'), { recursive: true }));
  expect(program).toMatch(/^\/var\/tmp\/inkling-postgres-binaries-0\.0\.0-test-/);
  expect((await stat(join(program, '../..'))).uid).toBe(0);
  expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await inaccessibleFolder(dataDir, unprivilegedUser)).not.toBeNull();
  await database.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});
