import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listStoryComments, postComment } from '@inkling/contract/comments';
import { addToLibrary, getMyLibrary, setLibraryNote } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { notificationsChanged } from '@inkling/contract/notifications';
import { getStory, updateStory } from '@inkling/contract/stories';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { connectLive } from '../testing/live-client.ts';
import { freePort, hasRedis, startRedis, stopRedis } from '../testing/redis.ts';
import { runInkling, startJobs, startServer, stop } from './testing/programs.ts';
import { findProgram, startHaproxy } from './testing/proxies.ts';
import { startReplicated } from './testing/replicated.ts';
import { call, publishStory, signUp, type TestPerson } from './testing/test-people.ts';

const people = 50;
/** How often each person writes and then reads what they wrote. */
const turns = Number(process.env.INKLING_TEST_TURNS ?? 12);

/** The addresses that emails in the outbox went to, one for each email. */
async function mailed(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox);
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.flatMap((mail) => /^To: .*?([\w.]+@example\.test)/m.exec(mail)?.[1] ?? []);
}

/** A Redis that ends with the test, where one is installed; otherwise live events pass through the database. */
async function redisUrl(): Promise<Record<string, string>> {
  if (!hasRedis) return {};
  const port = await freePort();
  const redis = await startRedis(port);
  onTestFinished(() => stopRedis(redis));
  return { REDIS_URL: `redis://127.0.0.1:${port}` };
}

test('three servers for requests and two for background work share the work: nothing acknowledged is lost or doubled while one of each is killed, nobody misses their own write, and each email and notification comes once', {
  timeout: 300_000 + 5_000 * turns,
}, async () => {
  const { primary, standby } = await startReplicated();
  const dataDir = await temporaryFolder();
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    DATA_DIR: dataDir,
    ADDRESS_KEY: 'a key of thirty-two characters or more',
    TRUST_PROXY: '1',
    ...(await redisUrl()),
  };
  const web = await Promise.all([1, 2, 3].map(() => startServer(settings, [], ['--only', 'web'])));
  const jobs = await Promise.all([1, 2].map(() => startJobs(settings)));
  const up = new Set(web.map(({ url }) => url));
  const haproxy = findProgram('haproxy');
  const balancer =
    haproxy &&
    (await startHaproxy(
      haproxy,
      web.map(({ url }) => new URL(url).port),
    ));
  let turn = 0;
  /** The balancer, where HAProxy is installed; otherwise the server that one without stickiness would choose next. */
  const next = () => {
    if (balancer !== null) return balancer;
    turn += 1;
    return [...up][turn % up.size] ?? '';
  };
  /** Repeats a request while a server is busy, and if its connection ends without a response, as pages do. */
  const anywhere = async <T extends { status: number }>(request: (url: string) => Promise<T>): Promise<T> => {
    for (;;) {
      const url = next();
      const response = await request(url).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        up.delete(url);
        return null;
      });
      if (response !== null && ![502, 503, 504].includes(response.status)) return response;
      await sleep(200);
    }
  };

  const author = await signUp(next());
  const story = await publishStory(next(), author);
  const params = { id: story };
  const join = async (): Promise<TestPerson> => {
    const reader = await signUp(next());
    await call(next(), reader.token, addToLibrary, { params, body: { status: 'reading' } });
    return reader;
  };
  const readers = await Promise.all(Array.from({ length: people }, join));
  // Sessions that are older than a minute.
  await primary.query(`update sessions set created_at = created_at - interval '1 hour'`);
  const live = await connectLive(web[2]?.url ?? '', author.token);

  const wrong: string[] = [];
  const acknowledged: string[] = [];
  const read = async ({ token, username }: TestPerson) => {
    for (let number = 0; number < turns; number += 1) {
      const note = `${username} ${number}`;
      const set = await anywhere((url) => call(url, token, setLibraryNote, { params, body: { note } }));
      const found = await anywhere((url) => call(url, token, getMyLibrary, {}));
      if (set.status !== 200 || found.body.data[0]?.note !== note) wrong.push(note);
      if (number % 6 !== 0) continue;
      const _id = newId(Date.now());
      const content = `Comment ${note}`;
      const posted = await anywhere((url) =>
        call(url, token, postComment, { body: { _id, story, content } }),
      );
      if (posted.status === 201) acknowledged.push(content);
      else wrong.push(`${content}: ${posted.failure.message}`);
    }
  };
  const reading = Promise.all(readers.map(read));
  await waitUntil('some have written', () => acknowledged.length > people / 2);
  await stop(web[0] as (typeof web)[number], 'SIGKILL');
  up.delete(web[0]?.url ?? '');
  await stop(jobs[0] as (typeof jobs)[number], 'SIGKILL');
  // A comment that the remaining process has notified the author of reaches a page at another one.
  const heard = live.received.length;
  await waitUntil('the author’s page hears of a comment', () =>
    live.received.slice(heard).some(({ event }) => event === notificationsChanged.event),
  );
  await reading;
  expect(wrong).toEqual([]);
  expect(acknowledged).toHaveLength(people * Math.ceil(turns / 6));

  const stored: (string | null)[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await anywhere((url) =>
      call(url, null, listStoryComments, { params, query: { page, limit: 50 } }),
    );
    stored.push(...body.data.map(({ content }) => content));
    pages = body.pagination.totalPages;
  }
  expect(stored.toSorted()).toEqual(acknowledged.toSorted());
  const notified = async () =>
    (await primary.query(`select subject_id from notifications where user_id = '${author.id}'`)).length;
  await waitUntil('the author is notified of all', async () => (await notified()) >= stored.length);
  const addresses = [author, ...readers].map(({ username }) => `${username}@example.test`);
  await waitUntil(
    'everybody has an email',
    async () => new Set(await mailed(dataDir)).size === addresses.length,
  );
  expect((await mailed(dataDir)).toSorted()).toEqual(addresses.toSorted());

  expect(await notified()).toBe(stored.length);

  await anywhere((url) => call(url, author.token, updateStory, { params, body: { isPublished: false } }));
  const visits = await Promise.all(
    [...up].map(async (url) => (await call(url, null, getStory, { params })).status),
  );
  expect(visits).toEqual([404, 404]);
  for (const server of [...web.slice(1), ...jobs.slice(1)]) expect((await stop(server)).code).toBe(0);
});

test('a server with one role needs a database that others can share', async () => {
  const { code, stderr } = await runInkling(['start', '--only', 'jobs'], {
    DATA_DIR: await temporaryFolder(),
  });
  expect(stderr).toContain('--only jobs needs a database that several processes share: set DATABASE_URL');
  expect(code).toBe(78);
});
