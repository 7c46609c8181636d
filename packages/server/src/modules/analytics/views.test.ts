import { createHash } from 'node:crypto';
import { getMe } from '@inkling/contract/account';
import { deleteHistory } from '@inkling/contract/reading-history';
import { viewStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { firefox, requestOf } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';
import { maxVisitorViews, noChapter } from './views.queries.ts';
import { countryOf, deviceOf } from './views.service.ts';

const site = testApp();
const write = writing(site);

interface Options {
  address?: string;
  person?: Person;
  headers?: Record<string, string>;
}
type Body = { chapterId?: string; source?: string; zone?: string };

async function send(id: string, body: Body, { address = '203.0.113.1', person, headers = {} }: Options = {}) {
  const request = requestOf(viewStory, { params: { id }, body }, person?.token ?? null);
  return site.app.http.inject({
    ...request,
    headers: { ...request.headers, 'user-agent': firefox, ...headers },
    remoteAddress: address,
  });
}
async function view(id: string, body: Body = {}, options: Options = {}) {
  expect((await send(id, body, options)).statusCode).toBe(200);
}
const rowsOf = (id: string) =>
  site.ctx.db
    .selectFrom('analytics_views')
    .selectAll()
    .where('story_id', '=', id)
    .orderBy('chapter_id')
    .orderBy('at')
    .execute();

async function published(author?: Person) {
  const { story, chapters } = await write.published(author ?? (await site.person()), { chapters: 2 });
  return { id: story._id, chapters: chapters.map(({ _id }) => _id) };
}

test('a view of a story and one of its chapter are stored once per viewer and day, with what is known', async () => {
  const { id, chapters } = await published();
  const person = await site.person();
  const body = { source: 'search', zone: 'Europe/Berlin' };
  for (let time = 0; time < 3; time += 1) {
    await view(id, body, { person });
    await view(id, { ...body, source: 'story', chapterId: chapters[0] ?? '' }, { person });
  }
  const known = { is_member: true, is_robot: false, device: 'desktop', country: 'DE', at: site.clock.now() };
  expect(await rowsOf(id)).toMatchObject([
    { chapter_id: noChapter, source: 'search', ...known },
    { chapter_id: chapters[0], source: 'story', ...known },
  ]);
  site.clock.advance(day);
  await view(id, body, { person });
  await view(id, {});
  await view(id, {}, { address: '203.0.113.2' });
  const rows = await rowsOf(id);
  expect(rows.filter(({ chapter_id }) => chapter_id === noChapter)).toHaveLength(4);
  // The key of a member is the same on all days.
  expect(
    rows.filter(({ is_member, chapter_id }) => is_member && chapter_id === noChapter)[0]?.viewer,
  ).toEqual(rows.filter(({ is_member, chapter_id }) => is_member && chapter_id === noChapter)[1]?.viewer);
});

test('a day is that of the author: no one counts twice in it, or in the same hour of two days only once', async () => {
  const author = await site.person();
  await sql`update users set time_zone = 'America/New_York' where id = ${author.id}`.execute(site.ctx.db);
  const { id, chapters } = await published(author);
  const person = await site.person();
  const open = async () => {
    for (const chapterId of [undefined, chapters[0] ?? ''])
      for (const options of [{ person }, { headers: { dnt: '1' } }, { address: '203.0.113.9' }])
        await view(id, chapterId === undefined ? {} : { chapterId }, options);
    const { rows } = await sql<{ day: string; views: number }>`
      select day::text as day, sum(views) as views from analytics_days where story_id = ${id} group by 1 order by 1`.execute(
      site.ctx.db,
    );
    return rows;
  };
  const one = { day: '2026-03-02', views: 6 };
  site.clock.set(new Date('2026-03-02T23:55:00Z'));
  expect(await open()).toEqual([one]);
  // A new day in UTC, not in New York.
  site.clock.set(new Date('2026-03-03T04:55:00Z'));
  expect(await open()).toEqual([one]);
  site.clock.set(new Date('2026-03-03T05:05:00Z'));
  expect(await open()).toEqual([one, { day: '2026-03-03', views: 6 }]);
});

test('a program does not stand in the way of a reader at its address', async () => {
  const { id } = await published();
  await view(id, {}, { headers: { 'user-agent': 'curl/8.0' } });
  expect((await send(id, {})).json().views).toBe(1);
  expect((await rowsOf(id)).map(({ is_robot }) => is_robot).toSorted()).toEqual([false, true]);
});

test('views of a chapter do not add to those of its story', async () => {
  const { id, chapters } = await published();
  const before = (await send(id, {})).json().views;
  expect((await send(id, { chapterId: chapters[1] ?? '' })).json().views).toBe(before);
});

test('many at once are stored once each', async () => {
  const { id, chapters } = await published();
  const people = await Promise.all(Array.from({ length: 10 }, () => site.person()));
  await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      view(id, n % 2 === 0 ? {} : { chapterId: chapters[n % 3 === 0 ? 0 : 1] ?? '' }, {
        person: people[n % 10] as Person,
      }),
    ),
  );
  const rows = await rowsOf(id);
  const keys = new Set(rows.map(({ chapter_id, viewer }) => `${chapter_id} ${viewer.toString('hex')}`));
  expect(rows).toHaveLength(keys.size);
  expect(rows.filter(({ chapter_id }) => chapter_id === noChapter)).toHaveLength(5);
});

