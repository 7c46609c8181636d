import { getHome } from '@inkling/contract/home';
import { saveChapterProgress } from '@inkling/contract/library';
import { toggleStoryLike, updateStory } from '@inkling/contract/stories';
import { followUser } from '@inkling/contract/users';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { refreshTrending } from '../stories/trending.queries.ts';

const site = testApp();
const small = testApp();
const growing = testApp();
const write = writing(site);
const titlesOf = (stories: { title: string }[]) => stories.map(({ title }) => title);
const home = async (who: Person) => (await site.as(who).call(getHome, {})).body.data;

describe('GET /home', () => {
  test('a new site has every list, all empty', async () => {
    const { failed, folded, ...lists } = await home(await site.person());
    expect([failed, folded]).toEqual([[], []]);
    for (const list of Object.values(lists)) expect(list).toEqual([]);
  });

  test('a shelf repeats no story of a shelf above it while its list has others', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const titles = Array.from({ length: 24 }, (_, index) => `Story ${index}`);
    for (const title of titles) {
      const { chapters } = await write.published(ana, { title });
      if (title !== 'Story 23') continue;
      const params = { id: chapters[0]?._id ?? '' };
      await site.as(bo).call(saveChapterProgress, { params, body: { progress: 50 } });
    }
    const data = await home(bo);
    expect(data.continueReading.map(({ story }) => story.title)).toEqual(['Story 23']);
    // Without views, the newest are the first of each list.
    const [because] = data.personalizedCategories;
    expect(because?.title).toBe('Because you read Story 23');
    expect(titlesOf(because?.stories ?? [])).toEqual(titles.slice(13, 23).reverse());
    expect(titlesOf(data.recommended)).toEqual(titles.slice(3, 13).reverse());
    // The list has three others; it repeats the first ones, and stays in its order.
    const others = ['Story 2', 'Story 1', 'Story 0'];
    expect(titlesOf(data.recentlyUpdated)).toEqual([...titles.slice(17, 24).reverse(), ...others]);
    expect(titlesOf(data.short)).toHaveLength(10);
    expect(data.completed).toEqual([]);
  });

  test('on a small site, Recommended leaves their stories to the personal shelves', async () => {
    const [ana, followed, bo] = [await small.person(), await small.person(), await small.person()];
    const smallWrite = writing(small);
    const { chapters } = await smallWrite.published(ana, { title: 'Read' });
    for (let number = 1; number <= 4; number += 1)
      await smallWrite.published(ana, { title: `Ana ${number}` });
    await smallWrite.published(followed, { title: 'Followed' });
    await small.as(bo).call(followUser, { params: { userId: followed.id } });
    const read = { params: { id: chapters[0]?._id ?? '' }, body: { progress: 50 } };
    await small.as(bo).call(saveChapterProgress, read);
    const { recommended, personalizedCategories } = (await small.as(bo).call(getHome, {})).body.data;
    expect(personalizedCategories.map(({ title, stories }) => [title, titlesOf(stories).toSorted()])).toEqual(
      [
        ['Because you read Read', ['Ana 1', 'Ana 2', 'Ana 3', 'Ana 4']],
        ['From authors you follow', ['Followed']],
      ],
    );
    expect(recommended).toEqual([]);
  });

  test('includes trending and picks, and shows changes at once', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana, { title: 'Fresh' });
    await site.as(bo).call(toggleStoryLike, { params: { id: story._id } });
    await refreshTrending(site.ctx);
    const found = await home(bo);
    expect([...titlesOf(found.trending), ...titlesOf(found.recommended)]).toContain('Fresh');
    await site.as(ana).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
    expect(JSON.stringify(await home(bo))).not.toContain('Fresh');
  });

  test('a shelf that only repeats others is folded while fewer than 30 stories are published', async () => {
    const [ana, bo] = [await growing.person(), await growing.person()];
    const growingWrite = writing(growing);
    const seen = async () => (await growing.as(bo).call(getHome, {})).body.data;
    for (let number = 1; number <= 12; number += 1)
      await growingWrite.published(ana, { title: `Story ${number}` });
    // Ten are recommended and two recently updated, so that every later shelf repeats them.
    const small = await seen();
    expect(titlesOf(small.recommended)).toHaveLength(10);
    expect(small.folded).toEqual(['popular', 'newReleases', 'short']);
    expect(titlesOf(small.popular)).toHaveLength(10);
    for (let number = 13; number <= 29; number += 1)
      await growingWrite.published(ana, { title: `Story ${number}` });
    expect((await seen()).folded).toEqual(['newReleases', 'short']);
    await growingWrite.published(ana, { title: 'Story 30', audience: 'mature' });
    expect((await seen()).folded).toEqual([]);
  });

  test('descriptions are shortened', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    await write.published(ana, { title: 'Long-winded', description: 'word '.repeat(900) });
    const story = (await home(bo)).recommended.find(({ title }) => title === 'Long-winded');
    expect(story?.description.length).toBeLessThanOrEqual(201);
  });
});

describe('a list that fails', () => {
  const broken = testApp();

  test('is named in `failed` and leaves the others as they are', async () => {
    const [ana, bo] = [await broken.person(), await broken.person()];
    const { chapters } = await writing(broken).published(ana, { title: 'Still here' });
    const params = { id: chapters[0]?._id ?? '' };
    await broken.as(bo).call(saveChapterProgress, { params, body: { progress: 50 } });
    const { db } = broken.ctx;
    const found = async () => (await broken.as(bo).call(getHome, {})).body.data;
    await sql`alter table trending_stories rename to trending_stories_away`.execute(db);
    const withoutTrending = await found();
    expect(withoutTrending.failed).toEqual(['trending']);
    expect(titlesOf(withoutTrending.recentlyUpdated)).toEqual(['Still here']);
    await sql`alter table trending_stories_away rename to trending_stories`.execute(db);
    await sql`alter table story_neighbours rename to story_neighbours_away`.execute(db);
    await sql`update library_entries set created_at = created_at + interval '1 second'`.execute(db);
    const withoutPersonal = await found();
    expect(withoutPersonal.failed.toSorted()).toEqual(['personalizedCategories', 'recommended']);
    expect(withoutPersonal.continueReading).toHaveLength(1);
    await sql`alter table story_neighbours_away rename to story_neighbours`.execute(db);
    expect((await found()).failed).toEqual([]);
  });
});
