import { createCommunity, joinCommunity } from '@inkling/contract/communities';
import { listGenres } from '@inkling/contract/genres';
import { saveChapterProgress, toggleBookmark } from '@inkling/contract/library';
import * as calls from '@inkling/contract/quests';
import { likeStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { updatePreferences } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { dayIn } from '../../platform/days.ts';
import { counting } from '../../testing/counters-for-tests.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findBalance } from '../rewards/index.ts';

const site = testApp();
const write = writing(site);
const { did, remove } = counting(site);

const missions = async (who: Person) => (await site.as(who).call(calls.listMissions, {})).body.data;
const done = async (who: Person) => {
  await site.runEvents();
  return (await missions(who)).filter(({ isCompleted }) => isCompleted).map(({ id }) => id);
};
const claim = (who: Person, id: string) => site.as(who).call(calls.claimMission, { params: { id } });
const ink = async (who: Person) => (await findBalance(site.ctx.db, who.id)).ink;
const today = () => dayIn('UTC', site.clock.now());

test('a new reader’s first evening completes missions, each by what was done', async () => {
  const [reader, author] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(author, { chapters: 2 });
  const community = await site
    .as(author)
    .call(createCommunity, { body: { name: 'Lamps', description: 'About lamps.' } });
  expect(await done(reader)).toEqual([]);
  const as = site.as(reader);
  const ofStory = { params: { id: story._id } };
  const genres = (await as.call(listGenres, {})).body.data.slice(0, 3).map(({ _id }) => _id);
  await as.call(updatePreferences, { body: { favoriteGenres: genres } });
  await as.call(toggleBookmark, ofStory);
  await as.call(followStory, ofStory);
  await as.call(likeStory, ofStory);
  await as.call(joinCommunity, { params: { id: community.body.data._id } });
  const read = async (id = '') => {
    await giveTime(site, reader, [id]);
    await as.call(saveChapterProgress, { params: { id }, body: { progress: 100 } });
  };
  await read(chapters[0]?._id);
  expect(await done(reader)).toEqual([
    'choose-genres',
    'first-chapter',
    'save-story',
    'follow',
    'react',
    'community',
  ]);
  await read(chapters[1]?._id);
  expect(await done(reader)).toContain('finish-story');
  // A later chapter is new; what was finished stays finished.
  site.clock.advance(60_000);
  await write.chapter(author, story._id);
  expect(await done(reader)).toContain('finish-story');
  // The author has done nothing but publish, and found a community of their own.
  expect(await done(author)).toEqual(['publish-chapter']);
});

test('twenty claims at once pay once; what is not complete or unknown is refused', async () => {
  const reader = await site.person();
  expect((await claim(reader, 'comment')).failure.code).toBe('NOT_COMPLETED');
  expect((await claim(reader, 'no-such-mission')).status).toBe(404);
  await did(reader, 'comment', today());
  const results = await Promise.all(Array.from({ length: 20 }, () => claim(reader, 'comment')));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(results.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await ink(reader)).toBe(20);
  expect((await missions(reader)).find(({ id }) => id === 'comment')).toMatchObject({
    progress: 1,
    target: 1,
    isCompleted: true,
    isClaimed: true,
  });
});

test.each([{ progress: 1e9 }, { progress: -1 }, {}])('reporting %j changes nothing', async (body) => {
  const reader = await site.person();
  const input = { params: { id: 'comment' }, body };
  const { data } = (await site.as(reader).call(calls.reportMissionProgress, input)).body;
  expect(data).toMatchObject({ progress: 0, isCompleted: false });
  expect((await claim(reader, 'comment')).failure.code).toBe('NOT_COMPLETED');
});

test('what the team removes takes the reward back, and restoring it pays again', async () => {
  const reader = await site.person();
  const comment = await did(reader, 'comment', today());
  await did(reader, 'save', today());
  for (const id of ['comment', 'save-story']) await claim(reader, id);
  for (const isRemoved of [true, false, true]) {
    await remove(reader, comment, isRemoved);
    await site.runEvents();
    expect(await ink(reader)).toBe(isRemoved ? 20 : 40);
    const mission = (await missions(reader)).find(({ id }) => id === 'comment');
    expect(mission).toMatchObject({ isCompleted: !isRemoved, isClaimed: !isRemoved });
  }
  // Another comment earns it again.
  await did(reader, 'comment', today());
  await site.runEvents();
  expect(await ink(reader)).toBe(40);
});
