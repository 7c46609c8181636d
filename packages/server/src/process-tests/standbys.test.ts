import { setTimeout as sleep } from 'node:timers/promises';
import { addToLibrary, getMyLibrary, setLibraryNote } from '@inkling/contract/library';
import { getStory, listStories, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { type RunningServer, runCommand, startServer, stop } from './testing/programs.ts';
import { startReplicated } from './testing/replicated.ts';
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
