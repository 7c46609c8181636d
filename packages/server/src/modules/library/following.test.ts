import * as calls from '@inkling/contract/library';
import { muteStory } from '@inkling/contract/notifications';
import { updateStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const of = (id: string) => ({ params: { id } });
const follow = (who: Person, id: string) => site.as(who).call(followStory, of(id));
const following = async (
  who: Person,
  query: { sort?: calls.FollowingSort; page?: number; limit?: number } = {},
) => (await site.as(who).call(calls.listFollowing, { query })).body;
const titles = async (...args: Parameters<typeof following>) =>
  (await following(...args)).data.map(({ story }) => story.title);
const finish = (who: Person, id: string) =>
  site.as(who).call(calls.saveChapterProgress, { ...of(id), body: { progress: 100 } });

/** A published story with so many chapters. */
async function serial(author: Person, title: string, count: number) {
  const { story, chapters } = await write.published(author, { title });
  const ids = chapters.map(({ _id }) => _id);
  while (ids.length < count) {
    site.clock.advance(hour);
    ids.push((await write.chapter(author, story._id, { title: `${title} ${ids.length + 1}` }))._id);
  }
  site.clock.advance(hour);
  return { id: story._id, ids };
}

test('a followed story has what is unread, the chapter to go on with and the last one', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  const { id, ids } = await serial(author, 'Tides', 3);
  expect(await following(reader)).toMatchObject({ data: [], pagination: { total: 0 } });
  await follow(reader, id);
  const next = (place: number) => ({ _id: ids[place - 1], chapterNumber: place });
  const row = async () => (await following(reader)).data[0];
  expect(await row()).toMatchObject({
    story: { _id: id, title: 'Tides', isOnHiatus: false },
    unread: 3,
    nextUnread: next(1),
    isBegun: false,
    lastChapter: { ...next(3), publishedAt: expect.any(String) },
    isMuted: false,
    followedAt: site.clock.now().toISOString(),
  });
  const begin = { ...of(ids[0] ?? ''), body: { progress: 3 } };
  await site.as(reader).call(calls.saveChapterProgress, begin);
  expect(await row()).toMatchObject({ unread: 3, nextUnread: next(1), isBegun: true });
  await finish(reader, ids[0] ?? '');
  expect(await row()).toMatchObject({ unread: 2, nextUnread: next(2) });
  for (const chapter of ids) await finish(reader, chapter);
  expect(await row()).toMatchObject({ unread: 0, nextUnread: null });
  await site.as(reader).call(muteStory, { params: { storyId: id } });
  await site
    .as(author)
    .call(updateStory, { ...of(id), body: { isOnHiatus: true, hiatusNote: 'Until spring.' } });
  expect(await row()).toMatchObject({
    isMuted: true,
    story: { isOnHiatus: true, hiatusNote: 'Until spring.' },
  });
  await site.as(author).call(updateStory, { ...of(id), body: { isPublished: false } });
  expect(await row()).toBeUndefined();
});

test('the list is by last update, most unread or title, page by page', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  for (const [title, count] of [
    ['beta', 2],
    ['Gamma', 1],
    ['Alpha', 3],
  ] as const)
    await follow(reader, (await serial(author, title, count)).id);
  const { id, ids } = await serial(author, 'Delta', 4);
  await follow(reader, id);
  for (const chapter of ids) await finish(reader, chapter);
  expect(await titles(reader)).toEqual(['Delta', 'Alpha', 'Gamma', 'beta']);
  expect(await titles(reader, { sort: 'title' })).toEqual(['Alpha', 'beta', 'Delta', 'Gamma']);
  expect(await titles(reader, { sort: 'unread' })).toEqual(['Alpha', 'beta', 'Gamma', 'Delta']);
  expect(await titles(reader, { sort: 'unread', page: 2, limit: 3 })).toEqual(['Delta']);
  expect(await following(reader, { page: 3, limit: 3 })).toMatchObject({
    data: [],
    pagination: { total: 4 },
  });
});
