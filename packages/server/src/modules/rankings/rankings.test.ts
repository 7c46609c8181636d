import type { InputOf } from '@inkling/contract/call';
import { listGenres } from '@inkling/contract/genres';
import { hideStory } from '@inkling/contract/hidden-stories';
import { saveProgress } from '@inkling/contract/library';
import { getRanking } from '@inkling/contract/rankings';
import { likeStory, updateStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { refreshTrending } from '../stories/index.ts';
import { rankStories } from './rankings.service.ts';

const site = testApp();
const write = writing(site);

type Query = NonNullable<InputOf<typeof getRanking>['query']>;
const ranking = async (who: Person | null, query: Query = {}) =>
  (await site.as(who).call(getRanking, { query })).body.data;
const places = async (who: Person | null, query: Query = {}) =>
  (await ranking(who, query)).map(({ title, rank, previousRank }) => [title, rank, previousRank]);

/** Activity of a story so many days ago. */
const addActivity = (id: string, activity: number, ago = 0) =>
  sql`insert into story_activity_days (story_id, day, activity)
    values (${id}, ${new Date(site.clock.now().getTime() - ago * day)}::date, ${activity})
    on conflict (story_id, day) do update set activity = excluded.activity`.execute(site.ctx.db);

beforeEach(() => sql`truncate stories cascade`.execute(site.ctx.db).then(() => rankStories(site.ctx)));

describe('GET /rankings', () => {
  test('each of the days counts alike, up to the seventh and the thirtieth', async () => {
    const author = await site.person();
    const [early, late, older] = [
      await write.published(author, { title: 'Early' }),
      await write.published(author, { title: 'Late' }),
      await write.published(author, { title: 'Older' }),
    ];
    await addActivity(early.story._id, 6, 6);
    await addActivity(late.story._id, 5);
    await addActivity(older.story._id, 100, 7);
    await addActivity(late.story._id, 200, 29);
    await addActivity(early.story._id, 900, 30);
    await rankStories(site.ctx);
    const [{ activity, previousActivity } = { activity: 0, previousActivity: 0 }] = await ranking(null);
    expect([activity, previousActivity]).toEqual([6, null]);
    const third = (await ranking(null, { period: 'month' })).at(2);
    expect([third?.activity, third?.previousActivity]).toEqual([6, 900]);
    // In the week before, only one story had activity.
    expect(await places(null)).toEqual([
      ['Early', 1, null],
      ['Late', 2, null],
    ]);
    expect(await places(null, { period: 'month' })).toEqual([
      ['Late', 1, null],
      ['Older', 2, null],
      ['Early', 3, 1],
    ]);
  });

  test('likes and new readers count, those of the author do not', async () => {
    const [author, reader, other] = [await site.person(), await site.person(), await site.person()];
    const [one, two] = [
      await write.published(author, { title: 'One' }),
      await write.published(author, { title: 'Two' }),
    ];
    const [first, second] = [{ id: one.story._id }, { id: two.story._id }];
    for (const who of [author, reader]) await site.as(who).call(likeStory, { params: second });
    for (const who of [reader, other])
      await site.as(who).call(saveProgress, { params: first, body: { progress: 10 } });
    await rankStories(site.ctx);
    expect(await places(null)).toEqual([
      ['One', 1, null],
      ['Two', 2, null],
    ]);
  });

  test('a genre has its own ranks, and the ranks of the week before', async () => {
    const author = await site.person();
    const [fantasy, horror] = (await site.as(null).call(listGenres, {})).body.data;
    const genres = [fantasy?._id ?? ''];
    const [top, mine] = [
      await write.published(author, { title: 'Top', genres: [horror?._id ?? ''] }),
      await write.published(author, { title: 'Mine', genres }),
    ];
    await addActivity(top.story._id, 9);
    await addActivity(mine.story._id, 3);
    await addActivity(top.story._id, 1, 10);
    await addActivity(mine.story._id, 2, 10);
    await rankStories(site.ctx);
    expect(await places(null)).toEqual([
      ['Top', 1, 2],
      ['Mine', 2, 1],
    ]);
    expect(await places(null, { genre: fantasy?._id ?? '' })).toEqual([['Mine', 1, 1]]);
    expect(await places(null, { genre: author.id })).toEqual([]);
  });

  test('without mature stories there is no gap; what a reader hides leaves one', async () => {
    const [author, reader] = [await site.person(), await site.person()];
    const [mature, plain, last] = [
      await write.published(author, { title: 'Mature', audience: 'mature' }),
      await write.published(author, { title: 'Plain' }),
      await write.published(author, { title: 'Last' }),
    ];
    for (const [index, { story }] of [last, plain, mature].entries()) await addActivity(story._id, index + 1);
    await rankStories(site.ctx);
    const visible = [
      ['Plain', 1, null],
      ['Last', 2, null],
    ];
    expect(await places(null)).toEqual(visible);
    expect(await places(reader)).toEqual(visible);
    await site.as(reader).call(hideStory, { params: { id: plain.story._id } });
    expect(await places(reader)).toEqual([['Last', 2, null]]);
    await site.as(reader).call(updatePreferences, { body: { showsMature: true } });
    expect(await places(reader)).toEqual([
      ['Mature', 1, null],
      ['Last', 3, null],
    ]);
  });

  test('a story that is unpublished leaves at once', async () => {
    const author = await site.person();
    const { story } = await write.published(author);
    await addActivity(story._id, 1);
    await rankStories(site.ctx);
    expect(await ranking(null)).toHaveLength(1);
    await site.as(author).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
    expect(await ranking(null)).toEqual([]);
  });

  test('the ranks are those of the sums, whatever the days', async () => {
    const author = await site.person();
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C', 'D']) ids.push((await write.published(author, { title })).story._id);
    const activity = fc.array(
      fc.record({ story: fc.nat(3), ago: fc.nat(62), by: fc.integer({ min: 1, max: 50 }) }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(activity, async (added) => {
        await sql`delete from story_activity_days`.execute(site.ctx.db);
        const byDay = new Map(added.map((one) => [`${one.story} ${one.ago}`, one]));
        for (const { story, ago, by } of byDay.values()) await addActivity(ids[story] ?? '', by, ago);
        // It deletes what no ranking counts.
        await refreshTrending(site.ctx);
        await rankStories(site.ctx);
        for (const [period, days] of [
          ['week', 7],
          ['month', 30],
        ] as const) {
          const ranked = (from: number) => {
            const sums = ids.map((id, index) => ({
              id,
              sum: [...byDay.values()]
                .filter(({ story, ago }) => story === index && ago >= from && ago < from + days)
                .reduce((total, { by }) => total + by, 0),
            }));
            const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1);
            return sums
              .filter(({ sum }) => sum > 0)
              .sort((a, b) => b.sum - a.sum || newestFirst(a, b))
              .map(({ id }) => id);
          };
          const before = ranked(days);
          const expected = ranked(0).map((id, index) => [
            id,
            index + 1,
            before.includes(id) ? before.indexOf(id) + 1 : null,
          ]);
          const found = await ranking(null, { period });
          expect(found.map(({ _id, rank, previousRank }) => [_id, rank, previousRank])).toEqual(expected);
        }
      }),
      { numRuns: 20 },
    );
  });
});
