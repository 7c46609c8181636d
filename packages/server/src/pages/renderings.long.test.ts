import { withPassage } from '@inkling/contract/passage-link';
import { updateStory } from '@inkling/contract/stories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { indexAll } from '../modules/search/index.ts';
import { listeningPages } from '../testing/listening-pages.ts';
import { settledLockWaits } from '../testing/recorded-statements.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { builtPages } from './built-pages.ts';
import { visitorPages } from './visitor-pages.ts';
import { type WebRenderer, webRenderer } from './web-renderer.ts';

const site = testApp();
const write = writing(site);
let ana: Person;
const paths: string[] = [];

beforeAll(async () => {
  ana = await site.person();
  for (let n = 0; n < 60; n += 1) paths.push(`/story/${(await write.published(ana)).story._id}`);
  // The search index reads the locked table too.
  await indexAll(site.ctx);
});

/** Keeps every page of a story from being rendered to its end until `unlock`. */
async function lockStories() {
  const lock = await site.database.pool.connect();
  await lock.query('begin');
  await lock.query('lock table story_genres in access exclusive mode');
  return {
    waits: () => settledLockWaits(lock),
    unlock: async () => {
      await lock.query('rollback');
      lock.release();
    },
  };
}
const statuses = (responses: { statusCode: number }[]) =>
  new Set(responses.map(({ statusCode }) => statusCode));
const browser = { accept: 'text/html' };

test('concurrent page requests from one address are rendered a few at a time [R63]', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  try {
    const { waits, unlock } = await lockStories();
    const responses = paths.slice(0, 15).map((url) => http.inject(url));
    // Two renderings, each of which asks for the story and for its place in a series.
    expect(await waits()).toBeLessThanOrEqual(4);
    await unlock();
    expect(statuses(await Promise.all(responses))).toEqual(new Set([200]));
    // Cached pages do not wait.
    const locked = await lockStories();
    const cached = await Promise.all(paths.slice(0, 15).map((url) => http.inject(url)));
    await locked.unlock();
    expect(statuses(cached)).toEqual(new Set([200]));
  } finally {
    await close();
  }
});

test('of many addresses, two pages are rendered at once, 50 wait, and more are a 503 page [R63] [R64]', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  try {
    const { waits, unlock } = await lockStories();
    const open = (url: string, n: number) =>
      http.inject({ url, headers: browser, remoteAddress: `198.51.100.${n}` });
    const responses = paths.map(open);
    expect(await waits()).toBeLessThanOrEqual(4);
    // What needs no rendering is not affected.
    expect((await http.inject('/livez')).statusCode).toBe(200);
    await unlock();
    const answered = await Promise.all(responses);
    const refused = answered.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(paths.length - 52);
    for (const { statusCode, headers, body } of refused) {
      expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([
        503,
        '5',
        'text/html; charset=utf-8',
      ]);
      expect(body).toContain('Many pages are being opened right now.');
    }
    expect(statuses(await Promise.all(paths.slice(50).map(open)))).toEqual(new Set([200]));
  } finally {
    await close();
  }
});

test('drawing link previews keeps no page out of the thread [R63]', async () => {
  const { story } = await write.published(ana);
  let web: WebRenderer | undefined;
  const { http, close } = await createApp(site.ctx, async (server, ctx) => {
    web = await webRenderer(server, ctx);
  });
  try {
    await http.ready();
    const drawings = Array.from({ length: 24 }, () => web?.linkPreview(story, null));
    const [page] = await Promise.all([
      web?.sendable(`https://stories.example/story/${story._id}`),
      ...drawings,
    ]);
    expect(page?.status).toBe(200);
  } finally {
    await close();
  }
});

test('a server that stops finishes the pages that it renders [R57]', async () => {
  const pages = await listeningPages(site);
  const { waits, unlock } = await lockStories();
  const responses = paths.slice(0, 2).map((path) => pages.get(path));
  await waits();
  const closed = pages.close();
  await unlock();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
  await closed;
});

describe('an address causes no rendering of its own', () => {
  let renderings = 0;
  let get: (url: string) => Promise<{ statusCode: number; body: string }>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const app = await createApp(site.ctx, async (http, ctx) => {
      const web = await webRenderer(http, ctx);
      const counted =
        <In extends unknown[], Out>(render: (...input: In) => Out) =>
        (...input: In) => {
          renderings += 1;
          return render(...input);
        };
      const both = { page: counted(web.page), sendable: counted(web.sendable) };
      http.get('/*', visitorPages(ctx, { ...web, ...both }).respond);
    });
    get = (url) => app.http.inject(url);
    close = app.close;
  });
  afterAll(() => close());

  const renderingsOf = async (...urls: string[]) => {
    const before = renderings;
    for (const url of urls) await get(url);
    return renderings - before;
  };

  test('for what does not exist, beyond one for each route [R65]', async () => {
    const unknown = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
    const ids = [1, 2, 3, 4, 5].map(unknown);
    expect(await renderingsOf(...ids.map((id) => `/story/${id}`))).toBe(1);
    expect(await renderingsOf(...ids.map((id) => `/collection/${id}`))).toBe(1);
    expect(await renderingsOf(...ids.map((id) => `/profile/nobody${id.slice(-1)}`))).toBe(1);
    const passage = '?v=1&p=1&from=0&to=5';
    expect(await renderingsOf(...ids.map((id) => `/story/${id}/chapter/${id}${passage}`))).toBe(1);
    expect(await renderingsOf('/a', '/b/c', '/d.php?x=1', '/e?x=2', '/%E0%A4', '/story')).toBe(1);
    expect(await renderingsOf(...ids.map((id) => `/reading/${id}/${id}?x=${id}`))).toBe(1);
  });

  test('for another query, spelling or parameter that the page does not show [R65]', async () => {
    const [path = ''] = paths;
    const queries = ['', '?x=1', '?x=2&y=%22', '?page=3', '?v=1&p=1&from=0&to=5'];
    expect(await renderingsOf(...queries.map((query) => path + query))).toBe(1);
    expect(await renderingsOf(path.toUpperCase(), `${path}/`, `/${path}`)).toBe(0);
    expect(await renderingsOf('/search?q=a', '/search?q=b', '/category/a', '/category/b')).toBe(2);
  });

  test('for a passage, beyond one for the passages of its story [R63] [R65]', async () => {
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    const links = chapters.flatMap(({ _id: chapter, version, paragraphIds: [paragraph] }) =>
      [3, 4, 5, 6, 7].map((to) =>
        withPassage(`/story/${story._id}/chapter/${chapter}`, {
          version,
          paragraph: paragraph ?? 0,
          from: 0,
          to,
        }),
      ),
    );
    expect(await renderingsOf(...links)).toBe(1);
    const bodies = await Promise.all(links.map(async (link) => (await get(link)).body));
    expect(new Set(bodies).size).toBe(links.length);
    await site.as(ana).call(updateStory, { params: { id: story._id }, body: { title: 'Another lamp' } });
    expect(await renderingsOf(...links)).toBe(1);
    expect((await get(links[0] ?? '')).body).toContain('Another lamp');
  });
});
