import { viewStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { completeStories } from '../../testing/listed-stories.ts';
import { secondApp } from '../../testing/more-apps.ts';
import { firefox, requestOf } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { deleteOldAnalytics } from './analytics.jobs.ts';
import { maxVisitorViews } from './views.queries.ts';

const site = testApp();
const write = writing(site);

interface ViewOptions {
  address?: string;
  agent?: string | undefined;
  person?: Person;
  http?: typeof site.app.http;
}
async function view(
  storyId: string,
  { address = '203.0.113.1', agent = firefox, person, http }: ViewOptions = {},
) {
  const request = requestOf(viewStory, { params: { id: storyId }, body: {} }, person?.token ?? null);
  const response = await (http ?? site.app.http).inject({
    ...request,
    headers: { ...request.headers, 'user-agent': agent },
    remoteAddress: address,
  });
  expect(response.statusCode).toBe(200);
  return Number(response.json().views);
}
const newStory = async () => (await write.published(await site.person())).story._id;
const viewsOf = async (id: string) =>
  Number(
    (
      await site.ctx.db
        .selectFrom('story_counts')
        .select('views')
        .where('story_id', '=', id)
        .executeTakeFirst()
    )?.views,
  );

/** Inserts copies of a published story with one statement. */
async function copies(id: string, number: number): Promise<string[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'stories' and column_name <> 'id' and is_generated = 'NEVER'`.execute(site.ctx.db);
  const names = sql.raw(columns.map(({ name }) => name).join(', '));
  const { rows } = await sql<{ id: string }>`
    insert into stories (${names}) select ${names} from stories, generate_series(1, ${number}::int)
    where id = ${id} returning id`.execute(site.ctx.db);
  await completeStories(site.ctx.db);
  return rows.map((row) => row.id);
}

describe('a visitor', () => {
  test('counts once per address, with any user agent [R51]', async () => {
    const story = await newStory();
    for (let n = 0; n < 20; n += 1) await view(story, { agent: `${firefox} ${n}` });
    expect(await viewsOf(story)).toBe(1);
    await view(story, { address: '203.0.113.2' });
    expect(await viewsOf(story)).toBe(2);
  });

  test('counts once per IPv6 network', async () => {
    const story = await newStory();
    for (let n = 0; n < 20; n += 1) await view(story, { address: `2001:db8:7:7::${n}` });
    expect(await viewsOf(story)).toBe(1);
    await view(story, { address: '2001:db8:7:8::1' });
    expect(await viewsOf(story)).toBe(2);
  });

  test.each([
    '',
    '  ',
    'Googlebot/2.1',
    'Twitterbot/1.0',
    'SkypeUriPreview',
    'Baiduspider',
    'curl/8.0',
    'python-requests/2.32',
    'HeadlessChrome/140',
  ])('with the user agent %j is not counted [R51]', async (agent) => {
    const story = await newStory();
    expect(await view(story, { agent })).toBe(0);
    expect(await viewsOf(story)).toBe(0);
  });

  test('counts views of a limited number of stories a day, even through two processes at once [R51]', async () => {
    const first = await newStory();
    const stories = [first, ...(await copies(first, maxVisitorViews + 29))];
    const other = await secondApp(site);
    const from = { address: '203.0.113.50' };
    await Promise.all(
      stories.map((id, n) => view(id, { ...from, http: n % 2 === 0 ? other.http : site.app.http })),
    );
    const total = async () =>
      Number(
        (
          await sql<{ sum: string }>`
            select sum(views) as sum from story_counts where story_id = any(${stories}::uuid[])`.execute(
            site.ctx.db,
          )
        ).rows[0]?.sum,
      );
    expect(await total()).toBe(maxVisitorViews);
    for (const id of stories.slice(0, 60)) await view(id, { ...from, http: other.http });
    await other.close();
    expect(await total()).toBe(maxVisitorViews);
    // Another address, and a signed-in reader at the same address, are counted.
    await view(first, { address: '203.0.113.51' });
    await view(first, { ...from, person: await site.person() });
    expect(await total()).toBe(maxVisitorViews + 2);
    site.clock.advance(day);
    await view(first, from);
    expect(await total()).toBe(maxVisitorViews + 3);
  });

  test('leaves no address, and after the next day nothing to recognize them by', async () => {
    await view(await newStory(), { address: '203.0.113.99' });
    const rows = async () => {
      const {
        rows: [row],
      } = await sql<{ counts: number; salts: number }>`
        select (select count(*) from visitor_view_counts) as counts, (select count(*) from view_salts) as salts`.execute(
        site.ctx.db,
      );
      return row;
    };
    site.clock.advance(day);
    await deleteOldAnalytics(site.ctx);
    const { counts = 0, salts = 0 } = (await rows()) ?? {};
    expect(Math.min(counts, salts)).toBeGreaterThan(0);
    site.clock.advance(day);
    await deleteOldAnalytics(site.ctx);
    expect(await rows()).toEqual({ counts: 0, salts: 0 });
  });
});

describe('a thousand concurrent views of one story', () => {
  test('are counted correctly [R51]', async () => {
    const author = await site.person();
    const story = (await write.published(author)).story._id;
    const readers = await Promise.all(Array.from({ length: 10 }, () => site.person()));
    await Promise.all(
      Array.from({ length: 1000 }, (_, n) => {
        if (n % 4 === 0) return view(story, { person: readers[(n / 4) % 10] as Person });
        if (n % 4 === 1) return view(story, { person: author });
        return view(story, { address: `198.51.100.${n % 200}`, agent: `${firefox} ${n}` });
      }),
    );
    const addresses = new Set(
      Array.from({ length: 1000 }, (_, n) => n)
        .filter((n) => n % 4 > 1)
        .map((n) => n % 200),
    );
    expect(await viewsOf(story)).toBe(readers.length + addresses.size);
  });
});
