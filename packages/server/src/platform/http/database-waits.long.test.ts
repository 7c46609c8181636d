import { createStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { proxiedApp } from '../../testing/more-apps.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const tenMinutes = 600_000;
/** No single wait ends within a test: only the request's budget can end it. */
const timeouts = {
  connectMs: tenMinutes,
  statementMs: tenMinutes,
  lockMs: tenMinutes,
  silenceMs: 0,
  requestMs: 1_500,
  commitMs: 100,
  silentMs: 60_000,
};

/** The application on its own port, with a database connection that can be slow or silent. */
async function listening() {
  const { app, proxy, close } = await proxiedApp(site, timeouts);
  const { http } = app;
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { proxy, url, close };
}

test('a slow session lookup and a silent database share one budget, after which every request gives 503 [R55]', async () => {
  const author = await site.person();
  const { story, chapters } = await writing(site).published(author);
  const { proxy, url, close } = await listening();
  const headers = { authorization: `Bearer ${author.token}`, accept: 'text/html' };
  const json = { ...headers, 'content-type': 'application/json' };
  const genres = story.genres.map(({ _id }) => _id);
  const body = JSON.stringify({ title: 'The Late Lamp', description: 'A lamp.', genres });
  const requests: [string, RequestInit][] = [
    ['/api/v1/auth/me', { headers }],
    [`/api/v1/chapters/${chapters[0]?._id}`, { headers }],
    ['/api/v1/stories', { headers }],
    [`/api/v1${createStory.path}`, { headers: json, method: createStory.method, body }],
    [`/story/${story._id}`, { headers }],
    ['/', { headers }],
  ];
  const ask = async ([path, init]: [string, RequestInit]) => {
    const { status, headers: responseHeaders } = await fetch(url + path, init);
    return { path, status, wait: responseHeaders.get('retry-after') };
  };
  try {
    for (const request of requests) {
      // Opens a connection and prepares the statement for the lookup.
      expect((await ask(['/api/v1/auth/me', { headers }])).status).toBe(200);
      site.clock.advance(60_000);
      proxy.delay(1_000, 1);
      expect(await ask(request)).toEqual({ path: request[0], status: 503, wait: '2' });
      await proxy.resume();
    }
  } finally {
    await close();
  }
});

test('the calls of a server-rendered page share the budget of the page request', async () => {
  const { story } = await writing(site).published(await site.person());
  const { proxy, url, close } = await listening();
  const page = () => fetch(`${url}/story/${story._id}`, { headers: { accept: 'text/html' } });
  try {
    expect((await fetch(`${url}/api/v1/genres`)).status).toBe(200);
    // The revision and the story would each be in time, but not together.
    proxy.delay(1_000);
    expect((await page()).status).toBe(503);
    await proxy.resume();
    await expect.poll(async () => (await page()).status).toBe(200);
  } finally {
    await close();
  }
});

test('several queries that are each in time give 503 if they exceed the budget together, and nothing is partly written [R55]', async () => {
  const author = await site.person();
  const story = await writing(site).draft(author);
  const { proxy, url, close } = await listening();
  const headers = { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' };
  const genres = story.genres.map(({ _id }) => _id);
  const body = JSON.stringify({ title: 'The Slow Lamp', description: 'A lamp.', genres });
  const create = () =>
    fetch(`${url}/api/v1${createStory.path}`, { method: createStory.method, headers, body });
  const stories = async () =>
    site.ctx.db.selectFrom('stories').select('id').where('title', '=', 'The Slow Lamp').execute();
  try {
    proxy.delay(0);
    expect((await create()).status).toBe(201);
    const usual = proxy.sent();
    site.clock.advance(60_000);
    proxy.delay(400);
    expect((await create()).status).toBe(503);
    expect(proxy.sent()).toBeLessThan(usual);
    expect(await stories()).toHaveLength(1);
    await proxy.resume();
    expect((await create()).status).toBe(201);
  } finally {
    await close();
  }
});
