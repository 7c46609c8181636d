import * as calls from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { refreshRatingScores } from '../ratings/ratings.service.ts';

const site = testApp();
const write = writing(site);

/** Stories with these chapters and words, ratings and trend, by title. */
async function stories() {
  const author = await site.person();
  const made = { Long: [3, 9000, [4, 4]], Rated: [2, 500, [5, 5, 5]], Serial: [40, 8000, []] } as const;
  for (const [title, [chapters, words, ratings]] of Object.entries(made)) {
    const { story } = await write.published(author, { title });
    await setCounts(site.ctx.db, story._id, { ratings: [...ratings] });
    await sql`update stories set chapters = ${chapters}, published_chapters = ${chapters}, words = ${words},
      published_words = ${words} where id = ${story._id}`.execute(site.ctx.db);
    if (title !== 'Rated') {
      await sql`insert into trending_stories (story_id, score, views) values (${story._id}, ${chapters}, 0)`.execute(
        site.ctx.db,
      );
    }
  }
  await refreshRatingScores(site.ctx);
}

test('every list is sorted by rating, trend, words and chapters, and filtered by least numbers, ratings and publication', async () => {
  await stories();
  const list = async (query: object, call: typeof calls.listPopularStories | typeof calls.listTopRated) => {
    const { body } = await site.as(null).call(call, { query });
    expect(body.data).toHaveLength(body.pagination.total);
    return body.data.map(({ title }) => title);
  };
  const popular = (query: object) => list(query, calls.listPopularStories);
  // Those without a rating, or a trend, have no place in these orders.
  expect(await popular({ sort: '-rating' })).toEqual(['Rated', 'Long']);
  expect(await popular({ sort: '-trending' })).toEqual(['Serial', 'Long']);
  expect(await popular({ sort: '-words' })).toEqual(['Long', 'Serial', 'Rated']);
  expect(await popular({ sort: '-chapters' })).toEqual(['Serial', 'Long', 'Rated']);
  expect(await popular({ sort: '-words', minWords: 8000 })).toEqual(['Long', 'Serial']);
  expect(await popular({ sort: '-words', minWords: 8001 })).toEqual(['Long']);
  expect(await popular({ sort: '-words', minChapters: 3 })).toEqual(['Long', 'Serial']);
  expect(await popular({ sort: '-words', minChapters: 41 })).toEqual([]);
  expect(await popular({ sort: '-words', minRating: 4 })).toEqual(['Long', 'Rated']);
  expect(await popular({ sort: '-words', minRating: 5 })).toEqual(['Rated']);
  expect(await popular({ sort: '-words', published: 'day' })).toEqual(['Long', 'Serial', 'Rated']);
  expect(await popular({ sort: '-words', notPublished: 'day' })).toEqual([]);
  // A list keeps its own limits in another order.
  expect(await list({ sort: '-chapters' }, calls.listTopRated)).toEqual(['Long', 'Rated']);
  expect(await list({ sort: '-trending' }, calls.listTopRated)).toEqual(['Long']);
});

test('pages by position follow the new orders, and a bad least number is an error', async () => {
  const [first, after] = [{ sort: '-words', limit: 2 } as const, { sort: '-words', limit: 2 } as const];
  const { body } = await site.as(null).call(calls.listPopularStories, { query: first });
  const next = { ...after, after: body.pagination.next ?? '' };
  const rest = await site.as(null).call(calls.listPopularStories, { query: next });
  expect(rest.body.data.map(({ title }) => title)).toEqual(['Rated']);
  for (const minWords of [0, -1, 1.5]) {
    const bad = await site.as(null).call(calls.listPopularStories, { query: { minWords } });
    expect(bad.status).toBe(400);
  }
});
