import * as calls from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
/** Has the stories of one test only. */
const shop = testApp();
const visitor = () => site.as(null);
const idOf = (id: string) => ({ params: { id } });

describe('lists of stories', () => {
  test('GET /stories/public, /stories and the named lists contain only published stories', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana, { title: 'Seen by all', status: 'completed' });
    const draft = await write.draft(ana, { title: 'Seen by none' });
    const lists = [
      calls.listStories,
      calls.listRecentStories,
      calls.listPopularStories,
      calls.listNewReleases,
      calls.listCompletedStories,
      calls.listShortStories,
    ];
    for (const list of lists) {
      const { data } = (await visitor().call(list, { query: { limit: 100 } })).body;
      expect(
        data.map(({ _id }) => _id),
        list.key,
      ).toContain(story._id);
      expect(
        data.map(({ _id }) => _id),
        list.key,
      ).not.toContain(draft._id);
    }
    const landing = (await visitor().call(calls.listPublicStories, { query: { limit: 100 } })).body.data;
    expect(landing.map(({ title }) => title)).not.toContain('Seen by none');
    expect((await visitor().call(calls.listLongStories, {})).body.data).toEqual([]);
  });

  test('GET /stories/genre/{genre} accepts a name or an id', async () => {
    const ana = await site.person();
    const genre = await write.anyGenre();
    const { story } = await write.published(ana, { genres: [genre] });
    const [named] = story.genres;
    for (const which of [genre, named?.name.toUpperCase() ?? '']) {
      const { body } = await visitor().call(calls.listStoriesOfGenre, {
        params: { genre: which },
        query: { limit: 100 },
      });
      expect(body.data.map(({ _id }) => _id)).toContain(story._id);
    }
    const none = await visitor().call(calls.listStoriesOfGenre, { params: { genre: 'No such genre' } });
    expect(none.body.data).toEqual([]);
  });

  test('GET /stories/user/{id} lists published stories; GET /stories/my-stories also lists drafts', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const draft = await write.draft(ana);
    const ended = await write.draft(ana, { status: 'completed' });
    const shown = await visitor().call(calls.listStoriesOfUser, idOf(ana.id));
    expect(shown.body.data.map(({ _id }) => _id)).toEqual([story._id]);
    const mine = async (status: 'all' | 'published' | 'draft' | calls.StoryStatus) =>
      (await site.as(ana).call(calls.listMyStories, { query: { status } })).body.data.map(({ _id }) => _id);
    expect(await mine('all')).toEqual([ended._id, draft._id, story._id]);
    expect(await mine('draft')).toEqual([ended._id, draft._id]);
    expect(await mine('published')).toEqual([story._id]);
    expect(await mine('ongoing')).toEqual([draft._id, story._id]);
    expect(await mine('completed')).toEqual([ended._id]);
    expect(await mine('coming_soon')).toEqual([]);
  });

  test('GET /stories/user/{id} does not find someone who is not there or is about to be deleted', async () => {
    const ana = await site.person();
    await write.published(ana);
    const statusOf = async (id: string) => (await visitor().call(calls.listStoriesOfUser, idOf(id))).status;
    expect(await statusOf(ana.id)).toBe(200);
    await sql`update users set deletion_due_at = now() where id = ${ana.id}`.execute(site.ctx.db);
    expect(await statusOf(ana.id)).toBe(404);
    expect(await statusOf('018f0000-0000-7000-8000-000000000000')).toBe(404);
  });

  test('GET /stories/my-stories finds titles and sorts by what stories have reached', async () => {
    const ana = await site.person();
    const [{ story: lamp }, { story: moon }] = [
      await write.published(ana, { title: 'The Lamp' }),
      await write.published(ana, { title: 'A Moon 100%' }),
    ];
    await setCounts(site.ctx.db, lamp._id, { views: 5, likes: 1 });
    await setCounts(site.ctx.db, moon._id, { views: 2, likes: 3 });
    await sql`insert into story_comment_counts (story_id, comments) values (${lamp._id}, 4)`.execute(
      site.ctx.db,
    );
    const mine = async (query: object) =>
      (await site.as(ana).call(calls.listMyStories, { query })).body.data.map(({ title }) => title);
    expect(await mine({})).toEqual(['A Moon 100%', 'The Lamp']);
    expect(await mine({ sort: '-views' })).toEqual(['The Lamp', 'A Moon 100%']);
    expect(await mine({ sort: '-likes' })).toEqual(['A Moon 100%', 'The Lamp']);
    expect(await mine({ sort: '-comments' })).toEqual(['The Lamp', 'A Moon 100%']);
    expect(await mine({ sort: 'title' })).toEqual(['A Moon 100%', 'The Lamp']);
    expect(await mine({ title: 'lamp' })).toEqual(['The Lamp']);
    expect(await mine({ title: '%' })).toEqual(['A Moon 100%']);
    const { data } = (await site.as(ana).call(calls.listMyStories, { query: { title: 'Lamp' } })).body;
    expect(data[0]?.comments).toBe(4);
  });

  test('featured: first stories with a real description and readers, one of each author, none that is coming soon', async () => {
    const [ana, ben, cem] = [await shop.person(), await shop.person(), await shop.person()];
    const writeThere = writing(shop);
    const description = 'A lamp, who lit it, and what the fishing boats saw on the long night at the bay.';
    const titled = async (author: Person, title: string, views: number, more = {}) => {
      const { story } = await writeThere.published(author, { title, description, ...more });
      await setCounts(shop.ctx.db, story._id, { views });
    };
    await titled(ana, 'Older good one', 90);
    await titled(ben, 'Good one of Ben', 10);
    await titled(ana, 'Good one', 20);
    await titled(cem, 'Imported, unread', 3);
    await titled(cem, 'Imported, read less', 2);
    await titled(ana, 'No description', 50, { description: 'Soon more.' });
    const soon = { title: 'Soon', description, status: 'coming_soon' as const };
    const draft = await writeThere.draft(ben, soon);
    await shop.as(ben).call(calls.updateStory, { ...idOf(draft._id), body: { isPublished: true } });

    const page = async (query: { page?: number; limit?: number }) =>
      (await shop.as(null).call(calls.listPublicStories, { query })).body;
    const all = [
      'Good one',
      'Good one of Ben',
      'Imported, read less',
      'Older good one',
      'No description',
      'Imported, unread',
    ];
    const { data, pagination } = await page({});
    expect(data.map(({ title }) => title)).toEqual(all);
    expect(pagination.total).toBe(6);
    const second = await page({ page: 2, limit: 4 });
    expect(second.data.map(({ title }) => title)).toEqual(all.slice(4));
  });

  test('for visitors, counters in lists may be ten seconds old, and nothing else', async () => {
    const author = await site.person();
    const { story } = await write.published(author, { title: 'Counted' });
    const listed = async (who: Person | null) =>
      (await site.as(who).call(calls.listStories, { query: { limit: 100 } })).body.data.find(
        ({ _id }) => _id === story._id,
      );
    expect((await listed(null))?.viewCount).toBe(0);
    await setCounts(site.ctx.db, story._id, { views: 7 });
    expect([(await listed(null))?.viewCount, (await listed(author))?.viewCount]).toEqual([0, 7]);
    await site.as(author).call(calls.updateStory, { params: { id: story._id }, body: { title: 'Renamed' } });
    expect((await listed(null))?.title).toBe('Renamed');
    await setCounts(site.ctx.db, story._id, { views: 8 });
    site.clock.advance(10_000);
    expect((await listed(null))?.viewCount).toBe(8);
    await site
      .as(author)
      .call(calls.updateStory, { params: { id: story._id }, body: { isPublished: false } });
    expect(await listed(null)).toBeUndefined();
  });

  test('wildcards in a title filter are matched literally [R27]', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana, { title: 'Half 50% off_and\\on' });
    const found = async (title: string) =>
      (await visitor().call(calls.listStories, { query: { title, limit: 100 } })).body.data.map(
        ({ _id }) => _id,
      );
    for (const title of ['50%', 'f_a', 'd\\o']) expect(await found(title)).toEqual([story._id]);
    expect(await found('%%%')).toEqual([]);
  });

  test('a title filter finds joined words, and the other spelling of a word that is still being typed', async () => {
    const ana = await site.person();
    for (const title of ['The Color of Quince', 'Quinceloop', 'Quince Tree'])
      await write.published(ana, { title });
    const found = async (search: string) =>
      (await visitor().call(calls.listStories, { query: { search, sort: 'title' } })).body.data.map(
        ({ title }) => title,
      );
    for (const text of ['colou', 'colour of q', 'the colour'])
      expect(await found(text)).toEqual(['The Color of Quince']);
    for (const text of ['quinceloop', 'quince lo', 'quince-loop'])
      expect(await found(text)).toEqual(['Quinceloop']);
    for (const text of ['quincetree', 'quince-tr', 'Quince Tree'])
      expect(await found(text)).toEqual(['Quince Tree']);
  });

  test('pages neither overlap nor skip stories', async () => {
    const ana = await site.person();
    for (let n = 0; n < 5; n += 1) await write.published(ana, { title: `Paged ${n}` });
    const page = async (number: number) =>
      (await visitor().call(calls.listStories, { query: { title: 'Paged', page: number, limit: 2 } })).body;
    const pages = [await page(1), await page(2), await page(3)];
    expect(new Set(pages.flatMap(({ data }) => data.map(({ _id }) => _id))).size).toBe(5);
    expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, true, false]);
    expect(pages[0]?.pagination).toMatchObject({ total: 5, totalPages: 3 });
  });

  test('an invalid limit or page is rejected', async () => {
    for (const query of [{ limit: 0 }, { limit: 101 }, { page: 0 }, { page: -1 }]) {
      expect((await visitor().call(calls.listStories, { query })).status).toBe(400);
    }
  });

  test('validation errors have readable messages', async () => {
    const ana = await site.person();
    const messagesFor = async (payload: object) => {
      const { url, headers } = { url: '/api/v1/stories', headers: { authorization: `Bearer ${ana.token}` } };
      const response = await site.app.http.inject({ method: 'POST', url, headers, payload });
      return response.json().errors.map(({ message }: { message: string }) => message);
    };
    const story = { title: 'T', description: 'D', genres: [await write.anyGenre()] };
    expect(await messagesFor({ ...story, genres: ['Fantasy'] })).toEqual(['This is not a valid id.']);
    expect(await messagesFor({ ...story, isAIGenerated: 'yes' })).toEqual(['This must be true or false.']);
    expect(await messagesFor({ ...story, status: 'lost' })).toEqual([
      'This must be one of: ongoing, completed, coming_soon.',
    ]);
    expect(await messagesFor([])).toEqual(['This must be an object.']);
  });
});
