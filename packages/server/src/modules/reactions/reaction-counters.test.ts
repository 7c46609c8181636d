import { deleteChapter } from '@inkling/contract/chapters';
import { deleteMe } from '@inkling/contract/personal-data';
import * as calls from '@inkling/contract/reactions';
import { deleteStory } from '@inkling/contract/stories';
import { eraseFromTrash } from '@inkling/contract/trash';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { eraseTrash } from '../trash/trash.service.ts';
import { eraseReactions } from './reactions.queries.ts';

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

/** Other counters are wrong where a test deletes a chapter or a story by itself. */
const wrongCounts = () => wrongCounters(site.ctx.db, { of: 'reaction_counts' });

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
  const gone = eraseReactions(site.ctx.db, { storyId: id, chapterId: erased }, 500);
  const responses = await Promise.all(changes);
  await gone;
  // Refusals are fine; a deadlock or a lost connection is not.
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(await wrongCounts()).toEqual([]);
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
  expect(await wrongCounts()).toEqual([]);
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
  expect(await wrongCounts()).toEqual([]);
  const last = chapters[1] ?? '';
  await site.as(author).call(deleteChapter, idOf(last));
  await site.as(author).call(eraseFromTrash, { params: { kind: 'chapter', id: last } });
  await eraseTrash(site.ctx);
  expect(await wrongCounts()).toEqual([]);
  await site.as(author).call(deleteStory, idOf(id));
  await site.as(author).call(eraseFromTrash, { params: { kind: 'story', id } });
  await eraseTrash(site.ctx);
  const subjects = [id, ...chapters];
  const { rows } = await sql`
    select from reaction_counts where subject_id = any(${subjects}::uuid[])
    union all select from reactions where subject_id = any(${subjects}::uuid[])`.execute(site.ctx.db);
  expect([rows.length, await wrongCounts()]).toEqual([0, []]);
});
