import { removeFromLibrary, saveProgress } from '@inkling/contract/library';
import * as calls from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seededRandom } from '../../bench-data/prose.ts';
import { day } from '../../platform/clock.ts';
import { firefox } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { refreshTrending } from './trending.queries.ts';

const site = testApp();
const write = writing(site);

/** The ranking by its definition, from the rows of views, likes and readers. */
async function recomputed(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with events as (
      select story_id, day, 1 as weight from analytics_views where not is_robot
      union all select l.story_id, (l.created_at at time zone 'UTC')::date, 1
        from story_likes l join stories s on s.id = l.story_id where l.user_id <> s.author_id
      union all select e.story_id, (e.started_at at time zone 'UTC')::date, 1
        from library_entries e join stories s on s.id = e.story_id
        where e.started_at is not null and e.user_id <> s.author_id),
    scores as (
      select story_id, sum(weight * power(0.5, ${site.clock.now()}::date - day)) as score from events
      where ${site.clock.now()}::date - day between 0 and 6 group by story_id)
    select s.id from scores n join stories s on s.id = n.story_id join story_counts c on c.story_id = s.id where s.is_published
    order by n.score desc, c.views desc, s.id desc`.execute(site.ctx.db);
  return rows.map(({ id }) => id);
}

const listed = async () =>
  (await site.as(null).call(calls.listTrending, { query: { limit: 100 } })).body.data.map(({ _id }) => _id);

test('trending counts views, likes and new readers of seven days, each day half as much as the next', async () => {
  const [author, ...readers] = await Promise.all(Array.from({ length: 6 }, () => site.person()));
  if (author === undefined) throw new Error('There is no author.');
  const stories = await Promise.all(
    Array.from({ length: 7 }, (_, index) => write.published(author, { title: `Story ${index}` })),
  );
  expect(await listed()).toEqual([]);
  const random = seededRandom(7);
  const seen: string[][] = [];
  for (let today = 0; today < 9; today += 1) {
    for (let step = 0; step < 14; step += 1) {
      const params = { id: random.pick(stories).story._id };
      const who = random.chance(0.2) ? author : random.pick(readers);
      const as = site.as(who);
      const action = random.between(0, 4);
      if (action === 0) await as.call(calls.viewStory, { params, body: {} }, { 'user-agent': firefox });
      else if (action === 1) await as.call(calls.toggleStoryLike, { params });
      else if (action === 2) await as.call(saveProgress, { params, body: { progress: 10 } });
      else if (action === 3) await as.call(calls.likeStory, { params });
      else await as.call(removeFromLibrary, { params });
      if (step === 7) await refreshTrending(site.ctx);
    }
    await refreshTrending(site.ctx);
    expect(await listed()).toEqual(await recomputed());
    seen.push(await listed());
    site.clock.advance(day);
    await refreshTrending(site.ctx);
    expect(await listed()).toEqual(await recomputed());
  }
  // The order has changed in the course of the days, and not everything is always in it.
  expect(new Set(seen.map((ids) => ids.join())).size).toBeGreaterThan(3);
  site.clock.advance(8 * day);
  await refreshTrending(site.ctx);
  expect(await listed()).toEqual([]);
});

test('activity added while scores are computed is counted in the next run', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  const { story } = await write.published(author);
  const like = () => site.as(reader).call(calls.likeStory, { params: { id: story._id } });
  await like();
  await Promise.all([
    refreshTrending(site.ctx),
    site.as(reader).call(calls.unlikeStory, { params: { id: story._id } }),
    refreshTrending(site.ctx),
  ]);
  await refreshTrending(site.ctx);
  expect(await listed()).toEqual(await recomputed());
});
