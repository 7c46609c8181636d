import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { deleteMe } from '@inkling/contract/personal-data';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { restoreChapter, restoreStory } from '@inkling/contract/trash';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { takeDownChapter } from '../chapters/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';

const site = testApp();
const comments = commenting(site);
const { post, send, remove, like } = comments;

const one = <T>(items: T[], index: number): T => items[index % items.length] as T;
const readers = (count: number) => Promise.all(Array.from({ length: count }, () => site.person()));

/** A story with two comments of each person, on the story and on its chapter. */
async function commented(count: number) {
  const { author, story, chapter } = await comments.story();
  const people = await readers(count);
  const ids = await Promise.all(
    people.flatMap((reader, index) => [
      post(reader, { story }, `On the story ${index}`),
      post(reader, { chapter }, `On the chapter ${index}`),
    ]),
  );
  return { author, story, chapter, people, ids: ids.map(({ _id }) => _id) };
}

test('200 parallel posts, deletions, likes, edits, pins, suspensions and account deletions leave counters that equal their rows [R42]', async () => {
  const { author, story, chapter, people, ids } = await commented(12);
  const leaving = await readers(6);
  for (const [index, reader] of leaving.entries()) {
    const { _id } = await post(reader, { story }, `Goodbye ${index}`);
    await post(one(people, index), { parent: _id }, 'Stay');
    await post(reader, { parent: one(ids, index) }, 'A last word');
    await like(reader, one(ids, index + 1));
    await site.as(reader).call(deleteMe, { body: { password: testPassword } });
  }
  site.clock.advance(8 * day);
  const kinds = [
    (n: number) => send(one(people, n), { parent: one(ids, n * 3) }, `Reply ${n}`),
    (n: number) => send(one(people, n), n % 2 === 0 ? { story } : { chapter }, `Text ${n}`),
    (n: number) => remove(one(people, Math.floor((n % ids.length) / 2)), one(ids, n)),
    (n: number) => remove(author, one(ids, n * 5)),
    (n: number) => like(one(people, n + 3), one(ids, n)),
    (n: number) => site.as(one(people, n + 3)).call(calls.unlikeComment, idOf(one(ids, n * 7))),
    (n: number) => site.as(author).call(calls.pinComment, idOf(one(ids, n))),
    (n: number) =>
      site
        .as(one(people, n))
        .call(calls.editComment, { ...idOf(one(ids, n * 2)), body: { content: `E${n}` } }),
    (n: number) => site.as(one(people, n)).call(updateProfile, { body: { displayName: `Name ${n}` } }),
    async (n: number) => {
      await comments.suspend(one(people, n), n % 2 === 0 ? site.clock.now() : null);
      return { status: 200 };
    },
    (n: number) =>
      site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: n % 2 === 0 } }),
  ];
  const deletions = deleteDue(site.ctx);
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => one(kinds, n * 4 + Math.floor(n / 11))(n)),
  );
  await deletions;
  await deleteDue(site.ctx);
  // Refusals are fine; a deadlock or a lost connection is not.
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(await comments.wrongCounters()).toEqual([]);
  for (const reader of people) await comments.suspend(reader, null);
  await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: true } });
  expect(await comments.wrongCounters()).toEqual([]);
  const { data, pagination, commentsCount } = await comments.list(null, { story, limit: 100 });
  expect(data.length).toBe(pagination.total);
  const shown = [...data, ...data.flatMap(({ firstReplies }) => firstReplies)];
  if (data.every(({ replies }) => replies <= 3))
    expect(shown.filter(({ isRemoved }) => !isRemoved).length).toBeLessThanOrEqual(commentsCount);
}, 180_000);

test('the same comment sent 200 times at once is one comment', async () => {
  const { story } = await comments.story();
  const ana = await site.person();
  const _id = '01970000-0000-7000-8000-00000000c0de';
  const responses = await Promise.all(Array.from({ length: 200 }, () => send(ana, { _id, story }, 'Once')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await comments.list(null, { story })).commentsCount).toBe(1);
  expect(await comments.wrongCounters()).toEqual([]);
}, 120_000);

test('the counters of a thread equal their rows after any sequence of changes', async () => {
  const { author, story, chapter } = await comments.story();
  const people = await readers(3);
  const at = fc.integer({ min: 0, max: 7 });
  const who = fc.integer({ min: 0, max: 2 });
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('post' as const, 'reply' as const), who, at }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'remove' as const), who, at }),
    fc.record({ kind: fc.constantFrom('like' as const, 'unlike' as const, 'pin' as const), who, at }),
    fc.record({ kind: fc.constantFrom('suspend' as const, 'reinstate' as const), who, at }),
    fc.record({ kind: fc.constantFrom('publish' as const, 'unpublish' as const), who, at }),
  );
  const idsOf = async (): Promise<string[]> => {
    const { rows } = await sql<{
      id: string;
    }>`select id from comments where subject_id in (${story}, ${chapter})
      order by created_at, id`.execute(site.ctx.db);
    return rows.map(({ id }) => id);
  };
  const run = async (kind: string, reader: Person, id: string) => {
    if (kind === 'post') return send(reader, { chapter }, 'A comment');
    if (kind === 'reply') return send(reader, { parent: id }, 'A reply');
    if (kind === 'delete') return remove(reader, id);
    if (kind === 'remove') return remove(author, id);
    if (kind === 'like') return like(reader, id);
    if (kind === 'unlike') return site.as(reader).call(calls.unlikeComment, idOf(id));
    if (kind === 'pin') return site.as(author).call(calls.pinComment, idOf(id));
    if (kind === 'suspend') return comments.suspend(reader, site.clock.now());
    if (kind === 'reinstate') return comments.suspend(reader, null);
    const body = { isPublished: kind === 'publish' };
    return site.as(author).call(updateChapter, { ...idOf(chapter), body });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      for (const { kind, who, at } of steps) {
        const ids = await idsOf();
        await run(kind, one(people, who), ids.length === 0 ? story : one(ids, at));
      }
      expect(await comments.wrongCounters()).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 180_000);

test('the number of a story is without the comments on chapters that were deleted or taken down, until they return', async () => {
  const { author, story, chapter } = await commented(2);
  const as = site.as(author);
  const counted = async () => {
    await site.runEvents();
    const { rows } = await sql<{ comments: number }>`
      select comments from story_comment_counts where story_id = ${story}`.execute(site.ctx.db);
    return rows[0]?.comments;
  };
  expect(await counted()).toBe(4);
  await as.call(deleteChapter, idOf(chapter));
  expect(await counted()).toBe(2);
  await as.call(restoreChapter, idOf(chapter));
  expect(await counted()).toBe(4);
  await transaction(site.ctx.db, (tx) =>
    takeDownChapter(site.ctx, tx, { id: chapter, storyId: story }, 'Copied'),
  );
  expect(await counted()).toBe(2);
});

test('a chapter that was taken down while its story was in the trash is not counted when the story is back', async () => {
  const { author, story, chapters } = await comments.story(2);
  const [first = '', second = ''] = chapters;
  for (const chapter of [first, second]) await comments.post(await site.person(), { chapter });
  const as = site.as(author);
  await as.call(deleteStory, idOf(story));
  await site.runEvents();
  await transaction(site.ctx.db, (tx) =>
    takeDownChapter(site.ctx, tx, { id: first, storyId: story }, 'Copied'),
  );
  await as.call(restoreStory, idOf(story));
  const again = await as.call(updateStory, { ...idOf(story), body: { isPublished: true } });
  expect(again.status).toBe(200);
  expect(await comments.wrongCounters()).toEqual([]);
});
