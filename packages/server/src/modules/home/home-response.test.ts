import { hideStory } from '@inkling/contract/hidden-stories';
import { getHome } from '@inkling/contract/home';
import { saveChapterProgress, saveProgress, toggleBookmark } from '@inkling/contract/library';
import { type Story, toggleStoryLike, updateStory } from '@inkling/contract/stories';
import { followUser, updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const home = async (who: Person) => (await site.as(who).call(getHome, {})).body.data;
const titlesOf = (stories: { title: string }[]) => stories.map(({ title }) => title);
const named = (stories: Story[], title: string) => stories.find((story) => story.title === title);
const setViews = (id: string, views: number) => setCounts(site.ctx.db, id, { views });

/** An author with stories of these titles, and a reader who has the home page open. */
async function opened(...titles: string[]) {
  const [author, reader] = [await site.person(), await site.person()];
  const written = [];
  for (const title of titles) written.push(await write.published(author, { title }));
  await home(reader);
  const [first] = written;
  if (first === undefined) throw new Error('No story was asked for.');
  return { author, reader, ...first, params: { id: first.story._id } };
}

test('counters are current', async () => {
  const { reader, story } = await opened('Counted');
  const views = async () => named((await home(reader)).recentlyUpdated, 'Counted')?.viewCount;
  expect(await views()).toBe(0);
  await setViews(story._id, 7);
  expect(await views()).toBe(7);
});

test('a like is seen at once, with its count, and by nobody else', async () => {
  const { reader, params } = await opened('Liked');
  const other = await site.person();
  await home(other);
  for (const isLiked of [true, false, true]) {
    await site.as(reader).call(toggleStoryLike, { params });
    const story = named((await home(reader)).recentlyUpdated, 'Liked');
    expect([story?.isLiked, story?.likes]).toEqual([isLiked, isLiked ? 1 : 0]);
  }
  expect(named((await home(other)).recentlyUpdated, 'Liked')?.isLiked).toBe(false);
});

test('what replaces a like on the same date is seen, as no count or date would show', async () => {
  const { reader, params, story } = await opened('Before', 'After');
  await site.as(reader).call(toggleStoryLike, { params });
  expect(named((await home(reader)).recentlyUpdated, 'Before')?.isLiked).toBe(true);
  await sql`update story_likes set story_id = (select id from stories where title = 'After')
    where story_id = ${story._id}`.execute(site.ctx.db);
  const { recentlyUpdated } = await home(reader);
  expect(recentlyUpdated.filter(({ isLiked }) => isLiked).map(({ title }) => title)).toEqual(['After']);
});

test('a saved story is seen at once as saved, and no longer recommended', async () => {
  const { reader, params } = await opened('Saved');
  expect(titlesOf((await home(reader)).recommended)).toContain('Saved');
  await site.as(reader).call(toggleBookmark, { params });
  const { recommended, recentlyUpdated } = await home(reader);
  expect(titlesOf(recommended)).not.toContain('Saved');
  expect(named(recentlyUpdated, 'Saved')?.isBookmarked).toBe(true);
});

test('reading on is seen at once in Continue Reading', async () => {
  const { reader, params, chapters } = await opened('Read');
  const progress = async () => (await home(reader)).continueReading.map((entry) => entry.progress);
  expect(await progress()).toEqual([]);
  await site.as(reader).call(saveProgress, { params, body: { progress: 20 } });
  expect(await progress()).toEqual([20]);
  const chapter = { id: chapters[0]?._id ?? '' };
  await site.as(reader).call(saveChapterProgress, { params: chapter, body: { progress: 60 } });
  expect(await progress()).toEqual([60]);
});

test('a new chapter and a changed title are seen at once', async () => {
  const { author, reader, params, story } = await opened('Continued');
  await site.as(reader).call(saveProgress, { params, body: { progress: 100 } });
  site.clock.advance(60_000);
  expect((await home(reader)).continueReading).toEqual([]);
  await write.chapter(author, story._id, { title: 'The next one' });
  expect((await home(reader)).continueReading.map((entry) => entry.newChapters)).toEqual([1]);
  await site.as(author).call(updateStory, { params, body: { title: 'Renamed' } });
  expect((await home(reader)).continueReading.map((entry) => entry.story.title)).toEqual(['Renamed']);
});

test('a hidden story, a hidden tag and mature stories leave at once', async () => {
  const { author, reader, params } = await opened('Hidden');
  await write.published(author, { title: 'Tagged', tags: ['cosy'] });
  await write.published(author, { title: 'Mature', audience: 'mature' });
  const shown = async () => JSON.stringify(await home(reader));
  await site.as(reader).call(updatePreferences, { body: { showsMature: true } });
  expect(await shown()).toMatch(/"Mature".*"Tagged".*"Hidden"/);
  await site.as(reader).call(hideStory, { params });
  expect(await shown()).not.toContain('"Hidden"');
  await site.as(reader).call(updatePreferences, { body: { hideTags: ['cosy'] } });
  expect(await shown()).not.toContain('"Tagged"');
  await site.as(reader).call(updatePreferences, { body: { showsMature: false } });
  expect(await shown()).not.toContain('"Mature"');
});

test('a followed author counts at once', async () => {
  const { author, reader } = await opened('Followed');
  const shelves = async () => (await home(reader)).personalizedCategories.map(({ title }) => title);
  // These come first in Recommended For You, whose stories no shelf repeats.
  const other = await site.person();
  for (let number = 0; number < 10; number += 1) await write.published(other, { title: `Newer ${number}` });
  expect(await shelves()).toEqual([]);
  await site.as(reader).call(followUser, { params: { userId: author.id } });
  expect(await shelves()).toContain('From authors you follow');
});

test('an author’s own drafts are counted at once', async () => {
  const { author, story } = await opened('Own');
  const count = async () => named((await home(author)).recentlyUpdated, 'Own')?.chapterCount;
  expect(await count()).toBe(1);
  await write.chapter(author, story._id, { isPublished: false });
  expect(await count()).toBe(2);
});
