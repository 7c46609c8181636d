import { setTimeout as sleep } from 'node:timers/promises';
import { addToLibrary, getMyLibrary, setLibraryNote } from '@inkling/contract/library';
import { getStory, listStories, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { type RunningServer, runCommand, startServer, stop } from './testing/programs.ts';
import { type ReplicaServer, startReplicated } from './testing/replicated.ts';
import { call, publishStory, signUp, type TestPerson } from './testing/test-people.ts';

const metricsToken = 'a-token-for-the-metrics';

/** How many requests each place has answered, over all servers. */
async function readsOf(servers: RunningServer[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { url } of servers) {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    for (const [, place = '', count] of text.matchAll(/^inkling_reads_total\{place="([\w-]+)"\} (\d+)$/gm))
      counts[place] = (counts[place] ?? 0) + Number(count);
  }
  return counts;
}

const noteOf = async (url: string, { token }: TestPerson) =>
  (await call(url, token, getMyLibrary, {})).body.data[0]?.note ?? '';

test('two servers read from a standby: nobody misses their own write, nothing withdrawn lives on, and a standby that is behind, gone or promoted fails no request', {
  timeout: 300_000,
}, async () => {
  const { primary, standby } = await startReplicated();
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    METRICS_TOKEN: metricsToken,
    ADDRESS_KEY: 'a key of thirty-two characters or more',
  };
  const servers = [await startServer(settings), await startServer(settings)];
  const [one, other] = servers.map(({ url }) => url) as [string, string];
  const author = await signUp(one);
  const reader = await signUp(one);
  const story = await publishStory(other, author);
  const params = { id: story };
  const setNote = (url: string, note: string) =>
    call(url, reader.token, setLibraryNote, { params, body: { note } });
  await call(one, reader.token, addToLibrary, { params, body: { status: 'reading' } });
  expect((await setNote(one, 'first')).status).toBe(200);
  const visit = async (url: string) => (await call(url, null, getStory, { params })).status;

  // A session that is older than a minute.
  await primary.query(`update sessions set created_at = created_at - interval '1 hour'`);
  const wrong: string[] = [];
  const pairs = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const [writes, reads] = number % 2 === 0 ? [one, other] : [other, one];
      await setNote(writes, `note ${number}`);
      const found = await noteOf(reads, reader);
      if (found !== `note ${number}`) wrong.push(`${number}: ${found}`);
      if (number % 3 === 0) await sleep(5);
      await visit(reads);
    }
  };
  await pairs(150);
  expect(wrong).toEqual([]);
  await sleep(500);
  for (let time = 0; time < 20; time += 1) await noteOf(one, reader);
  const before = await readsOf(servers);
  expect(before.standby).toBeGreaterThan(100);

  // It is two seconds behind from now on.
  await standby.query(`alter system set recovery_min_apply_delay = '2s'`);
  await standby.query('select pg_reload_conf()');
  await pairs(20);
  expect(wrong).toEqual([]);
  await sleep(3_000);
  expect([await visit(one), await visit(other)]).toEqual([200, 200]);
  await call(one, author.token, updateStory, { params, body: { isPublished: false } });
  const onStandby = await standby.query(`select from stories where id = '${story}' and is_published`);
  const pages = await Promise.all(
    [one, other].map(async (url) => (await fetch(`${url}/story/${story}`)).status),
  );
  const lists = await Promise.all(
    [one, other].map(async (url) => (await call(url, null, listStories, {})).body.data),
  );
  expect([await visit(one), await visit(other), ...pages]).toEqual([404, 404, 404, 404]);
  expect(lists).toEqual([[], []]);
  expect(onStandby).toHaveLength(1);
  await sleep(3_000);
  expect(await visit(other)).toBe(404);
  await call(other, author.token, updateStory, { params, body: { isPublished: true } });
  await standby.query('alter system reset recovery_min_apply_delay');
  await standby.query('select pg_reload_conf()');

  // It dies, and comes back.
  const statuses: number[] = [];
  const read = async () => {
    for (const url of [one, other])
      statuses.push(
        (await call(url, reader.token, getMyLibrary, {})).status,
        (await call(url, null, listStories, {})).status,
      );
  };
  const reading = (async () => {
    for (let time = 0; time < 100; time += 1) {
      await read();
      await sleep(20);
    }
  })();
  await sleep(300);
  await standby.kill();
  await reading;
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await runCommand(['doctor'], settings)).stdout).toMatch(/WARNING +standbys +1 of 1 not read from/);
  await standby.start();
  const { standby: used = 0 } = await readsOf(servers);
  await waitUntil('the standby is read from again', async () => {
    await read();
    return ((await readsOf(servers)).standby ?? 0) > used;
  });
  expect((await runCommand(['doctor'], settings)).stdout).toMatch(/ok +standbys +1 up to date/i);

  // The primary dies, and the standby takes its place.
  await primary.kill();
  await standby.query('select pg_promote()');
  await waitUntil('both servers write to the promoted standby', async () => {
    const written = await Promise.all(
      [one, other].map((url) => setNote(url, 'last').then(({ status }) => status)),
    );
    return written.every((status) => status === 200);
  });
  expect([await noteOf(one, reader), await noteOf(other, reader)]).toEqual(['last', 'last']);
  for (const server of servers) expect((await stop(server)).code).toBe(0);
});

