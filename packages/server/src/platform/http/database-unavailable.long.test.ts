import { saveChapterProgress } from '@inkling/contract/library';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import type { App } from '../../app.ts';
import { proxiedApp } from '../../testing/more-apps.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import type { DatabaseTimeouts } from '../db/timeouts.ts';

const site = testApp({ RATE_LIMIT: 'on' });

const timeouts: DatabaseTimeouts = {
  connectMs: 2_000,
  statementMs: 2_000,
  lockMs: 1_000,
  silenceMs: 100,
  requestMs: 4_000,
  commitMs: 100,
  silentMs: 600,
};

const statusOf = async ({ http }: App, request: InjectOptions) => {
  const { statusCode, headers } = await http.inject(request);
  return { statusCode, wait: headers['retry-after'] };
};
const statusesOf = (app: App, requests: InjectOptions[]) =>
  Promise.all(requests.map((request) => statusOf(app, request)));
/** Runs requests one after the other, so that a slow machine is not overloaded. */
const statusesInSequence = async (app: App, requests: InjectOptions[]) => {
  const statuses: Awaited<ReturnType<typeof statusesOf>> = [];
  for (const request of requests) statuses.push(await statusOf(app, request));
  return statuses;
};

test('while the database is silent or refuses connections, every call and page gives 503 and never 401; then all recover [R55]', async () => {
  const author = await site.person();
  const { story, chapters } = await writing(site).published(author);
  const chapter = chapters[0]?._id ?? '';
  const { proxy, app, close } = await proxiedApp(site, timeouts);
  const headers = { authorization: `Bearer ${author.token}`, accept: 'text/html' };
  const progress = saveChapterProgress.path.replace('{id}', chapter);
  const requests: InjectOptions[] = [
    '/',
    `/story/${story._id}`,
    `/profile/${author.username}`,
    '/api/v1/stories',
    '/api/v1/genres',
    `/api/v1/stories/${story._id}`,
    `/api/v1/chapters/${chapter}`,
    '/api/v1/auth/me',
    '/api/v1/users/me/export',
  ].map((url) => ({ url, headers }));
  const credentials = { email: author.username, password: 'a lamp in the window' };
  requests.push(
    { method: 'POST', url: `/api/v1${progress}`, headers, payload: { progress: 10 } },
    { method: 'POST', url: '/api/v1/auth/login', payload: credentials },
    { method: 'POST', url: '/api/v1/stories', headers, payload: {} },
  );
  // More requests than the pool has connections, so that most wait for one.
  const many = [...requests, ...requests, ...requests];
  const usual = await statusesInSequence(app, requests);
  try {
    expect(usual.filter(({ statusCode }) => statusCode === 503 || statusCode === 401)).toEqual([]);
    // Expires the cached viewers, which would need no database.
    site.clock.advance(60_000);
    const unavailable = many.map(() => ({ statusCode: 503, wait: '2' }));
    proxy.stall();
    // First on open connections, then on new ones, which are not accepted.
    for (const _round of [1, 2]) expect(await statusesOf(app, many)).toEqual(unavailable);
    await proxy.refuse();
    expect(await statusesOf(app, many)).toEqual(unavailable);
    await proxy.resume();
    await expect.poll(() => statusesInSequence(app, requests), { timeout: 30_000 }).toEqual(usual);
  } finally {
    await proxy.resume();
    await close();
  }
});
