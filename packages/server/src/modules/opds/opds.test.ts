import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addToCollection, createCollection, saveCollection } from '@inkling/contract/collections';
import { createDevice, revokeDevice } from '@inkling/contract/devices';
import { addToLibrary, saveProgress } from '@inkling/contract/library';
import { searchLimits } from '@inkling/contract/limits';
import { arrangeSeries, createSeries } from '@inkling/contract/series';
import { updateStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { SaxesParser } from 'saxes';
import { describe, expect, test, vi } from 'vitest';
import { addressOf } from '../../testing/live-client.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const limited = testApp({ RATE_LIMIT: 'on', RATE_LIMITS: 'search=3/1m' });

const basic = (name: string, token: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;

let people = 100;
/** A person with an e-reader, at an address of their own. */
async function reading(at = site) {
  const person = await at.person();
  const { body } = await at.as(person).call(createDevice, { body: { name: 'My Kobo' } });
  const { token, _id: device } = body.data;
  const header = basic(person.username, token);
  people += 1;
  const remoteAddress = `203.0.113.${people}`;
  const get = (url: string, headers: Record<string, string> = { authorization: header }) =>
    at.app.http.inject({ url, headers, remoteAddress });
  return { person, token, device, header, get };
}
type Reading = Awaited<ReturnType<typeof reading>>;

type Parsed = { [name: string]: unknown };

/** Elements as objects with their attributes and children; entries and links are lists, texts are '#text' or the value. */
function parseFeed(xml: string): Feed {
  const root: Parsed = {};
  const open: Parsed[] = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => open.push({ ...attributes, '#name': name, '#text': '' }));
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current !== undefined) current['#text'] = `${current['#text'] ?? ''}${text}`;
  });
  parser.on('closetag', () => {
    const { '#name': name, '#text': text, ...rest } = open.pop() ?? {};
    const parent = open.at(-1) ?? root;
    const children = String(text).trim();
    const value =
      Object.keys(rest).length === 0 ? children : { ...rest, ...(children && { '#text': children }) };
    const key = String(name);
    if (key === 'entry' || key === 'link') parent[key] = [...((parent[key] as unknown[]) ?? []), value];
    else parent[key] = value;
  });
  parser.write(xml).close();
  return root.feed as Feed;
}

interface Link {
  rel: string;
  href: string;
  type: string;
}
interface Entry {
  title: string;
  link: Link[];
  summary: { '#text': string };
  [name: string]: unknown;
}
interface Feed {
  link: Link[];
  entry?: Entry[];
  [name: string]: unknown;
}

async function feedAt({ get }: Reading, path: string): Promise<Feed> {
  const response = await get(`/opds/v1.2${path}`);
  expect(response.statusCode, path).toBe(200);
  return parseFeed(response.body);
}
const titlesAt = async (reader: Reading, path: string): Promise<string[]> =>
  ((await feedAt(reader, path)).entry ?? []).map(({ title }) => String(title));
const linkOf = ({ link }: { link: Link[] }, wanted: string) => link.find(({ rel }) => rel === wanted);

async function jsonAt({ get }: Reading, path: string) {
  const response = await get(`/opds/v2${path}`);
  expect(response.statusCode, path).toBe(200);
  expect(response.headers['content-type']).toBe('application/opds+json');
  return response.json();
}

const shelve = (person: Person, id: string, status: 'reading' | 'completed' | 'bookmarked') =>
  site.as(person).call(addToLibrary, { params: { id }, body: { status } });

test('a cover is drawn once, and four requests of a person run at the same time', async () => {
  const author = await site.person();
  const stories = [];
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    stories.push((await write.published(author, { title })).story._id);
  const reader = await reading();
  let [active, most] = [0, 0];
  const compose = vi.spyOn(site.ctx.coverArt, 'compose').mockImplementation(async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 50));
    active -= 1;
    return null;
  });
  try {
    for (let time = 0; time < 2; time += 1)
      for (const { statusCode } of await Promise.all(stories.map((id) => reader.get(`/opds/cover/${id}`))))
        expect(statusCode).toBe(200);
    expect(compose).toHaveBeenCalledTimes(stories.length);
    expect(most).toBe(4);
    await site.as(author).call(updateStory, { params: { id: stories[0] ?? '' }, body: { title: 'Another' } });
    expect((await reader.get(`/opds/cover/${stories[0]}`)).body).toContain('Another');
  } finally {
    compose.mockRestore();
  }
});

