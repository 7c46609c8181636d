import { type SearchSort, searchChapters, searchStories, searchUsers } from '@inkling/contract/search';
import { updateStory } from '@inkling/contract/stories';
import { followUser, updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setCounts } from '../../testing/listed-stories.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { indexAll } from './index.ts';

const site = testApp();
const write = writing(site);
let author: Person;
let reader: Person;
let number = 0;

/** Publishes a story that the query finds by its title, or only by its chapter. */
async function publish(
  { inTitle, views }: { inTitle: boolean; views: number },
  name = 'Lighthouse',
): Promise<string> {
  number += 1;
  const draft = await write.draft(author, { title: inTitle ? `${name} ${number}` : `Other ${number}` });
  const content = `The lighthouse.\n${textOf(210, 'w')}`;
  await write.chapter(author, draft._id, { title: 'One', content });
  await site.as(author).call(updateStory, { params: { id: draft._id }, body: { isPublished: true } });
  await setCounts(site.ctx.db, draft._id, { views });
  site.clock.advance(1000);
  return draft._id;
}
const published = fc.record({ inTitle: fc.boolean(), views: fc.integer({ min: 0, max: 3 }) });

beforeAll(async () => {
  [author, reader] = [await site.person(), await site.person()];
  const first = [3, 0, 1, 1, 2, 0, 3, 1];
  for (const [index, views] of first.entries()) await publish({ inTitle: index % 2 === 0, views });
  // People with the same name, some of whom have followers.
  for (let one = 0; one < 7; one += 1) {
    const person = await site.person();
    await site.as(person).call(updateProfile, { body: { displayName: 'Lighthouse Keeper' } });
    if (one % 3 === 0) await site.as(reader).call(followUser, { params: { userId: person.id } });
  }
  await indexAll(site.ctx);
});

const types = {
  stories: async (query: Query) => {
    const { data, pagination } = (await site.as(reader).call(searchStories, { query })).body;
    return { ids: data.map(({ _id }) => _id), pagination };
  },
  chapters: async (query: Query) => {
    const { data, pagination } = (await site.as(reader).call(searchChapters, { query })).body;
    return { ids: data.map(({ _id }) => _id), pagination };
  },
  users: async (query: Query) => {
    const { data, pagination } = (await site.as(reader).call(searchUsers, { query })).body;
    return { ids: data.map(({ _id }) => _id), pagination };
  },
};
type Query = { q: string; sortBy: SearchSort; page: number; limit: number };

const anySort = fc.constantFrom<SearchSort>('relevance', 'newest', 'oldest', 'popular', 'rating');
const aType = fc.constantFrom(...(Object.keys(types) as (keyof typeof types)[]));
const aLimit = fc.integer({ min: 1, max: 4 });

/** All pages together; `between` runs after each page. */
async function pagesOf(
  type: keyof typeof types,
  sortBy: SearchSort,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const { ids, pagination } = await types[type]({ q: 'lighthouse', sortBy, page, limit });
    found.push(...ids);
    expect(ids.length).toBe(pagination.hasMore ? limit : ids.length);
    if (!pagination.hasMore) return found;
    await between();
  }
}

test('each sort has the order that its name says; chapters follow their stories', async () => {
  const { rows } = await sql<{ id: string; chapter: string; views: number; published: Date }>`
    select s.id, c.id as chapter, n.views, s.published_at as published
    from stories s join story_counts n on n.story_id = s.id join chapters c on c.story_id = s.id`.execute(
    site.ctx.db,
  );
  type Row = (typeof rows)[number];
  const orders: [SearchSort, (a: Row, b: Row) => number][] = [
    ['newest', (a, b) => +b.published - +a.published || (a.id < b.id ? 1 : -1)],
    ['oldest', (a, b) => +a.published - +b.published || (a.id < b.id ? -1 : 1)],
    ['popular', (a, b) => b.views - a.views || (a.id < b.id ? 1 : -1)],
  ];
  for (const [sortBy, order] of orders) {
    const expected = rows.toSorted(order);
    const query = { q: 'lighthouse', sortBy, page: 1, limit: 100 };
    expect((await types.stories(query)).ids).toEqual(expected.map(({ id }) => id));
    expect((await types.chapters(query)).ids).toEqual(expected.map(({ chapter }) => chapter));
  }
  const { rows: people } = await sql<{ id: string; followers: number; created: Date }>`
    select id, followers_count as followers, created_at as created from users
    where display_name = 'Lighthouse Keeper'`.execute(site.ctx.db);
  type Person = (typeof people)[number];
  const peopleOrders: [SearchSort, (a: Person, b: Person) => number][] = [
    ['newest', (a, b) => +b.created - +a.created || (a.id < b.id ? 1 : -1)],
    ['oldest', (a, b) => +a.created - +b.created || (a.id < b.id ? -1 : 1)],
    ['popular', (a, b) => b.followers - a.followers || (a.id < b.id ? -1 : 1)],
  ];
  for (const [sortBy, order] of peopleOrders) {
    const { ids } = await types.users({ q: 'lighthouse', sortBy, page: 1, limit: 100 });
    expect(ids).toEqual(people.toSorted(order).map(({ id }) => id));
  }
});