test('of two standbys, one that is more than ten seconds behind is not read from, one that dies is again once it is back, and what a conflict with recovery stops is repeated on the primary', {
  timeout: 300_000,
}, async () => {
  const { primary, standbys } = await startReplicated(2);
  const [slow, steady] = standbys as [ReplicaServer, ReplicaServer];
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standbys.map(({ url }) => url).join(),
    METRICS_TOKEN: metricsToken,
  };
  const server = await startServer(settings);
  const { url } = server;
  const reader = await signUp(url);
  const params = { id: await publishStory(url, await signUp(url)) };
  await call(url, reader.token, addToLibrary, { params, body: { status: 'reading' } });
  await primary.query(`update sessions set created_at = created_at - interval '1 hour'`);
  const configure = async ({ query }: ReplicaServer, setting: string) => {
    await query(`alter system ${setting}`);
    await query('select pg_reload_conf()');
  };
  const wrong: unknown[] = [];
  const readStatuses = async () => {
    const responses = [
      await call(url, null, listStories, {}),
      await call(url, reader.token, getMyLibrary, {}),
    ];
    for (const { status } of responses) if (status !== 200) wrong.push(status);
  };
  const standbyReads = async () => (await readsOf([server])).standby ?? 0;
  const isReadFrom = async () => {
    const before = await standbyReads();
    await readStatuses();
    return (await standbyReads()) > before;
  };
  await waitUntil('standbys are read from', isReadFrom);

  // Its queries are stopped by what the primary locks or cleans up, while they run.
  await configure(steady, 'set max_standby_streaming_delay = 0');
  await configure(slow, `set recovery_min_apply_delay = '20s'`);
  const from = performance.now();
  let written = 0;
  const repeated = async () => (await readsOf([server])).repeated ?? 0;
  const seconds = () => (performance.now() - from) / 1000;
  while (seconds() < 11 || ((await repeated()) === 0 && seconds() < 40)) {
    written += 1;
    const note = `note ${written}`;
    await call(url, reader.token, setLibraryNote, { params, body: { note } });
    const found = await noteOf(url, reader);
    if (found !== note) wrong.push(found);
    const reading = Promise.all(Array.from({ length: 12 }, readStatuses));
    await primary.query('vacuum full library_entries');
    await reading;
  }
  expect(wrong).toEqual([]);
  expect(await repeated()).toBeGreaterThan(0);
  expect((await runCommand(['doctor'], settings)).stdout).toMatch(/WARNING +standbys +1 of 2 not read from/);
  await waitUntil('the other standby is read from', isReadFrom);

  await steady.kill();
  for (let time = 0; time < 20; time += 1) await readStatuses();
  // The one that is left is too far behind.
  expect(await isReadFrom()).toBe(false);
  await steady.start();
  await waitUntil('the standby that has come back is read from', isReadFrom);
  expect(wrong).toEqual([]);
  expect((await stop(server)).code).toBe(0);
});
