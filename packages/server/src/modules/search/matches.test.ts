import { searchSort } from '@inkling/contract/search';
import { beforeAll, expect, test } from 'vitest';
import { type Db, sql } from '../../platform/db/db.ts';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { markPopular } from './index.queries.ts';
import { indexAll } from './index.ts';
import { findStories, type Wanted } from './matches.queries.ts';
import { parseQuery } from './parse-query.ts';
import { termsOf } from './query-forms.ts';
import { ask, findParts, searchConnections } from './results.ts';

const site = testApp();
const parts = parseQuery('lamp');
const query = termsOf(parts, new Map());
const wanted: Omit<Wanted, 'query' | 'sort'> = {
  key: 'lamp',
  viewer: null,
  filter: {},
  excluded: [],
  authors: [],
};

beforeAll(async () => {
  const author = await site.person('lamp_lighter');
  const titles = ['Lamp', 'The lamp', 'A lamp of brass', 'The lamp again', 'Another'];
  for (const [index, title] of titles.entries()) {
    const { story } = await writing(site).published(author, { title, description: 'A lamp.' });
    await setCounts(site.ctx.db, story._id, { views: (index * 7) % 5, ratings: [1 + ((index * 3) % 5)] });
    site.clock.advance(1000);
  }
  await sql`update story_ratings set score = rating_sum`.execute(site.ctx.db);
  await sql`
    insert into trending_stories (story_id, score, views)
    select story_id, 1 + views % 3, views from story_counts`.execute(site.ctx.db);
  await indexAll(site.ctx);
});

test.each(searchSort.options)(
  'by %s, what a limited search finds first is what all of it does',
  async (sort) => {
    const find = (isBounded: boolean) =>
      findStories(searchConnections(site.ctx.db), { ...wanted, query, sort }, { isBounded });
    const found = await find(false);
    expect(found.stories).toHaveLength(5);
    expect(await find(true)).toEqual(found);
  },
);

/** The same connections, on which the first statement fails with this error. */
function failingFirst(db: Db, code: string): Db {
  const statements = new Set<string>();
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      // A statement may be compiled more than once.
      statements.add(queryId.queryId);
      if (statements.size === 1) throw Object.assign(new Error('failed'), { code });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

test('a sort order that takes too long is that of some; other errors end the search', async () => {
  const own = searchConnections(site.ctx.db);
  const asked = await ask(own, null, { q: 'lamp', sortBy: 'newest', filter: {} });
  const find = (code: string) => findParts(failingFirst(own, code), asked, asked.parts, 'lamp');
  expect((await find('57014')).stories).toHaveLength(5);
  await expect(find('22012')).rejects.toThrow('failed');
});

test('searches have two connections, whose statements end soon', async () => {
  const own = searchConnections(site.ctx.db);
  const settings = ['statement_timeout'];
  const { rows } = await sql<{ settings: string[] }>`
    select array(select current_setting(name) from unnest(${settings}::text[]) as name) as settings`.execute(
    own,
  );
  expect(rows[0]?.settings).toEqual(['1500ms']);
  const pids = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const found = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(own);
      return found.rows[0]?.pid;
    }),
  );
  expect(new Set(pids).size).toBe(2);
});

test('the stories with most views are marked, few at a time', async () => {
  const popular = async () =>
    (
      await sql<{ title: string }>`
        select s.title from search_stories d join stories s on s.id = d.story_id
        where d.is_popular order by s.title`.execute(site.ctx.db)
    ).rows.map(({ title }) => title);
  const markAll = async (count: number) => {
    while (await markPopular(site.ctx.db, count, 1));
    return popular();
  };
  const byViews = (
    await sql<{ title: string }>`
    select title from stories s join story_counts c on c.story_id = s.id order by views desc, id desc`.execute(
      site.ctx.db,
    )
  ).rows.map(({ title }) => title);
  for (const count of [2, 4, 1]) expect(await markAll(count)).toEqual(byViews.slice(0, count).toSorted());
});
