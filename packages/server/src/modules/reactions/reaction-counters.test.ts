import { deleteChapter } from '@inkling/contract/chapters';
import { deleteMe } from '@inkling/contract/personal-data';
import * as calls from '@inkling/contract/reactions';
import { eraseFromTrash } from '@inkling/contract/trash';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });
const types = calls.reactionTypes;
const one = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => site.person()));

const story = async (chapters: number) => {
  const author = await site.person();
  const published = await write.published(author, { chapters });
  return { author, story: published.story._id, chapters: published.chapters.map(({ _id }) => _id) };
};
const react = (reader: Person, chapter: string, type: calls.ReactionType) =>
  site.as(reader).call(calls.reactToChapter, { ...idOf(chapter), body: { type } });

/** Where a count differs from the rows that it counts: nowhere. */
const wrongCounters = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    with counted as (
      select target_id, count(*) filter (where type = 'love') as love,
        count(*) filter (where type = 'laugh') as laugh, count(*) filter (where type = 'surprise') as surprise,
        count(*) filter (where type = 'sad') as sad, count(*) filter (where type = 'suspense') as suspense
      from reactions group by target_id)
    select target_id from reaction_counts n full join counted c using (target_id)
    where (n.love, n.laugh, n.surprise, n.sad, n.suspense)
      is distinct from (coalesce(c.love, 0), coalesce(c.laugh, 0), coalesce(c.surprise, 0), coalesce(c.sad, 0),
        coalesce(c.suspense, 0))`.execute(site.ctx.db);
  return rows;
};

test('200 parallel changes of reactions leave counters that equal their rows [R42]', async () => {
  const { story: id, chapters } = await story(3);
  const readers = await people(12);
  const erased = chapters[2] ?? '';
  const first = await Promise.all(readers.map((reader, n) => react(reader, one(chapters, n), one(types, n))));
  const ids = first.map(({ body }) => body.data.mine?._id ?? '');
  const kinds = [
    (n: number) => react(one(readers, n), one(chapters, n), one(types, n * 3)),
    (n: number) =>
      site.as(one(readers, n)).call(calls.reactToStory, { ...idOf(id), body: { type: one(types, n) } }),
    (n: number) => site.as(one(readers, n)).call(calls.removeReaction, idOf(one(ids, n))),
    (n: number) => react(one(readers, n + 5), one(chapters, n * 7), one(types, n)),
  ];
  const changes = Array.from({ length: 200 }, (_, n) => one(kinds, n * 3 + Math.floor(n / 4))(n));
  const [gone] = [sql`delete from chapters where id = ${erased}`.execute(site.ctx.db)];
  const responses = await Promise.all(changes);
  await gone;
  // Refusals are fine; a deadlock or a lost connection is not.
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(await wrongCounters()).toEqual([]);
  const { body } = await site.as(null).call(calls.getStoryReactions, idOf(id));
  expect(Object.values(body.data.counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});

test('200 parallel reactions of one reader leave one', async () => {
  const { chapters } = await story(1);
  const ana = await site.person();
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => react(ana, chapters[0] ?? '', one(types, n))),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => body.data.mine?._id)).size).toBe(1);
  const { body } = await site.as(ana).call(calls.getChapterReactions, idOf(chapters[0] ?? ''));
  expect(Object.values(body.data.counts).reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await wrongCounters()).toEqual([]);
});

test('a deleted account, chapter and story take their reactions with them', async () => {
  const { author, story: id, chapters } = await story(2);
  const [ana, bo] = (await people(2)) as [Person, Person];
  for (const reader of [ana, bo]) {
    await react(reader, chapters[0] ?? '', 'love');
    await react(reader, chapters[1] ?? '', 'sad');
    await site.as(reader).call(calls.reactToStory, { ...idOf(id), body: { type: 'laugh' } });
  }
  await site.as(ana).call(deleteMe, { body: { password: testPassword } });
  site.clock.advance(8 * day);
  await deleteDue(site.ctx);
  const { body } = await site.as(null).call(calls.getStoryReactions, idOf(id));
  expect(body.data.counts.laugh).toBe(1);
  expect(await wrongCounters()).toEqual([]);
  const last = chapters[1] ?? '';
  await site.as(author).call(deleteChapter, idOf(last));
  await site.as(author).call(eraseFromTrash, { params: { kind: 'chapter', id: last } });
  await sql`delete from chapters where id = ${last}`.execute(site.ctx.db);
  expect(await wrongCounters()).toEqual([]);
  await sql`delete from stories where id = ${id}`.execute(site.ctx.db);
  const { rows } = await sql`select from reaction_counts where story_id = ${id}`.execute(site.ctx.db);
  expect([rows.length, await wrongCounters()]).toEqual([0, []]);
});
