import * as calls from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { refreshRatingScores } from '../ratings/ratings.service.ts';

const site = testApp();
const write = writing(site);

const listed = async (call: typeof calls.listTopRated | typeof calls.listByComments) =>
  (await site.as(null).call(call, { query: { limit: 100 } })).body.data.map(({ title }) => title);

test('top-rated and most-commented are empty until there are ratings and comments', async () => {
  await write.published(await site.person());
  expect(await listed(calls.listTopRated)).toEqual([]);
  expect(await listed(calls.listByComments)).toEqual([]);
});

test('top-rated sorts by the mean of the ratings plus five at the site’s mean', async () => {
  const author = await site.person();
  const ratings: [string, number[]][] = [
    ['One five', [5]],
    ['Many good', [5, 5, 5, 4, 5, 4, 5, 5]],
    ['Many middling', [3, 3, 4, 2, 3, 3, 3]],
    ['One bad', [1]],
    ['Two fair', [4, 3]],
  ];
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
  for (const [title, values] of ratings) {
    const { story } = await write.published(author, { title });
    await setCounts(site.ctx.db, story._id, { ratings: values });
  }
  await write.published(author, { title: 'Unrated' });
  await refreshRatingScores(site.ctx);
  const all = ratings.flatMap(([, values]) => values);
  const mean = sum(all) / all.length;
  const score = (values: number[]) => (sum(values) + 5 * mean) / (values.length + 5);
  const expected = ratings.toSorted(([, a], [, b]) => score(b) - score(a)).map(([title]) => title);
  expect(await listed(calls.listTopRated)).toEqual(expected);
  expect(expected[0]).toBe('Many good');
});

test('unpublishing a story moves the site’s mean at the next run of the job, and the scores with it', async () => {
  const author = await site.person();
  const mean = async () =>
    (await sql<{ mean: number }>`select mean from site_rating`.execute(site.ctx.db)).rows[0]?.mean ?? 0;
  const expected = async () =>
    (
      await sql<{ mean: number }>`
        select sum(r.rating_sum)::double precision / sum(r.ratings) as mean
        from stories s join story_ratings r on r.story_id = s.id
        where is_published and deleted_at is null`.execute(site.ctx.db)
    ).rows[0]?.mean ?? 0;
  const scoreOf = async (id: string) =>
    (
      await sql<{ score: number }>`select score from story_ratings where story_id = ${id}`.execute(
        site.ctx.db,
      )
    ).rows[0]?.score ?? 0;
  const rated = async (count: number, stars: number) => {
    const { story } = await write.published(author);
    await setCounts(site.ctx.db, story._id, { ratings: Array.from({ length: count }, () => stars) });
    return story._id;
  };
  const [good, bad] = [await rated(10, 5), await rated(40, 1)];
  await refreshRatingScores(site.ctx);
  const before = await mean();
  expect(before).toBeCloseTo(await expected(), 9);
  await site.as(author).call(calls.updateStory, { params: { id: bad }, body: { isPublished: false } });
  expect(await mean()).toBe(before);
  await refreshRatingScores(site.ctx);
  const after = await mean();
  expect(after).toBeGreaterThan(before + 0.1);
  expect(after).toBeCloseTo(await expected(), 9);
  expect(await scoreOf(good)).toBeCloseTo((50 + 5 * after) / (10 + 5), 9);
  // What is published again counts again.
  await site.as(author).call(calls.updateStory, { params: { id: bad }, body: { isPublished: true } });
  await refreshRatingScores(site.ctx);
  expect(await mean()).toBeCloseTo(before, 9);
});

test('most-commented sorts by the number of comments', async () => {
  const author = await site.person();
  for (const comments of [2, 9, 0, 4]) {
    const { story } = await write.published(author, { title: `${comments} comments` });
    await setCounts(site.ctx.db, story._id, { comments });
  }
  expect(await listed(calls.listByComments)).toEqual(['9 comments', '4 comments', '2 comments']);
});
