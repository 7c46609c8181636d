import { expect, test, vi } from 'vitest';
import {
  databaseProcesses,
  migratedDataFolder,
  until,
} from '../platform/db/embedded/testing/database-users.ts';
import { startServer, stop } from './testing/programs.ts';
import { publishStory, signUp } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 120_000 });

const tell = async (dataDir: string, signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of await databaseProcesses(dataDir)) process.kill(pid, signal);
};

test('a database that takes what it is asked and says nothing keeps nobody waiting for ever, and is served from again', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author, 'The Quiet Hour');
  const paths = ['/', `/story/${story}`, '/api/v1/stories', `/api/v1/stories/${story}`, '/api/v1/auth/me'];
  const headers = { authorization: `Bearer ${author.token}`, accept: 'text/html' };
  const askAll = () => Promise.all(paths.map((path) => fetch(`${server.url}${path}`, { headers })));
  expect(new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));

  await tell(dataDir, 'SIGSTOP');
  // On connections that are open, and then on new ones, which nobody takes.
  for (const _round of [1, 2]) {
    for (const response of await askAll()) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      const isCall = new URL(response.url).pathname.startsWith('/api/');
      expect(response.headers.get('content-type')).toContain(isCall ? 'application/json' : 'text/html');
      expect(await response.text()).toContain('The database is away for a moment. Please try again shortly.');
    }
  }

  await tell(dataDir, 'SIGCONT');
  await until('everything is served again', async () => (await askAll()).every(({ ok }) => ok));
  expect((await stop(server)).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

test('a server whose database says nothing stops all the same, and the database with it once it goes on', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  await tell(dataDir, 'SIGSTOP');
  await stop(server);
  await tell(dataDir, 'SIGCONT');
  await until('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});
