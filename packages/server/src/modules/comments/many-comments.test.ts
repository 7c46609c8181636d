import { deleteStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { allRows, firstRow, sql, transaction } from '../../platform/db/db.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { testApp } from '../../testing/test-app.ts';
import { eraseTrash } from '../trash/trash.service.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';
import { findPeople } from './mentions.queries.ts';

const site = testApp();
const comments = commenting(site);

/** Stores so many comments of each person on a chapter or, without one, the story, with a reply of the last person each. */
const store = (
  { story, chapter }: { story: string; chapter: string | null },
  people: string[],
  count: number,
) =>
  inBackground(async () => {
    const [kind, id] = chapter === null ? ['story', story] : ['chapter', chapter];
    const { db } = site.ctx;
    await sql`
      insert into comments (subject_kind, subject_id, root_id, user_id, content, replies, created_at)
      select ${kind}, ${id}::uuid, ${story}::uuid, p.id, 'Comment ' || n, 1, now()
      from unnest(${people}::uuid[]) as p (id), generate_series(1, ${count}::int) n`.execute(db);
    await sql`
      insert into comments (subject_kind, subject_id, root_id, parent_id, user_id, content, created_at)
      select subject_kind, subject_id, root_id, id, ${people.at(-1)}::uuid, 'Reply', now() from comments
      where subject_id = ${id} and parent_id is null`.execute(db);
    const comments = people.length * count;
    await sql`
      insert into comment_counts (subject_id, parent_id, listed, shown)
      values (${id}, ${chapter === null ? null : story}, ${comments}, ${2 * comments})`.execute(db);
    await sql`
      insert into story_comment_counts as s (story_id, comments) values (${story}, ${2 * comments})
      on conflict (story_id) do update set comments = s.comments + excluded.comments`.execute(db);
  });

test('withholding a person’s comments and replies takes time in proportion to their number', async () => {
  const time = async (count: number): Promise<number> => {
    const { story, chapter } = await comments.story();
    const ana = await site.person();
    await store({ story, chapter }, [ana.id], count);
    const start = performance.now();
    await inBackground(() => comments.suspend(ana, site.clock.now()));
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
  for (const place of [chapter, null]) await store({ story, chapter: place }, [ana.id, bo.id], 400);
  await sql`insert into comment_likes (comment_id, user_id, created_at)
    select k.id, p.id, now() from comments k, unnest(${[ana.id, bo.id]}::uuid[]) as p (id)
    where k.subject_id in (${story}, ${chapter})`.execute(db);
  await sql`update comments set likes = 2 where subject_id in (${story}, ${chapter})`.execute(db);
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
  const { rows } = await sql`select from comments where subject_id in (${story}, ${chapter})`.execute(db);
  expect(rows).toEqual([]);
  expect((await comments.get(await site.person(), other._id)).content).toBe('Stays');
  expect(await comments.wrongCounters()).toEqual([]);
}, 120_000);

test('names in texts are looked up without asking for a block with each of the writers', async () => {
  const { db } = site.ctx;
  const count = 40;
  const people = await allRows<{ id: string; username_key: string }>(db)`
    insert into users (username, username_key, created_at)
    select 'named' || n, 'named' || n, now() from generate_series(1, ${count}::int) n returning id, username_key`;
  const ids = people.map(({ id }) => id);
  const [one, other] = ids;
  await sql`insert into blocks (user_id, other_id, kind, created_at) values (${one}, ${other}, 'block', now())`.execute(
    db,
  );
  await transaction(db, async (tx) => {
    const keys = people.map(({ username_key }) => username_key);
    const found = await findPeople(tx, keys, ids);
    const blocked = new Map([...found.values()].map((person) => [person.id, person.blocked]));
    expect([blocked.size, blocked.get(one ?? ''), blocked.get(other ?? '')]).toEqual([count, [other], [one]]);
    const row = await firstRow<{ scans: number }>(tx)`
      select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables where relname = 'blocks'`;
    expect(row?.scans).toBeLessThan((count * count) / 4);
  });
});
