import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { takeDownStory } from '../stories/index.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const write = writing(site);

const get = (url: string, headers: Record<string, string> = {}) => site.app.http.inject({ url, headers });
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '');

/** All addresses in the files of the index, as a robot finds them. */
async function crawl(): Promise<string[]> {
  site.clock.advance(hour);
  const index = await get('/sitemap.xml');
  expect(index.headers['content-type']).toBe('text/xml; charset=utf-8');
  const found: string[] = [];
  for (const address of addressesIn(index.body)) {
    expect(address.startsWith('https://stories.example/sitemaps/')).toBe(true);
    const file = await get(new URL(address).pathname);
    expect(file.statusCode).toBe(200);
    found.push(...addressesIn(file.body));
  }
  return found;
}

test('lists fixed pages, published stories and their authors, and nothing that visitors may not see [R13]', async () => {
  const [ana, ben] = [await site.person('ana'), await site.person('ben')];
  const published = async (author: Person) => (await write.published(author)).story._id;
  const change = (author: Person, id: string, body: object) =>
    site.as(author).call(updateStory, { params: { id }, body });
  const shown = await published(ana);
  await write.draft(ben);
  const [mature, unpublished, deleted, takenDown] = [
    await published(ben),
    await published(ben),
    await published(ben),
    await published(ben),
  ];
  const fixed = ['/', '/about', '/contact', '/devices', '/privacy', '/rankings', '/store', '/terms'].map(
    (path) => `https://stories.example${path}`,
  );
  const story = (id: string) => `https://stories.example/story/${id}`;
  const all = [shown, mature, unpublished, deleted, takenDown].toSorted();
  expect(await crawl()).toEqual([
    ...fixed,
    ...all.map(story),
    ...['ana', 'ben'].map((name) => `https://stories.example/profile/${name}`),
  ]);
  await change(ben, mature, { audience: 'mature' });
  await change(ben, unpublished, { isPublished: false });
  await site.as(ben).call(deleteStory, { params: { id: deleted } });
  await transaction(site.ctx.db, (tx) => takeDownStory(site.ctx, tx, takenDown, 'Copied.'));
  expect(await crawl()).toEqual([...fixed, story(shown), 'https://stories.example/profile/ana']);
});

test('a file is current, while the list of files may be ten minutes old', async () => {
  const cem = await site.person();
  const { story } = await write.published(cem);
  const file = new URL(addressesIn((await get('/sitemap.xml')).body)[1] ?? '').pathname;
  await crawl();
  expect((await get(file)).body).toContain(story._id);
  await site.as(cem).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
  expect((await get(file)).body).not.toContain(story._id);
});

test('a file says when each story was last updated, and is not sent again unless it changed', async () => {
  const { story } = await write.published(await site.person());
  await crawl();
  const file = new URL(addressesIn((await get('/sitemap.xml')).body)[1] ?? '').pathname;
  const first = await get(file);
  expect(first.body).toContain(`${story._id}</loc><lastmod>${story.lastUpdated}</lastmod>`);
  const again = { 'if-none-match': String(first.headers.etag) };
  expect((await get(file, again)).statusCode).toBe(304);
  await write.published(await site.person());
  expect((await get(file, again)).statusCode).toBe(200);
});

test('more than 10,000 stories are split into several files without gaps', async () => {
  const dan = await site.person();
  await sql`update stories set is_published = false`.execute(site.ctx.db);
  await sql`alter table stories disable trigger user`.execute(site.ctx.db);
  await sql`
    insert into stories (id, author_id, title, description, is_published, published_at, created_at, updated_at)
    select uuidv7(n * interval '1 second'), ${dan.id}, 'Story', '', true, now(), now(), now()
    from generate_series(1, 20500) n`.execute(site.ctx.db);
  await sql`alter table stories enable trigger user`.execute(site.ctx.db);
  await sql`update users set role = 'author' where id = ${dan.id}`.execute(site.ctx.db);
  await sql`update catalogue set revision = revision + 1`.execute(site.ctx.db);
  const found = await crawl();
  expect((await get('/sitemap.xml')).body.match(/stories-/g)).toHaveLength(3);
  const stories = found.filter((address) => address.includes('/story/'));
  expect(new Set(stories).size).toBe(20_500);
  expect(stories).toHaveLength(20_500);
});

test('files that the index does not have are not found', async () => {
  for (const name of ['stories-000000000000.xml', 'stories-.xml', 'x', "stories-'.xml", 'pages.xml.xml']) {
    expect((await get(`/sitemaps/${encodeURIComponent(name)}`)).statusCode, name).toBe(404);
  }
});

test('names are escaped in addresses and in XML', async () => {
  const eve = await site.person();
  await write.published(eve);
  await sql`update users set username = 'a&b<c>' where id = ${eve.id}`.execute(site.ctx.db);
  expect(await crawl()).toContain('https://stories.example/profile/a%26b%3Cc%3E');
});

test('crawlers may open public pages only', async () => {
  const { body, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('\nSitemap: https://stories.example/sitemap.xml\n');
  const disallowed = [...body.matchAll(/^Disallow: (.+)$/gm)].map((match) => match[1] ?? '');
  const isAllowed = (path: string) =>
    !disallowed.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)));
  for (const path of ['/', '/story/x', '/profile/ana', '/about', '/files/x', '/assets/x.js', '/og.png']) {
    expect(isAllowed(path), path).toBe(true);
  }
  // The guarded screens of the web, as its table of routes groups them.
  const routes = readFileSync(join(import.meta.dirname, '../../../../web/src/routes.ts'), 'utf8');
  const guarded = /'member', \[(.*?)\n {2}\]\)/s.exec(routes)?.[1] ?? '';
  const paths = [...guarded.matchAll(/(?:route|prefix)\('([^':]*)/g)].map((match) => `/${match[1]}`);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of [...paths, '/reading/x', '/write/x/chapter/y', '/api/v1/stories']) {
    // Below a story, the guarded ones have no address of their own.
    if (!['/trash', '/calendar', '/import/', '/story/', '/'].includes(path))
      expect(isAllowed(path), path).toBe(false);
  }
});