describe('the catalog', () => {
  test('has shelves, which lead to each other in both formats', async () => {
    const reader = await reading();
    const { headers, statusCode } = await reader.get('/opds');
    expect([statusCode, headers.location]).toEqual([302, '/opds/v1.2/catalog']);
    const response = await reader.get('/opds/v1.2/catalog');
    expect(response.headers['content-type']).toBe(
      'application/atom+xml;profile=opds-catalog;kind=navigation;charset=utf-8',
    );
    expect(response.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('authorization'),
    });
    const seen = new Set<string>();
    const visit = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const feed = await feedAt(reader, path);
      expect(linkOf(feed, 'self')?.href).toBe(`/opds/v1.2${path}`);
      expect(linkOf(feed, 'start')?.href).toBe('/opds/v1.2/catalog');
      const json = await jsonAt(reader, path);
      expect(json.metadata.title).toBe(feed.title);
      for (const entry of feed.entry ?? [])
        await visit(linkOf(entry, 'subsection')?.href.replace('/opds/v1.2', '') ?? '');
    };
    await visit('/catalog');
    expect([...seen].toSorted()).toEqual([
      '/catalog',
      '/collections',
      '/continue',
      '/following',
      '/library',
      '/library/completed',
      '/library/dropped',
      '/library/on-hold',
      '/library/reading',
      '/library/saved',
    ]);
  });

  test('lists stories with what e-readers show of them', async () => {
    const [author, reader] = [await site.person(), await reading()];
    const { story } = await write.published(author, {
      title: 'Salt & <Amber>',
      description: 'Of “salt”.',
      language: 'de',
      tags: ['cosy'],
      chapters: 2,
    });
    const params = { id: story._id };
    await site.as(author).call(updateStory, { params, body: { allowsEbook: true } });
    const { body } = await site.as(author).call(createSeries, { body: { name: 'Shores' } });
    const series = { params: { id: body.data._id }, body: { stories: [story._id], version: 0 } };
    await site.as(author).call(arrangeSeries, series as never);
    await site.as(reader.person).call(followStory, { params });
    const feed = await feedAt(reader, '/following');
    expect(feed['xmlns:schema']).toBe('http://schema.org');
    const [entry] = feed.entry ?? [];
    expect(entry).toMatchObject({
      id: `urn:uuid:${story._id}`,
      title: 'Salt & <Amber>',
      author: {
        name: author.username,
        uri: expect.stringMatching(new RegExp(`/profile/${author.username}$`)),
      },
      updated: expect.stringMatching(/^2026-/),
      'dc:language': 'de',
      published: expect.stringMatching(/^2026-03-02T/),
      'dc:issued': '2026-03-02',
      'schema:Series': { 'schema:name': 'Shores', 'schema:position': '1' },
      summary: { '#text': '2 unread chapters\n\nOf “salt”.' },
    });
    const hrefs = Object.fromEntries(
      (entry?.link ?? []).map(({ rel, href }) => [rel, new URL(href).pathname]),
    );
    expect(hrefs).toMatchObject({
      'http://opds-spec.org/image': `/opds/cover/${story._id}`,
      'http://opds-spec.org/image/thumbnail': `/opds/cover/${story._id}`,
      alternate: `/story/${story._id}`,
    });
    const files = (entry?.link ?? []).filter(({ rel }) => rel === 'http://opds-spec.org/acquisition');
    expect(files.map(({ href, type }) => [new URL(href).pathname, type])).toEqual([
      [`/ebooks/${story._id}.epub`, 'application/epub+zip'],
      [`/ebooks/${story._id}.kepub.epub`, 'application/kepub+zip'],
    ]);
    for (const { href } of files) expect((await reader.get(new URL(href).pathname)).statusCode).toBe(200);
    const json = await jsonAt(reader, '/following');
    expect(json.publications).toMatchObject([
      {
        metadata: {
          title: 'Salt & <Amber>',
          identifier: `urn:uuid:${story._id}`,
          language: 'de',
          author: [{ name: author.username }],
          belongsTo: { series: [{ name: 'Shores', position: 1 }] },
          subject: expect.arrayContaining(['cosy']),
        },
        images: [{ type: 'image/jpeg' }],
      },
    ]);
    // As the specification asks, each story has an address of its own, where it is the same.
    const [publication] = json.publications;
    const self = publication.links.find(({ rel }: Link) => rel === 'self');
    const alone = await reader.get(new URL(self.href).pathname);
    expect([alone.headers['content-type'], alone.json()]).toEqual([
      'application/opds-publication+json',
      { ...publication, metadata: { ...publication.metadata, description: 'Of “salt”.' } },
    ]);
    expect(self.type).toBe('application/opds-publication+json');
    const cover = await reader.get(hrefs['http://opds-spec.org/image'] ?? '');
    expect(cover.statusCode).toBe(200);
    expect((await reader.get(hrefs['http://opds-spec.org/image'] ?? '', {})).statusCode).toBe(401);
  });

  test('has the library by status, what is continued, and a search', async () => {
    const [author, reader] = [await site.person(), await reading()];
    const stories = [];
    for (const title of ['Kept lanterns', 'Read lanterns', 'Done lanterns'])
      stories.push((await write.published(author, { title })).story);
    const [kept, read, done] = stories.map(({ _id }) => _id);
    await shelve(reader.person, kept ?? '', 'bookmarked');
    await site.as(reader.person).call(saveProgress, { params: { id: read ?? '' }, body: { progress: 20 } });
    await shelve(reader.person, done ?? '', 'completed');
    const [unfetched] = (await feedAt(reader, '/continue')).entry ?? [];
    expect(unfetched?.title).toBe('Read lanterns');
    // Nothing to download, but both formats require that every story can be got in some way.
    const acquisition = { href: expect.stringMatching(`/story/${read}$`), type: 'text/html' };
    expect(unfetched && linkOf(unfetched, 'http://opds-spec.org/acquisition')).toMatchObject(acquisition);
    expect(await titlesAt(reader, '/library/reading')).toEqual(['Read lanterns']);
    expect(await titlesAt(reader, '/library/completed')).toEqual(['Done lanterns']);
    expect(await titlesAt(reader, '/library/saved')).toEqual(['Kept lanterns']);
    expect((await reader.get('/opds/v1.2/library/constructor')).statusCode).toBe(404);
    const { body, headers } = await reader.get('/opds/v1.2/search.xml');
    expect(headers['content-type']).toBe('application/opensearchdescription+xml');
    expect(body).toContain('/opds/v1.2/search?q={searchTerms}');
    await site.runEvents();
    await site.runJobs();
    expect((await titlesAt(reader, '/search?q=kept')).toSorted()).toEqual(['Kept lanterns']);
    expect(await titlesAt(reader, '/search?q=')).toEqual([]);
    // KOReader puts `?query=` and the term in the place of the braces.
    const search = (await jsonAt(reader, '/catalog')).links.find(({ rel }: Link) => rel === 'search');
    expect(search).toMatchObject({ href: '/opds/v2/search{?query}', templated: true });
    const found = await jsonAt(reader, '/search?query=kept');
    expect(found.publications.map(({ metadata }: Entry) => (metadata as Entry).title)).toEqual([
      'Kept lanterns',
    ]);
  });

  test('has pages of 50, with links to those before and after', async () => {
    const [author, reader] = [await site.person(), await reading()];
    for (let number = 0; number < 51; number += 1) {
      const { _id: id } = await write.draft(author, { title: `Story ${number}` });
      await site.ctx.db
        .updateTable('stories')
        .set({ is_published: true, published_at: site.clock.now() })
        .where('id', '=', id)
        .execute();
      await shelve(reader.person, id, 'reading');
    }
    const first = await feedAt(reader, '/library/reading');
    expect(first).toMatchObject({ 'opensearch:totalResults': '51', 'opensearch:itemsPerPage': '50' });
    expect(first.entry).toHaveLength(50);
    expect(linkOf(first, 'previous')).toBeUndefined();
    const next = linkOf(first, 'next')?.href.replace('/opds/v1.2', '') ?? '';
    const second = await feedAt(reader, next);
    expect(second.entry).toHaveLength(1);
    expect(linkOf(second, 'next')).toBeUndefined();
    expect(linkOf(second, 'previous')?.href).toBe('/opds/v1.2/library/reading');
    expect((await jsonAt(reader, next)).metadata).toMatchObject({ numberOfItems: 51, currentPage: 2 });
  }, 60_000);
});

