import { updateChapter } from '@inkling/contract/chapters';
import { withPassage } from '@inkling/contract/passage-link';
import { updateStory } from '@inkling/contract/stories';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { takeDown } from '../modules/measures/index.ts';
import { day } from '../platform/clock.ts';
import { sql, transaction } from '../platform/db/db.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const write = writing(site);
let pages: ListeningPages;

beforeAll(async () => {
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

const sentence = 'The *lamp* was lit & nobody asked by whom.';
const description = 'A lamp, and who lit it.';

/** A published chapter that begins with `sentence`, and the address of a passage in it. */
async function shared(details: { audience?: 'mature' } = {}) {
  const author = await site.person();
  const { story, chapters } = await write.published(author, { title: 'The Lamp', description, ...details });
  const id = chapters[0]?._id ?? '';
  const change = async (body: object) =>
    (await site.as(author).call(updateChapter, { params: { id }, body })).body.data;
  const saved = await change({ content: `${sentence}\n${textOf(210)}` });
  const { version, paragraphIds } = saved;
  const path = `/story/${story._id}/chapter/${id}`;
  const link = (from: number, to: number, line = 0) =>
    withPassage(path, { version, paragraph: paragraphIds[line] ?? 0, from, to });
  return { author, story: story._id, id, path, change, link };
}

const meta = (html: string, property: string): string | undefined =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];

test('the preview of a shared passage is its quotation, and a visitor is led to sign in and on to it', async () => {
  const { story, id, link, path } = await shared();
  const { status, body, headers } = await pages.get(link(0, sentence.length));
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(meta(body, 'og:description')).toBe('The lamp was lit &#38; nobody asked by whom.');
  expect(meta(body, 'og:title')).toMatch(/^The Lamp by .+ · Chapter 1$/);
  expect(meta(body, 'og:url')).toMatch(new RegExp(`^https://stories.example${path}\\?v=2&amp;p=\\d+`));
  expect(body).toContain(`<link rel="canonical" href="https://stories.example/story/${story}"/>`);
  expect(body).toContain('<meta name="robots" content="noindex"/>');
  expect(body).toContain(`/story/${story}/preview.jpg`);
  expect(body).toContain(`/login?redirect=${encodeURIComponent(`/reading/${story}/${id}?v=2&p=`)}`);
  // Nothing else of the text is on the page, nor in its data.
  expect(body).not.toContain('lantern0');
});

test('other parameters change nothing, and what names no passage leads to the reading screen', async () => {
  const { story, id, link, path } = await shared();
  const plain = await pages.get(link(0, 10));
  const tracked = await pages.get(`${link(0, 10)}&fbclid=x&utm_source=%22%3E`);
  expect(tracked.body).toBe(plain.body);
  for (const query of ['', '?from=%22%3E', '?v=1', '?v=1&p=1&from=9&to=3', '?v=x&p=%00&from=0&to=5']) {
    const { status, headers } = await pages.get(path + query);
    expect([query, status, headers.location]).toEqual([query, 302, `/reading/${story}/${id}`]);
  }
  const fed = await pages.get(`${path}?from=feed&utm_source=x`);
  expect([fed.status, fed.headers.location]).toEqual([302, `/reading/${story}/${id}?from=feed`]);
  const upper = await pages.get(link(0, 10).replace(id, id.toUpperCase()));
  expect([upper.status, upper.headers.location]).toEqual([308, link(0, 10)]);
});

test('the quotation follows the published text; a passage that has changed is not quoted', async () => {
  const { link, change } = await shared();
  const quoted = async () => meta((await pages.get(link(4, 14))).body, 'og:description');
  expect(await quoted()).toBe('lamp was');
  await change({ content: `A new beginning.\nWho knows: ${sentence}\n${textOf(210)}` });
  expect(await quoted()).toBe('lamp was');
  await change({ content: `${sentence.replace('lamp', 'candle')}\n${textOf(210)}` });
  expect(await quoted()).toBe(description);
});

test('what visitors may not read is the page of an address that does not exist [R13]', async () => {
  const unknown = await pages.get(
    '/story/01900000-0000-7000-8000-000000000000/chapter/01900000-0000-7000-8000-000000000000?v=1&p=1&from=0&to=5',
  );
  expect(unknown.status).toBe(404);
  expect(unknown.body).toContain('Story or Chapter Not Found');
  const withdrawals: Record<string, (one: Awaited<ReturnType<typeof shared>>) => Promise<unknown>> = {
    'an unpublished chapter': ({ change }) => change({ isPublished: false }),
    'an unpublished story': ({ author, story }) =>
      site.as(author).call(updateStory, { params: { id: story }, body: { isPublished: false } }),
    'a story that was taken down': ({ story }) => takeDown(site.ctx, story, 'It belongs to another person.'),
  };
  for (const [what, withdraw] of Object.entries(withdrawals)) {
    const one = await shared();
    expect((await pages.get(one.link(0, 10))).status, what).toBe(200);
    await withdraw(one);
    const { status, body } = await pages.get(one.link(0, 10));
    expect([what, status, body === unknown.body]).toEqual([what, 404, true]);
  }
  const [one, other] = [await shared(), await shared()];
  // A chapter of another story.
  expect((await pages.get(one.link(0, 10).replace(one.story, other.story))).status).toBe(404);
});

test('a draft of a published chapter is never quoted [R13]', async () => {
  const { change, path } = await shared();
  await change({ isPublished: false });
  const draft = await change({ content: `Zqxdraft words.\n${textOf(210)}` });
  await change({ content: `Nothing of that.\n${textOf(210)}`, isPublished: true });
  const passage = { version: draft.version, paragraph: draft.paragraphIds[0] ?? 0, from: 0, to: 14 };
  const { status, body } = await pages.get(withPassage(path, passage));
  expect([status, meta(body, 'og:description')]).toEqual([200, description]);
  expect(body).not.toContain('Zqxdraft');
});

test('of a mature story the preview has neither text nor cover', async () => {
  const { link } = await shared({ audience: 'mature' });
  const { status, body } = await pages.get(link(0, sentence.length));
  expect(status).toBe(200);
  expect(meta(body, 'og:description')).toBe('This story is for mature readers.');
  expect(body).not.toMatch(/nobody asked|og:image|A lamp, and who|Chapter 1/);
});

test('a quotation has at most 300 characters', async () => {
  const { link } = await shared();
  const { body } = await pages.get(link(0, 1400));
  const quote = meta(body, 'og:description')?.replaceAll('&#38;', '&') ?? '';
  expect(quote.length).toBeGreaterThan(200);
  expect(quote.length).toBeLessThanOrEqual(300);
  expect(quote).toMatch(/…$/);
  expect(body).not.toContain('lantern80');
});

test('a quotation is the same in the page’s data as on the page, whatever its characters', async () => {
  const quote = 'She said “no”: "</script><b>" & \'so\' $& \u2028 went.';
  const { change, path } = await shared();
  const { version, paragraphIds } = await change({
    title: 'A </script>',
    content: `${quote}\n${textOf(210)}`,
  });
  const passage = { version, paragraph: paragraphIds[0] ?? 0, from: 0, to: quote.length };
  const { body } = await pages.get(withPassage(path, passage));
  const chunks = [...body.matchAll(/\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)].map(([, chunk = '']) =>
    JSON.parse(chunk),
  );
  const seen = quote.replace(/\s+/g, ' ');
  expect(JSON.parse(chunks[0].split('\n')[0])).toEqual(
    expect.arrayContaining([seen, 'Chapter 1: A </script>']),
  );
  const shown = /<blockquote[^>]*>([^<]*)/.exec(body)?.[1] ?? '';
  expect(shown.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))).toBe(seen);
});

