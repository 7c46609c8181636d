import { login } from '@inkling/contract/account';
import { getStory, likeStory, updateStory } from '@inkling/contract/stories';
import { followUser } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { migratedDataFolder, openForTest } from '../platform/db/embedded/testing/database-users.ts';
import { copyDatabase, findDisabledTriggers, readState, restoreCopy } from './testing/database-copy.ts';
import { startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

test('rows copied from a running site can be restored into an empty database, completely or not at all [R59]', async () => {
  const firstFolder = await migratedDataFolder();
  const first = await startServer({ DATA_DIR: firstFolder });
  const [ada, bo] = [await signUp(first.url), await signUp(first.url)];
  const story = await publishStory(first.url, ada, 'The “Kept” One\\ \t日本');
  await call(first.url, bo.token, followUser, { params: { userId: ada.id } });
  await call(first.url, bo.token, likeStory, { params: { id: story } });
  const source = await openForTest(firstFolder, { purpose: 'tool' });
  const copy = await copyDatabase(source.connection);
  await source.stop();
  // Later changes are not in the copy.
  await call(first.url, ada.token, updateStory, { params: { id: story }, body: { title: 'Too Late' } });
  expect((await stop(first)).code).toBe(0);
  expect(Object.keys(copy.hashes).length).toBeGreaterThan(30);

  const secondFolder = await migratedDataFolder();
  const target = await openForTest(secondFolder, { purpose: 'tool' });
  // A copy that cannot be restored changes nothing.
  const before = await readState(target.connection);
  const broken = { ...copy, rows: new Map(copy.rows).set('users', [Buffer.from('no row\n')]) };
  await expect(restoreCopy(target.connection, broken)).rejects.toThrow();
  expect(await readState(target.connection)).toEqual(before);
  expect(await findDisabledTriggers(target.connection)).toEqual([]);

  await restoreCopy(target.connection, copy);
  const { hashes, sequences } = copy;
  expect(await readState(target.connection)).toEqual({ hashes, sequences });
  expect(await findDisabledTriggers(target.connection)).toEqual([]);
  await target.stop();

  const second = await startServer({ DATA_DIR: secondFolder });
  const body = { email: ada.username, password: 'six quiet herons' };
  expect((await call(second.url, null, login, { body })).body.user.username).toBe(ada.username);
  const page = await fetch(`${second.url}/story/${story}`, { headers: { accept: 'text/html' } });
  expect([page.status, (await page.text()).includes('日本')]).toEqual([200, true]);
  // Sessions stay valid, and triggers continue from the copied counts.
  await call(second.url, ada.token, updateStory, { params: { id: story }, body: { title: 'The Next' } });
  const read = (await call(second.url, bo.token, getStory, { params: { id: story } })).body.data;
  expect([read.title, read.likes, read.isLiked]).toEqual(['The Next', 1, true]);
  expect((await stop(second)).code).toBe(0);
});
