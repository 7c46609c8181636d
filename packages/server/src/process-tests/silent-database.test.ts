import { expect, test } from 'vitest';
import {
  databaseProcesses,
  migratedDataFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { startServer, stop } from './testing/programs.ts';
import { publishStory, signUp } from './testing/test-people.ts';

const signalDatabase = async (dataDir: string, signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of await databaseProcesses(dataDir)) process.kill(pid, signal);
};

test('an unresponsive database causes 503s until it responds again, and does not prevent a stop [R55]', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author, 'The Quiet Hour');
  const paths = ['/', `/story/${story}`, '/api/v1/stories', `/api/v1/stories/${story}`, '/api/v1/auth/me'];
  const headers = { authorization: `Bearer ${author.token}`, accept: 'text/html' };
  const requestAll = () => Promise.all(paths.map((path) => fetch(`${server.url}${path}`, { headers })));
  expect(new Set((await requestAll()).map(({ status }) => status))).toEqual(new Set([200]));

  await signalDatabase(dataDir, 'SIGSTOP');
  // First on open connections, then on new ones, which are never accepted.
  for (const _round of [1, 2]) {
    for (const response of await requestAll()) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      const isCall = new URL(response.url).pathname.startsWith('/api/');
      expect(response.headers.get('content-type')).toContain(isCall ? 'application/json' : 'text/html');
      expect(await response.text()).toContain(
        'The database is temporarily unavailable. Please try again shortly.',
      );
    }
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    const readiness = await fetch(`${server.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'database silent' }]);
  }
  // All were refused by what the process knows, and none by a longer limit of its own.
  const refused = () =>
    [...server.stdout().matchAll(/\{.*"status":503.*"msg":"request"\}/g)]
      .map(([line]) => JSON.parse(line))
      .filter(({ route }) => route !== '/readyz');
  // Lines are written a moment after the responses.
  await expect.poll(() => refused().length).toBeGreaterThanOrEqual(2 * paths.length);
  expect(
    refused().filter(({ level, code, wait }) => level !== 40 || code !== 'UNAVAILABLE' || wait !== 'silent'),
  ).toEqual([]);

  await signalDatabase(dataDir, 'SIGCONT');
  await waitUntil('every request succeeds again', async () => (await requestAll()).every(({ ok }) => ok));

  // The server can be stopped while the database does not respond, and the database stops once it continues.
  await signalDatabase(dataDir, 'SIGSTOP');
  await stop(server);
  await signalDatabase(dataDir, 'SIGCONT');
  await waitUntil('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});
