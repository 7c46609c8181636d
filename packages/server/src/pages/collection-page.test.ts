import * as calls from '@inkling/contract/collections';
import { updateStory } from '@inkling/contract/stories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSuspended } from '../modules/users/index.ts';
import { hour } from '../platform/clock.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const write = writing(site);
let pages: ListeningPages;

beforeAll(async () => {
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

const create = async (owner: Person, body: object = {}) => {
  const input = { body: { name: 'Sea & salt', description: 'Best read aloud.', ...body } };
  return (await site.as(owner).call(calls.createCollection, input)).body.data._id;
};
const add = (owner: Person, id: string, storyId: string) =>
  site.as(owner).call(calls.addToCollection, { params: { id }, body: { storyId } });
const update = (owner: Person, id: string, body: object) =>
  site.as(owner).call(calls.updateCollection, { params: { id }, body });
const page = (id: string) => pages.get(`/collection/${id}`);

test('a visitor reads a public collection with its stories in order, and search engines its metadata', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const [one, two] = [
    await write.published(ben, { title: 'The Salt Road' }),
    await write.published(ben, { title: 'Harbour' }),
  ];
  const id = await create(ana, { visibility: 'public' });
  for (const { story } of [one, two]) await add(ana, id, story._id);
  const { body: html, status } = await page(id);
  expect(status).toBe(200);
  expect(html.indexOf('The Salt Road')).toBeLessThan(html.indexOf('Harbour'));
  expect(html).toContain(`<title>Sea &amp; salt by ${ana.username} | Inkling</title>`);
  expect(html).toContain('<meta name="description" content="Best read aloud."/>');
  expect(html).toContain(`<link rel="canonical" href="https://stories.example/collection/${id}"/>`);
  expect(html).toContain('<meta property="og:title" content="Sea &amp; salt"/>');
  expect(html).toContain(`content="https://stories.example/story/${one.story._id}/preview.jpg?v=`);
  expect(html).not.toContain('noindex');
  const json = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(json).toMatchObject({
    '@type': 'CollectionPage',
    mainEntity: {
      numberOfItems: 2,
      itemListElement: [
        { position: 1, name: 'The Salt Road', url: `https://stories.example/story/${one.story._id}` },
        { position: 2, name: 'Harbour' },
      ],
    },
  });
});

test('the page follows every change of the collection and of its stories', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story } = await write.published(ben, { title: 'Now you see it' });
  const id = await create(ana, { visibility: 'unlisted' });
  expect((await page(id)).body).toContain('0 stories');
  await add(ana, id, story._id);
  const listed = (await page(id)).body;
  expect(listed).toContain('Now you see it');
  expect(listed).toContain('<meta name="robots" content="noindex"/>');
  await update(ana, id, { name: 'Renamed' });
  expect((await page(id)).body).toContain('Renamed');
  const change = (body: object) => site.as(ben).call(updateStory, { params: { id: story._id }, body });
  for (const withdrawn of [{ audience: 'mature' }, { audience: 'everyone', isPublished: false }]) {
    await change(withdrawn);
    const { body } = await page(id);
    expect(body).not.toContain('Now you see it');
    expect(body).toContain('0 stories');
  }
});

test('a private collection, one of a suspended owner and an unknown one have the same page [R65]', async () => {
  const ana = await site.person();
  const id = await create(ana, { name: 'Secret shelf', visibility: 'public' });
  expect((await page(id)).status).toBe(200);
  const unknown = await page('01900000-0000-7000-8000-000000000000');
  expect(unknown.status).toBe(404);
  expect(unknown.body).toContain('Collection not found');
  await setSuspended(site.ctx.db, ana.id, site.clock.now());
  expect([(await page(id)).status, (await page(id)).body]).toEqual([404, unknown.body]);
  await setSuspended(site.ctx.db, ana.id, null);
  await update(ana, id, { visibility: 'private' });
  expect([(await page(id)).status, (await page(id)).body]).toEqual([404, unknown.body]);
  expect((await page('x')).body).toBe(unknown.body);
});

test('other spellings of the address lead to it', async () => {
  const id = await create(await site.person(), { visibility: 'public' });
  for (const spelling of [`/collection/${id.toUpperCase()}`, `/Collection/${id}/`]) {
    const { status, headers } = await pages.get(spelling);
    expect([spelling, status, headers.location]).toEqual([spelling, 308, `/collection/${id}`]);
  }
});

test('the sitemap lists public collections that have a story to show [R13]', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story } = await write.published(ben);
  const ids: string[] = [];
  for (const visibility of ['public', 'public', 'unlisted', 'private'] as const) {
    const id = await create(ana, { visibility });
    // The first stays empty.
    if (ids.length > 0) await add(ana, id, story._id);
    ids.push(id);
  }
  const listed = async () => {
    site.clock.advance(hour);
    const index = await site.app.http.inject('/sitemap.xml');
    const files = [...index.body.matchAll(/\/sitemaps\/collections-[^<]*/g)].map(([path]) => path);
    const bodies = await Promise.all(files.map(async (url) => (await site.app.http.inject(url)).body));
    return ids.filter((id) => bodies.join('').includes(`https://stories.example/collection/${id}<`));
  };
  expect(await listed()).toEqual([ids[1]]);
  await setSuspended(site.ctx.db, ana.id, site.clock.now());
  expect(await listed()).toEqual([]);
  await setSuspended(site.ctx.db, ana.id, null);
  expect(await listed()).toEqual([ids[1]]);
  await update(ana, ids[1] ?? '', { visibility: 'unlisted' });
  expect(await listed()).toEqual([]);
});