test('a chapter cannot be read in slices: a visitor gets 20 quotations of it in a day', async () => {
  const { link } = await shared();
  const slice = (n: number) => link(n, n + 20, 1 + (n % 10));
  const quotes = async (count: number) => {
    const found = [];
    for (let n = 1; n <= count; n += 1) {
      const { body, headers } = await pages.get(slice(n));
      found.push([meta(body, 'og:description') === description, headers['cache-control']]);
    }
    return found;
  };
  const first = Array.from({ length: 20 }, () => [false, 'no-cache']);
  expect(await quotes(22)).toEqual([...first, [true, 'no-store'], [true, 'no-store']]);
  // Those that the visitor had before are still there.
  expect((await quotes(20)).every(([isDescription]) => !isDescription)).toBe(true);
  site.clock.advance(day);
  expect((await quotes(1))[0]).toEqual([false, 'no-cache']);
  expect(meta((await pages.get(slice(22))).body, 'og:description')).not.toBe(description);
});

test('one address reads at most two passages at a time', async () => {
  const { link } = await shared();
  const readers = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      site.ctx.db,
    );
    return rows.length;
  };
  const { answers, most } = await transaction(site.ctx.db, async (tx) => {
    // What only the reading of a passage needs.
    await sql`lock table chapter_versions in access exclusive mode`.execute(tx);
    const answers = Promise.all(Array.from({ length: 5 }, (_, n) => pages.get(link(n, n + 20, 1))));
    await vi.waitUntil(async () => (await readers()) >= 2, { timeout: 20_000, interval: 5 });
    let most = 0;
    for (let times = 0; times < 50; times += 1) most = Math.max(most, await readers());
    return { answers, most };
  });
  expect(most).toBe(2);
  expect((await answers).map(({ status }) => status)).toEqual(Array(5).fill(200));
});