describe('rights', () => {
  test('what readers no longer see is on no shelf: withdrawn stories, private collections of others', async () => {
    const [author, reader] = [await site.person(), await reading()];
    const { story } = await write.published(author, { title: 'Withdrawn' });
    const params = { id: story._id };
    const collect = async (visibility: 'private' | 'public') => {
      const { body } = await site
        .as(author)
        .call(createCollection, { body: { name: visibility, visibility } });
      const collection = { id: body.data._id };
      await site
        .as(author)
        .call(addToCollection, { params: collection, body: { storyId: story._id } } as never);
      return collection;
    };
    const [hidden, shown] = [await collect('private'), await collect('public')];
    await shelve(reader.person, story._id, 'reading');
    await site.as(reader.person).call(saveCollection, { params: shown });
    expect(await titlesAt(reader, '/collections')).toEqual(['public']);
    expect(await titlesAt(reader, `/collections/${shown.id}`)).toEqual(['Withdrawn']);
    for (const format of ['v1.2', 'v2'])
      expect((await reader.get(`/opds/${format}/collections/${hidden.id}`)).statusCode).toBe(404);
    await site.as(author).call(updateStory, { params, body: { isPublished: false } });
    expect(await titlesAt(reader, '/library/reading')).toEqual([]);
    expect(await titlesAt(reader, `/collections/${shown.id}`)).toEqual([]);
    for (const path of [`/opds/cover/${story._id}`, `/opds/v2/stories/${story._id}`, '/opds/v2/stories/x'])
      expect((await reader.get(path)).statusCode).toBe(404);
  });

  test('mature stories are found only by readers who see them', async () => {
    const [author, reader] = [await site.person(), await reading()];
    await write.published(author, { title: 'Nightfall', audience: 'mature' });
    await site.runEvents();
    await site.runJobs();
    expect(await titlesAt(reader, '/search?q=nightfall')).toEqual([]);
    await site.ctx.db
      .updateTable('users')
      .set({ shows_mature: true })
      .where('id', '=', reader.person.id)
      .execute();
    expect(await titlesAt(reader, '/search?q=nightfall')).toEqual(['Nightfall']);
  });
});