test('robots are stored apart, with nothing else about them', async () => {
  const { id, chapters } = await published();
  for (const agent of ['Googlebot/2.1', ''])
    await view(id, { source: 'search' }, { headers: { 'user-agent': agent } });
  await view(id, { chapterId: chapters[0] ?? '' }, { headers: { 'user-agent': 'curl/8.0' } });
  const robot = { is_robot: true, is_member: false, source: null, device: null, country: null };
  expect(await rowsOf(id)).toMatchObject([
    { chapter_id: noChapter, ...robot },
    { chapter_id: chapters[0], ...robot },
  ]);
});

test('an address with too many views is a robot', async () => {
  const { id, chapters } = await published();
  const address = '203.0.113.77';
  await view(id, {}, { address });
  await site.ctx.db.updateTable('visitor_view_counts').set({ views: maxVisitorViews }).execute();
  const other = await published();
  await view(other.id, {}, { address });
  await view(id, { chapterId: chapters[0] ?? '' }, { address });
  expect((await rowsOf(id)).map(({ is_robot }) => is_robot)).toEqual([false, true]);
  expect((await rowsOf(other.id)).map(({ is_robot }) => is_robot)).toEqual([true]);
  await site.ctx.db.deleteFrom('visitor_view_counts').execute();
});

test('chapters fill the limit of an address as stories do', async () => {
  const { id, chapters } = await published();
  const address = '203.0.113.78';
  await view(id, { chapterId: chapters[0] ?? '' }, { address });
  await view(id, { chapterId: chapters[0] ?? '' }, { address, headers: { dnt: '1' } });
  await site.ctx.db
    .updateTable('visitor_view_counts')
    .set({ views: sql`views + ${maxVisitorViews - 2}` })
    .execute();
  await Promise.all([view(id, { chapterId: chapters[1] ?? '' }, { address }), view(id, {}, { address })]);
  await view(id, {}, { address });
  expect((await rowsOf(id)).map(({ is_robot }) => is_robot).toSorted()).toEqual([false, false, true]);
  const counts = await site.ctx.db.selectFrom('visitor_view_counts').select('views').execute();
  expect(counts).toEqual([{ views: maxVisitorViews }]);
  await site.ctx.db.deleteFrom('visitor_view_counts').execute();
});

test.each<Record<string, string>>([{ 'sec-gpc': '1' }, { dnt: '1' }])(
  '%j counts as a view and nothing more',
  async (headers) => {
    const { id, chapters } = await published();
    const person = await site.person();
    for (let time = 0; time < 2; time += 1) {
      await view(id, { source: 'search', zone: 'Europe/Berlin' }, { person, headers });
      for (const chapterId of chapters) await view(id, { chapterId, source: 'story' }, { person, headers });
    }
    const rows = await rowsOf(id);
    const nothing = { is_member: false, is_robot: false, source: null, device: null, country: null };
    expect(rows).toMatchObject([nothing, nothing, nothing]);
    // They cannot be put together.
    expect(new Set(rows.map(({ viewer }) => viewer.toString('hex'))).size).toBe(3);
    // The same person counts once that day, measured or not.
    await view(id, {}, { person });
    expect(await rowsOf(id)).toHaveLength(3);
  },
);

test('a reader who keeps no history counts as a view and nothing more', async () => {
  const { id, chapters } = await published();
  const person = await site.person();
  await site.as(person).call(updatePreferences, { body: { keepsHistory: false } });
  await view(id, { chapterId: chapters[0] ?? '', source: 'search', zone: 'Europe/Berlin' }, { person });
  expect(await rowsOf(id)).toMatchObject([{ is_member: false, source: null, device: null, country: null }]);
});

