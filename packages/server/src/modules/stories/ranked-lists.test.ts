import * as calls from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { refreshRatingScores } from './ratings-job.ts';

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
    await sql`update stories set ratings = ${values.length}, rating_sum = ${sum(values)} where id = ${story._id}`.execute(
      site.ctx.db,
    );
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

test('most-commented sorts by the number of comments', async () => {
  const author = await site.person();
  for (const comments of [2, 9, 0, 4]) {
    const { story } = await write.published(author, { title: `${comments} comments` });
    await sql`update stories set comments = ${comments} where id = ${story._id}`.execute(site.ctx.db);
  }
  expect(await listed(calls.listByComments)).toEqual(['9 comments', '4 comments', '2 comments']);
});