test('a search for a term that is cut within a character, or has none that can be searched, finds nothing', async () => {
  const reader = await reading();
  for (const q of [`${'a'.repeat(searchLimits.term - 1)}\u{1F600}`, 'a\0b', '\u200b', '%', '"'])
    for (const version of ['v1.2', 'v2']) {
      const { statusCode } = await reader.get(`/opds/${version}/search?q=${encodeURIComponent(q)}`);
      expect([q, version, statusCode]).toEqual([q, version, 200]);
    }
});

test('a reader’s searches and shelves count as theirs, at whatever address', async () => {
  const reader = await reading(limited);
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { statusCode } = await limited.app.http.inject({
      url: '/opds/v1.2/search?q=lamp',
      remoteAddress: `198.51.100.${index}`,
      headers: { authorization: reader.header },
    });
    statuses.push(statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await reader.get('/opds/v1.2/catalog')).statusCode).toBe(200);
});

describe('tokens', () => {
  test('without a right one there is nothing but a question for it', async () => {
    const reader = await reading();
    const other = await reading();
    const paths = [
      '/opds/v1.2/catalog',
      '/opds/v1.2/search.xml',
      '/opds/v2/catalog',
      '/opds/v2/nothing',
      `/opds/cover/${reader.device}`,
    ];
    const headers = [
      {},
      { authorization: basic(reader.person.username, other.token) },
      { authorization: basic(reader.person.username, 'a lamp in the window') },
      { authorization: `Bearer ${reader.person.token}` },
      { authorization: `Basic ${'x'.repeat(8000)}` },
    ];
    for (const path of paths)
      for (const [index, sent] of headers.entries()) {
        // Each from another address, since many wrong ones of an address wait.
        const response = await site.app.http.inject({
          url: path,
          headers: sent as Record<string, string>,
          remoteAddress: `198.51.100.${10 * paths.indexOf(path) + index}`,
        });
        expect([path, response.statusCode]).toEqual([path, 401]);
        expect(response.headers['www-authenticate']).toBe('Basic realm="Inkling"');
        expect(response.body).not.toContain('<');
      }
  });

  test('is not taken from the address', async () => {
    const { token, person, get } = await reading();
    for (const query of [`token=${token}`, `key=${token}&user=${person.username}`, `authorization=${token}`])
      expect((await get(`/opds/v1.2/catalog?${query}`, {})).statusCode).toBe(401);
  });

  test('opens nothing once it is revoked, and changes nothing', async () => {
    const { person, device, get, header } = await reading();
    expect((await get('/opds/v1.2/catalog')).statusCode).toBe(200);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { statusCode } = await site.app.http.inject({
        method,
        url: '/opds/v1.2/catalog',
        headers: { authorization: header },
      });
      expect(statusCode).toBe(404);
    }
    await site.as(person).call(revokeDevice, { params: { id: device } });
    expect((await get('/opds/v1.2/catalog')).statusCode).toBe(401);
  });

  test('10,000 wrong ones are refused, ever faster, while the right one works elsewhere', async () => {
    const reader = await reading(limited);
    const statuses: Record<number, number> = {};
    for (let from = 0; from < 10_000; from += 100) {
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const { statusCode } = await limited.app.http.inject({
            url: '/opds/v1.2/catalog',
            remoteAddress: '203.0.113.77',
            headers: { authorization: basic(reader.person.username, `${from + index}`) },
          });
          statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
        }),
      );
    }
    expect(statuses[200]).toBeUndefined();
    expect(statuses[401]).toBe(10);
    expect(statuses[429]).toBe(9990);
    expect((await reader.get('/opds/v1.2/catalog')).statusCode).toBe(200);
  }, 60_000);
});