test('neither authors nor admins count, nor what the viewer may not read', async () => {
  const author = await site.person();
  const { id, chapters } = await published(author);
  const admin = await site.person();
  await setAdmin(site.ctx.db, admin.id, true);
  const chapterId = chapters[0] ?? '';
  for (const person of [author, admin]) {
    await view(id, {}, { person });
    await view(id, { chapterId }, { person });
  }
  const other = await published();
  const person = await site.person();
  await view(id, { chapterId: other.chapters[0] ?? '' }, { person });
  await site.ctx.db
    .updateTable('chapters')
    .set({ is_published: false })
    .where('id', '=', chapters[1] ?? '')
    .execute();
  await view(id, { chapterId: chapters[1] ?? '' }, { person });
  expect(await rowsOf(id)).toEqual([]);
  const draft = await write.draft(author);
  expect((await send(draft._id, {}, { person })).statusCode).toBe(404);
  expect((await send(draft._id, { chapterId }, { person })).statusCode).toBe(404);
});

test.each([
  'elsewhere',
  'site:',
  'site:Example.com',
  'site:example.com/path?q=1',
  `site:${'a'.repeat(76)}`,
  'link:Two Words',
  `link:${'a'.repeat(41)}`,
  'link:<b>',
  "link:'; drop table users; --",
])('the source %j is refused', async (source) => {
  const { id } = await published();
  const response = await send(id, { source });
  expect([response.statusCode, response.json().code]).toEqual([400, 'BAD_INPUT']);
  expect(await rowsOf(id)).toEqual([]);
});

test.each(['site:example.com', 'site:xn--bcher-kva.example', 'link:newsletter-3', 'feed', 'mail', 'direct'])(
  'the source %j is accepted',
  async (source) => {
    const { id } = await published();
    await view(id, { source });
    expect(await rowsOf(id)).toMatchObject([{ source }]);
  },
);

test('a body that is too long is refused', async () => {
  const { id } = await published();
  expect((await send(id, { zone: 'Z'.repeat(65) })).statusCode).toBe(400);
  expect((await send(id, { zone: 'Z'.repeat(70_000) })).statusCode).toBe(413);
});

test('the country is that of the time zone, by any of its names; unknown for UTC and others', () => {
  const zones = [
    'Asia/Kolkata',
    'Asia/Calcutta',
    'US/Eastern',
    'Europe/Kyiv',
    'Asia/Kathmandu',
    'UTC',
    'GMT',
    'Etc/GMT+5',
    'Mars/Base',
    '',
    '+02:00',
  ];
  expect(zones.map(countryOf)).toEqual(['IN', 'IN', 'US', 'UA', 'NP', null, null, null, null, null, null]);
});

test.each([
  [firefox, 'desktop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    'mobile',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'mobile',
  ],
  ['Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'tablet'],
])('%s is a %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

test('deleting the reading history leaves the views, but not whose they were', async () => {
  const { id, chapters } = await published();
  const person = await site.person();
  await view(id, { source: 'search' }, { person });
  await view(id, { chapterId: chapters[0] ?? '', source: 'story' }, { person });
  const before = await rowsOf(id);
  expect((await site.as(person).call(getMe, {})).status).toBe(200);
  expect((await site.as(person).call(deleteHistory, {})).status).toBe(200);
  await site.runEvents();
  const after = await rowsOf(id);
  expect(after).toMatchObject(before.map(({ source, device }) => ({ source, device, is_member: false })));
  const keys = new Set([...before, ...after].map(({ viewer }) => viewer.toString('hex')));
  expect(keys.size).toBe(3);
  // They do not count again that day.
  await view(id, {}, { person });
  await view(id, { chapterId: chapters[0] ?? '' }, { person });
  expect(await rowsOf(id)).toEqual(after);
});

test('views of days whose salt is gone become anonymous as well', async () => {
  const { id, chapters } = await published();
  const person = await site.person();
  for (const chapterId of chapters) await view(id, { chapterId }, { person });
  await site.ctx.db.deleteFrom('view_salts').execute();
  await site.as(person).call(deleteHistory, {});
  await site.runEvents();
  const keys = (await rowsOf(id)).map(({ viewer }) => viewer.toString('hex'));
  expect(keys).not.toContain(createHash('sha256').update(`user ${person.id}`).digest('hex').slice(0, 32));
  expect(new Set(keys).size).toBe(2);
});
