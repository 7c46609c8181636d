import { execFileSync } from 'node:child_process';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedBinaries } from './binaries.ts';
import { inaccessibleFolder } from './os-user.ts';
import {
  findLeftovers,
  freshDataFolder,
  isRoot,
  migratedDataFolder,
  openForTest,
  openInOtherProcess,
  openProblem,
  readPostmasterPid,
  runQuery,
  unprivilegedUser,
  useInOtherProcess,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };
const chownAll = (path: string, { uid, gid }: { uid: number; gid: number }): void => {
  execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
};
const ownerOf = async (path: string): Promise<number> => (await stat(path)).uid;
const ownerOfDatabase = async (dataDir: string): Promise<number> =>
  ownerOf(`/proc/${await readPostmasterPid(dataDir)}`);

/** A data folder that belongs to an ordinary user. */
async function unprivilegedFolder(): Promise<string> {
  const dataDir = await freshDataFolder();
  await mkdir(dataDir);
  chownAll(dataDir, unprivilegedUser);
  return dataDir;
}

test.skipIf(isRoot)('a data folder that is not writable is reported to an ordinary user', async () => {
  const dataDir = await freshDataFolder();
  await mkdir(dataDir, { mode: 0o500 });
  expect(await openProblem(dataDir)).toContain(
    `may not write to ${dataDir}. Make that user the owner of the folder`,
  );
});

describe.runIf(isRoot)('as root', () => {
  test('the database runs as another user, and only root can read the secret [R54]', async () => {
    const dataDir = await freshDataFolder();
    const database = await openForTest(dataDir);
    expect(await ownerOfDatabase(dataDir)).not.toBe(0);
    expect(await ownerOf(join(dataDir, 'postgres.secret'))).toBe(0);
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
    await database.stop();
    expect(await findLeftovers(dataDir)).toEqual(nothing);
  });

  test('the database runs as the owner of the data folder', async () => {
    const dataDir = await unprivilegedFolder();
    const database = await openForTest(dataDir);
    expect(await ownerOfDatabase(dataDir)).toBe(unprivilegedUser.uid);
    for (const file of ['postgres', 'postgres.secret', 'postgres.log']) {
      expect(await ownerOf(join(dataDir, file)), file).toBe(unprivilegedUser.uid);
    }
    expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a data folder that was copied as root works', async () => {
    const dataDir = await migratedDataFolder();
    chownAll(dataDir, { uid: 0, gid: 0 });
    const database = await openForTest(dataDir);
    expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

const programsAreAccessible =
  isRoot && (await inaccessibleFolder(dirname(shippedBinaries()), unprivilegedUser)) === null;

describe.runIf(programsAreAccessible)('as an ordinary user', () => {
  test('the database runs as that user, also after root has used it', async () => {
    const dataDir = await unprivilegedFolder();
    for (const user of [unprivilegedUser, undefined, unprivilegedUser]) {
      const server = await openInOtherProcess(dataDir, user === undefined ? {} : { user });
      expect(await ownerOfDatabase(dataDir)).toBe(unprivilegedUser.uid);
      server.process.kill('SIGINT');
      expect(await server.exit).toBe(0);
      expect(await findLeftovers(dataDir)).toEqual(nothing);
    }
  });

  test('a data folder that is not writable is reported in one sentence [R54]', async () => {
    const dataDir = await freshDataFolder();
    await mkdir(dataDir, { mode: 0o755 });
    const server = useInOtherProcess(dataDir, { user: unprivilegedUser });
    expect(await server.exit).toBe(78);
    expect(server.output()).toBe(
      `The user nobody may not write to ${dataDir}. Make that user the owner of the folder, or set DATA_DIR to another folder.\n`,
    );
  });

  test("another user's database is refused with the name of that user", async () => {
    const dataDir = await migratedDataFolder();
    await chmod(dataDir, 0o777);
    const { uid } = await stat(join(dataDir, 'postgres'));
    const otherUser = { uid: uid === 2 ? 3 : 2, gid: 2 };
    const server = useInOtherProcess(dataDir, { user: otherUser });
    expect(await server.exit).toBe(78);
    expect(server.output()).toMatch(
      /^The database in .* belongs to the user \w+, but Inkling runs as \w+\. Run Inkling as \w+, or/,
    );
  });

  test('a user without a name learns that the database needs one', async () => {
    const nameless = { uid: 54_321, gid: 54_321 };
    const dataDir = await freshDataFolder();
    await mkdir(dataDir);
    chownAll(dataDir, nameless);
    const server = useInOtherProcess(dataDir, { user: nameless });
    expect(await server.exit).toBe(78);
    expect(server.output()).toContain('runs as user number 54321, which has no name on this system');
  });
});
