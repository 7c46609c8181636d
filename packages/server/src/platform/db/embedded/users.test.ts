import { execFileSync } from 'node:child_process';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedBinaries } from './binaries.ts';
import { inaccessibleFolder } from './os-user.ts';
import {
  ask,
  freshDataFolder,
  isRoot,
  opened,
  openedElsewhere,
  postmasterOf,
  refusal,
  remains,
  unprivilegedUser,
  useElsewhere,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };
const give = (path: string, { uid, gid }: { uid: number; gid: number }): void => {
  execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
};
const ownerOf = async (path: string): Promise<number> => (await stat(path)).uid;
const ownerOfDatabase = async (dataDir: string): Promise<number> =>
  ownerOf(`/proc/${await postmasterOf(dataDir)}`);

/** A data folder of an ordinary user's. */
async function folderOfNobody(): Promise<string> {
  const dataDir = await freshDataFolder();
  await mkdir(dataDir);
  give(dataDir, unprivilegedUser);
  return dataDir;
}

test.skipIf(isRoot)('an ordinary user is told of a folder that may not be written to', async () => {
  const dataDir = await freshDataFolder();
  await mkdir(dataDir, { mode: 0o500 });
  expect(await refusal(dataDir)).toContain(`may not write in ${dataDir}. Give the folder to that user`);
});

describe.runIf(isRoot)('as root', () => {
  test('the database runs as somebody less, and root keeps the secret', async () => {
    const dataDir = await freshDataFolder();
    const database = await opened(dataDir);
    expect(await ownerOfDatabase(dataDir)).not.toBe(0);
    expect(await ownerOf(join(dataDir, 'postgres.secret'))).toBe(0);
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
    await database.stop();
    expect(await remains(dataDir)).toEqual(nothing);
  });

  test('it runs as the owner of the data folder', async () => {
    const dataDir = await folderOfNobody();
    const database = await opened(dataDir);
    expect(await ownerOfDatabase(dataDir)).toBe(unprivilegedUser.uid);
    for (const file of ['postgres', 'postgres.secret', 'postgres.log']) {
      expect(await ownerOf(join(dataDir, file)), file).toBe(unprivilegedUser.uid);
    }
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a data folder that was copied as root works', async () => {
    const dataDir = await freshDataFolder();
    await (await opened(dataDir)).stop();
    give(dataDir, { uid: 0, gid: 0 });
    const database = await opened(dataDir);
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

const programsAreOpen =
  isRoot && (await inaccessibleFolder(dirname(shippedBinaries()), unprivilegedUser)) === null;

describe.runIf(programsAreOpen)('as an ordinary user', () => {
  test('the database runs as that user, also after root has used it', async () => {
    const dataDir = await folderOfNobody();
    for (const user of [unprivilegedUser, undefined, unprivilegedUser]) {
      const server = await openedElsewhere(dataDir, user === undefined ? {} : { user });
      expect(await ownerOfDatabase(dataDir)).toBe(unprivilegedUser.uid);
      server.process.kill('SIGINT');
      expect(await server.exit).toBe(0);
      expect(await remains(dataDir)).toEqual(nothing);
    }
  });

  test('a folder that may not be written to is told in one sentence', async () => {
    const dataDir = await freshDataFolder();
    await mkdir(dataDir, { mode: 0o755 });
    const server = useElsewhere(dataDir, { user: unprivilegedUser });
    expect(await server.exit).toBe(78);
    expect(server.output()).toBe(
      `The user nobody may not write in ${dataDir}. Give the folder to that user, or set DATA_DIR to another folder.\n`,
    );
  });

  test("another user's database is refused by the name of that user", async () => {
    const dataDir = await freshDataFolder();
    await (await opened(dataDir)).stop();
    await chmod(dataDir, 0o777);
    const { uid } = await stat(join(dataDir, 'postgres'));
    const somebody = { uid: uid === 2 ? 3 : 2, gid: 2 };
    const server = useElsewhere(dataDir, { user: somebody });
    expect(await server.exit).toBe(78);
    expect(server.output()).toMatch(
      /^The database in .* belongs to \w+, and this is \w+\. Run Inkling as \w+, or/,
    );
  });

  test('a user without a name is told that the database needs one', async () => {
    const nameless = { uid: 54_321, gid: 54_321 };
    const dataDir = await freshDataFolder();
    await mkdir(dataDir);
    give(dataDir, nameless);
    const server = useElsewhere(dataDir, { user: nameless });
    expect(await server.exit).toBe(78);
    expect(server.output()).toContain('runs as user number 54321, whom the system has no name for');
  });
});
