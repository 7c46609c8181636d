import { storyFollowLimits } from '@inkling/contract/limits';
import { deleteMe } from '@inkling/contract/personal-data';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import * as calls from '@inkling/contract/story-follows';
import { eraseFromTrash } from '@inkling/contract/trash';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { eraseTrash } from '../trash/trash.service.ts';
import { storyFollowed } from './story-follows.events.ts';

const site = testApp();
const write = writing(site);
const of = (id: string) => ({ params: { id } });
const follow = (who: Person, id: string) => site.as(who).call(calls.followStory, of(id));
const unfollow = (who: Person, id: string) => site.as(who).call(calls.unfollowStory, of(id));
const state = (who: Person | null, id: string) => site.as(who).call(calls.getStoryFollow, of(id));
const published = async () => {
  const author = await site.person();
  return { author, id: (await write.published(author)).story._id };
};
const wrongCounts = () => wrongCounters(site.ctx.db, { of: 'story_follow_counts' });

test('following and unfollowing are idempotent, and everyone sees the number', async () => {
  const { author, id } = await published();
  const [ana, bo] = [await site.person(), await site.person()];
  expect((await follow(ana, id)).body).toEqual({ success: true, isFollowing: true, followersCount: 1 });
  expect((await follow(ana, id)).body.followersCount).toBe(1);
  expect((await follow(bo, id)).body.followersCount).toBe(2);
  expect((await state(ana, id)).body).toMatchObject({ isFollowing: true, followersCount: 2 });
  for (const other of [author, null])
    expect((await state(other, id)).body).toMatchObject({ isFollowing: false, followersCount: 2 });
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await unfollow(ana, id)).body).toMatchObject({ isFollowing: false, followersCount: 1 });
  const emitted = await emittedEvents(site, storyFollowed, id);
  expect(emitted).toEqual([
    { storyId: id, followerId: ana.id },
    { storyId: id, followerId: bo.id },
  ]);
});

test('only what one may open can be followed, not one’s own; anything can be unfollowed', async () => {
  const { author, id } = await published();
  const reader = await site.person();
  expect((await follow(author, id)).failure.code).toBe('NOT_ALLOWED');
  const draft = await write.draft(author);
  expect((await follow(reader, draft._id)).status).toBe(404);
  expect((await state(reader, draft._id)).status).toBe(404);
  expect((await unfollow(reader, draft._id)).status).toBe(404);
  await follow(reader, id);
  await site.as(author).call(updateStory, { ...of(id), body: { isPublished: false } });
  expect((await state(reader, id)).status).toBe(404);
  expect((await unfollow(reader, id)).body).toMatchObject({ isFollowing: false, followersCount: 0 });
  expect((await unfollow(reader, id)).status).toBe(404);
  expect((await state(author, id)).status).toBe(200);
  await site.as(author).call(deleteStory, of(id));
  expect((await state(author, id)).status).toBe(404);
});

test('parallel changes by many readers leave a count that equals the rows', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, async () => (await published()).id));
  const readers = await Promise.all(Array.from({ length: 8 }, () => site.person()));
  const changes = Array.from({ length: 160 }, (_, n) => {
    const [reader, id] = [readers[n % 8] as Person, ids[(n * 5) % 3] ?? ''];
    return (n % 7) % 3 === 0 ? unfollow(reader, id) : follow(reader, id);
  });
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect([...new Set(statuses)]).toEqual([200]);
  expect(await wrongCounts()).toEqual([]);
});

test('beyond the quota is refused; following again is not', async () => {
  const [{ id }, other] = [await published(), await published()];
  const reader = await site.person();
  await follow(reader, id);
  const { perPerson } = storyFollowLimits;
  try {
    storyFollowLimits.perPerson = 1;
    const refused = await follow(reader, other.id);
    expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
    expect((await follow(reader, id)).status).toBe(200);
  } finally {
    storyFollowLimits.perPerson = perPerson;
  }
});

test('erasing a story, or deleting an account, leaves neither follows nor wrong counts', async () => {
  const [one, other] = [await published(), await published()];
  const [ana, bo] = [await site.person(), await site.person()];
  for (const reader of [ana, bo]) for (const { id } of [one, other]) await follow(reader, id);
  await site.as(one.author).call(deleteStory, of(one.id));
  await site.as(one.author).call(eraseFromTrash, { params: { kind: 'story', id: one.id } });
  await eraseTrash(site.ctx);
  await site.as(bo).call(deleteMe, { body: { password: testPassword } });
  site.clock.advance(8 * day);
  await deleteDue(site.ctx);
  const { rows } = await sql`select follower_id, story_id from story_follows`.execute(site.ctx.db);
  expect(rows).toContainEqual({ follower_id: ana.id, story_id: other.id });
  expect(rows).not.toContainEqual(expect.objectContaining({ story_id: one.id }));
  expect(rows).not.toContainEqual(expect.objectContaining({ follower_id: bo.id }));
  expect((await state(ana, other.id)).body.followersCount).toBe(1);
  expect(await wrongCounts()).toEqual([]);
});