/** Whether a program is installed on this machine. */
const has = async (program: string): Promise<boolean> =>
  promisify(execFile)(program, ['--version']).then(
    () => true,
    () => false,
  );

test('calibre finds stories by the search description', async (context) => {
  if (!(await has('calibre-debug'))) return context.skip('calibre is not installed on this machine');
  const [author, reader] = [await site.person(), await reading()];
  await write.published(author, { title: 'The Lighthouse', allowsEbook: true });
  await site.runEvents();
  await site.runJobs();
  const address = await addressOf(site);
  const { body } = await reader.get('/opds/v1.2/search.xml');
  const [, origin = ''] = /template="(https?:\/\/[^/]+)/.exec(body) ?? [];
  // Its browser sends the token; addresses of the test's site lead to where the test listens.
  const script = `
import calibre.utils.opensearch.description as description
import calibre.gui2.store.opensearch_store as store
from calibre import browser
def signed_in(browser=browser):
    br = browser()
    br.addheaders = list(br.addheaders) + [('Authorization', '${reader.header}')]
    plain = br.open
    br.open = lambda url, timeout=60, plain=plain: plain(url.replace('${origin}', '${address}'), timeout=timeout)
    return br
description.browser = store.browser = signed_in
for found in store.open_search('${address}/opds/v1.2/search.xml', 'lighthouse'):
    print('found', found.title, 'by', found.author, found.formats, found.cover_url)
`;
  const { stdout } = await promisify(execFile)('calibre-debug', ['-c', script], { timeout: 60_000 });
  expect(stdout).toMatch(new RegExp(`^found The Lighthouse by ${author.username} EPUB .*/opds/cover/`, 'm'));
}, 90_000);