test('by rating, stories with the best score come first, then unrated ones by relevance', async () => {
  const found = async (sortBy: SearchSort) =>
    (await types.stories({ q: 'lighthouse', sortBy, page: 1, limit: 100 })).ids;
  const byRelevance = await found('relevance');
  const [good = '', best = ''] = byRelevance.slice(-2);
  for (const [id, stars] of [
    [good, 4],
    [best, 5],
  ] as const) {
    await setCounts(site.ctx.db, id, { ratings: [stars] });
    await sql`update story_ratings set score = ${stars} where story_id = ${id}`.execute(site.ctx.db);
  }
  expect(await found('rating')).toEqual([best, good, ...byRelevance.slice(0, -2)]);
});

test('pages of results are the results without gaps or repeats', async () => {
  await fc.assert(
    fc.asyncProperty(aType, anySort, aLimit, async (type, sortBy, limit) => {
      const { ids } = await types[type]({ q: 'lighthouse', sortBy, page: 1, limit: 100 });
      expect(ids.length).toBeGreaterThanOrEqual(7);
      const found = await pagesOf(type, sortBy, limit);
      expect(found).toEqual(ids);
      expect(new Set(found).size).toBe(found.length);
    }),
    { numRuns: 30 },
  );
});

test('while stories are published, nothing is missed; results may move to the next page, never back', async () => {
  const storyTypes = fc.constantFrom<keyof typeof types>('stories', 'chapters');
  await fc.assert(
    fc.asyncProperty(
      storyTypes,
      anySort,
      aLimit,
      fc.array(published, { maxLength: 3 }),
      async (type, sortBy, limit, added) => {
        const before = (await types[type]({ q: 'lighthouse', sortBy, page: 1, limit: 100 })).ids;
        const found = await pagesOf(type, sortBy, limit, async () => {
          const next = added.pop();
          if (next === undefined) return;
          await publish(next);
          await indexAll(site.ctx);
        });
        const first = [...new Set(found)];
        expect(first.filter((id) => before.includes(id))).toEqual(before);
        // New ones come last in this order, so that they move nothing.
        if (sortBy === 'oldest') expect(found).toEqual(first);
      },
    ),
    { numRuns: 16 },
  );
});

test('a word on more cards than are ranked finds the most viewed first, and what a filter leaves', async () => {
  const ids: string[] = [];
  for (let views = 0; views < 230; views += 1) ids.push(await publish({ inTitle: true, views }, 'Harbor'));
  const [least = '', most] = [ids[0], ids.at(-1)];
  await site.as(author).call(updateStory, { params: { id: least }, body: { audience: 'teen' } });
  await indexAll(site.ctx);
  // As on a site with thousands of stories.
  await sql`update search_stories set is_popular = story_id in (
    select story_id from story_counts order by views desc limit 20)`.execute(site.ctx.db);
  const found = async (query: object) => {
    const whole = { q: 'harbor', page: 1, limit: 20, sortBy: 'relevance' as const, ...query };
    return (await site.as(reader).call(searchStories, { query: whole })).body;
  };
  const all = await found({});
  expect(all.pagination.total).toBe(200);
  expect(all.data.map(({ _id }) => _id)).toEqual(ids.slice(-20).toReversed());
  expect(all.data[0]?._id).toBe(most);
  expect((await found({ audience: 'teen' })).data.map(({ _id }) => _id)).toEqual([least]);
}, 120_000);
