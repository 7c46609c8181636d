import { deleteStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { testApp } from '../../testing/test-app.ts';
import { eraseTrash } from '../trash/trash-sweep.ts';
import { setSuspended } from '../users/index.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';

const site = testApp();
const comments = commenting(site);

/** Stores so many comments of each person on a chapter or, without one, the story, with a reply of the last person each. */
const store = (place: { story: string; chapter: string | null }, people: string[], count: number) =>
  inBackground(async () => {
    await sql`
      insert into comments (story_id, chapter_id, user_id, content, created_at)
      select ${place.story}::uuid, ${place.chapter}::uuid, p.id, 'Comment ' || n, now()
      from unnest(${people}::uuid[]) as p (id), generate_series(1, ${count}::int) n`.execute(site.ctx.db);
    await sql`
      insert into comments (story_id, chapter_id, parent_id, user_id, content, created_at)
      select story_id, chapter_id, id, ${people.at(-1)}::uuid, 'Reply', now() from comments
      where place_id = ${place.chapter ?? place.story} and parent_id is null`.execute(site.ctx.db);
  });

test('withholding a person’s comments and replies takes time in proportion to their number', async () => {
  const time = async (count: number): Promise<number> => {
    const { story, chapter } = await comments.story();
    const ana = await site.person();
    await sql`insert into commenters (user_id) values (${ana.id})`.execute(site.ctx.db);
    await store({ story, chapter }, [ana.id], count);
    const start = performance.now();
    await inBackground(() => setSuspended(site.ctx.db, ana.id, site.clock.now()));
    const taken = performance.now() - start;
    expect(await comments.list(null, { chapter })).toMatchObject({ data: [], commentsCount: 0 });
    return taken;
  };
  const few = await time(100);
  // Twenty-five times as many; comparing each with each would take 600 times as long.
  expect(await time(2500)).toBeLessThan(200 * few);
  expect(await comments.wrongCounters()).toEqual([]);
}, 120_000);

test('an erased story’s comments, replies and likes are deleted in steps before it', async () => {
  const { author, story, chapter } = await comments.story();
  const [ana, bo] = [await site.person(), await site.person()];
  const other = await comments.post(ana, { chapter: (await comments.story()).chapter }, 'Stays');
  const { db } = site.ctx;
  await sql`insert into commenters (user_id) values (${bo.id})`.execute(db);
  for (const place of [chapter, null]) await store({ story, chapter: place }, [ana.id, bo.id], 400);
  await sql`insert into comment_likes (comment_id, user_id, created_at)
    select k.id, p.id, now() from comments k, unnest(${[ana.id, bo.id]}::uuid[]) as p (id)
    where k.story_id = ${story}`.execute(db);
  await sql`update comments set likes = 2 where story_id = ${story}`.execute(db);
  expect(await comments.wrongCounters()).toEqual([]);
  const sizes: number[] = [];
  for (const eraseSome of site.ctx.modules.flatMap(({ erasures = [] }) => erasures)) {
    const erased = { storyId: story, chapterId: chapter };
    for (let size = 1; size > 0; sizes.push(size)) size = await eraseSome(db, erased, 300);
  }
  // 1,600 comments and replies, and twice as many likes.
  expect(Math.max(...sizes)).toBe(300);
  expect(sizes.length).toBeGreaterThan(1600 / 300);
  expect((await comments.list(null, { chapter })).commentsCount).toBe(0);
  expect((await comments.list(null, { story })).commentsCount).toBe(1600);
  expect(await comments.wrongCounters()).toEqual([]);

  await site.as(author).call(deleteStory, idOf(story));
  site.clock.advance(31 * day);
  await sql`create function refuse_many() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 500 then raise 'too many at once'; end if;
    return null; end $$`.execute(db);
  await sql`create trigger comments_refuse_many after delete on comments referencing old table as gone
    for each statement execute function refuse_many()`.execute(db);
  await eraseTrash(site.ctx);
  const { rows } = await sql`select from comments where story_id = ${story}`.execute(db);
  expect(rows).toEqual([]);
  const left = await sql<{ comments: number }>`
    select comments from commenters where user_id in (${ana.id}, ${bo.id}) order by comments`.execute(db);
  expect(left.rows.map((row) => row.comments)).toEqual([0, 1]);
  expect((await comments.get(null, other._id)).content).toBe('Stays');
  expect(await comments.wrongCounters()).toEqual([]);
}, 120_000);
