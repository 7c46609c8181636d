import * as calls from '@inkling/contract/stories';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { refreshTrending } from './trending.queries.ts';

const site = testApp();
const write = writing(site);

const lists = [
  calls.listTrending,
  calls.listPopularStories,
  calls.listNewReleases,
  calls.listRecentStories,
  calls.listCompletedStories,
  calls.listShortStories,
  calls.listTopRated,
  calls.listByComments,
];

let author: Person;
let number = 0;
/** Publishes a story whose place is anywhere in the lists by counters, with many ties. */
async function publish(rank: number): Promise<string> {
  number += 1;
  const { story } = await write.published(author, { title: `Story ${number}`, status: 'completed' });
  await setCounts(site.ctx.db, story._id, { views: rank, comments: rank + 1, ratings: [1, 1 + rank] });
  await sql`update stories set last_updated = last_updated - make_interval(hours => ${rank}) where id = ${story._id}`.execute(
    site.ctx.db,
  );
  await sql`insert into story_activity_days (story_id, day, activity) values (${story._id}, ${site.clock.now()}::date, ${rank + 1})`.execute(
    site.ctx.db,
  );
  return story._id;
}

beforeAll(async () => {
  author = await site.person();
  for (const rank of [3, 0, 1, 1, 2, 0, 3, 1]) await publish(rank);
  await refreshTrending(site.ctx);
});

type ListCall = (typeof lists)[number];
const pageOf = async (list: ListCall, limit: number, after?: string) =>
  (await site.as(null).call(list, { query: { limit, ...(after !== undefined && { after }) } })).body;

test('pages by position are the list without gaps or repeats, even while stories are published', async () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists),
      fc.integer({ min: 1, max: 4 }),
      ranks,
      async (list, limit, published) => {
        const before = (await pageOf(list, 100)).data.map(({ _id }) => _id);
        const found: string[] = [];
        let page = await pageOf(list, limit);
        for (;;) {
          found.push(...page.data.map(({ _id }) => _id));
          expect(page.pagination.hasMore).toBe(page.pagination.next !== undefined);
          if (page.pagination.next === undefined) break;
          const rank = published.pop();
          if (rank !== undefined) {
            await publish(rank);
            await refreshTrending(site.ctx);
          }
          page = await pageOf(list, limit, page.pagination.next);
        }
        expect(new Set(found).size).toBe(found.length);
        expect(found.filter((id) => before.includes(id))).toEqual(before);
      },
    ),
    { numRuns: 16 },
  );
});

test('a position of another list, or an invalid one, is refused with a message', async () => {
  const { pagination } = await pageOf(calls.listPopularStories, 2);
  const position = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const wrong = [
    'nonsense',
    position(null),
    position(['views', '1']),
    position(['views', "1'; select", '01900000-0000-7000-8000-000000000000']),
    position(['views', '99999999999999999999999', '01900000-0000-7000-8000-000000000000']),
    position(['views', {}, []]),
  ];
  for (const after of wrong) {
    const { status, failure } = await site.as(null).call(calls.listPopularStories, { query: { after } });
    expect([status, failure.errors]).toMatchObject([400, [{ path: 'after' }]]);
  }
  const { status } = await site
    .as(null)
    .call(calls.listNewReleases, { query: { after: pagination.next ?? '' } });
  expect(status).toBe(400);
  for (const time of ['2026-13-45 99:00:00+00', '2026-01-01 00:00:00+99:99:99']) {
    const after = position(['released', time, '01900000-0000-7000-8000-000000000000']);
    expect((await site.as(null).call(calls.listNewReleases, { query: { after } })).status).toBe(400);
  }
});
