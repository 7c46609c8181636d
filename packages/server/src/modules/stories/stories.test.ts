import * as calls from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { day } from '../../platform/clock.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { firefox } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const visitor = () => site.as(null);
const idOf = (id: string) => ({ params: { id } });

describe('POST /stories', () => {
  test('the first story makes a reader an author [R18]', async () => {
    const ana = await site.person();
    const story = await write.draft(ana, { title: '  The  Lamp \n' });
    expect(story).toMatchObject({
      title: 'The Lamp',
      isPublished: false,
      status: 'ongoing',
      effectiveStatus: 'coming_soon',
    });
    const { body } = await site.as(ana).call((await import('@inkling/contract/account')).getMe, {});
    expect(body.user.role).toBe('author');
  });

  test('requires a title, a description and one to five existing genres', async () => {
    const ana = await site.person();
    const empty = await site
      .as(ana)
      .call(calls.createStory, { body: { title: ' ', description: '', genres: [] } });
    expect(empty.failure.errors?.map(({ message }) => message)).toEqual([
      'Please enter a story title.',
      'Please enter a story description.',
      'Please select at least one genre.',
    ]);
    const genre = await write.anyGenre();
    const many = await site.as(ana).call(calls.createStory, {
      body: { title: 'A', description: 'B', genres: Array.from({ length: 6 }, () => genre) },
    });
    expect(many.failure.message).toBe('Please select no more than 5 genres.');
    const unknown = await site.as(ana).call(calls.createStory, {
      body: { title: 'A', description: 'B', genres: ['019f0000-0000-7000-8000-000000000000'] },
    });
    expect(unknown.failure.errors?.[0]?.path).toBe('genres');
  });

  test('a cover is an https address or one of the author’s own images [R31]', async () => {
    const ana = await site.person();
    const genres = [await write.anyGenre()];
    const withCover = (coverImage: string) =>
      site.as(ana).call(calls.createStory, { body: { title: 'A', description: 'B', genres, coverImage } });
    expect((await withCover('https://covers.example/a.jpg')).status).toBe(201);
    expect((await withCover('http://covers.example/a.jpg')).status).toBe(400);
    expect((await withCover('javascript:alert(1)')).status).toBe(400);
    expect((await withCover('/files/somebodyelses-600.webp')).status).toBe(400);
  });

  test('a visitor cannot create a story', async () => {
    const { failure } = await visitor().call(calls.createStory, {
      body: { title: 'A', description: 'B', genres: [] },
    });
    expect(failure.code).toBe('SIGN_IN_REQUIRED');
  });
});

describe('PUT /stories/{id}', () => {
  test('publishing requires a published chapter, unless the story is coming soon', async () => {
    const ana = await site.person();
    const draft = await write.draft(ana);
    const publish = { ...idOf(draft._id), body: { isPublished: true } };
    expect((await site.as(ana).call(calls.updateStory, publish)).failure.message).toBe(
      'Add a published chapter first.',
    );
    const soon = await site.as(ana).call(calls.updateStory, {
      ...idOf(draft._id),
      body: { isPublished: true, status: 'coming_soon' },
    });
    expect(soon.body.data).toMatchObject({ isPublished: true, effectiveStatus: 'coming_soon' });
  });

  test('publishing again keeps the date of the first publication', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const set = (isPublished: boolean) =>
      site.as(ana).call(calls.updateStory, { ...idOf(story._id), body: { isPublished } });
    await set(false);
    site.clock.advance(day);
    expect((await set(true)).body.data.publishedAt).toBe(story.publishedAt);
  });

  test('the first publication counts as the last update', async () => {
    const ana = await site.person();
    const { _id: id } = await write.draft(ana);
    await write.chapter(ana, id);
    site.clock.advance(30 * day);
    const set = (isPublished: boolean) =>
      site.as(ana).call(calls.updateStory, { ...idOf(id), body: { isPublished } });
    const { publishedAt, lastUpdated } = (await set(true)).body.data;
    expect(lastUpdated).toBe(publishedAt);
    await set(false);
    site.clock.advance(day);
    expect((await set(true)).body.data.lastUpdated).toBe(lastUpdated);
  });

  test('ids are case-insensitive', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const upperCase = idOf(story._id.toUpperCase());
    const changed = await site.as(ana).call(calls.updateStory, { ...upperCase, body: { title: 'Renamed' } });
    expect(changed.body.data).toMatchObject({ _id: story._id, title: 'Renamed' });
    expect((await site.as(null).call(calls.viewStory, { ...upperCase, body: {} })).status).toBe(200);
    const genre = story.genres[0]?._id ?? '';
    const twice = { title: 'T', description: 'D', genres: [genre, genre.toUpperCase()] };
    expect((await site.as(ana).call(calls.createStory, { body: twice })).body.data.genres).toHaveLength(1);
  });

  test('only the author can change a story: others get 403 if it is published, 404 if it is a draft', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const draft = await write.draft(ana);
    const rename = (id: string) =>
      site.as(bo).call(calls.updateStory, { ...idOf(id), body: { title: 'Mine now' } });
    expect((await rename(story._id)).status).toBe(403);
    expect((await rename(draft._id)).status).toBe(404);
  });
});

describe('a hiatus', () => {
  const shown = async (id: string) => {
    const { data } = (await visitor().call(calls.getPublicStory, idOf(id))).body;
    return [data.status, data.isOnHiatus, data.hiatusUntil, data.hiatusNote];
  };

  test('is shown with its date and its author’s line, leaves the status, and takes both with it', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const set = (body: z.input<typeof calls.storyChanges>) =>
      site.as(ana).call(calls.updateStory, { ...idOf(story._id), body });
    expect(await shown(story._id)).toEqual(['ongoing', false, undefined, undefined]);
    await set({ isOnHiatus: true, hiatusUntil: '2027-03-01', hiatusNote: 'Exams first.' });
    expect(await shown(story._id)).toEqual(['ongoing', true, '2027-03-01', 'Exams first.']);
    await set({ hiatusUntil: null });
    expect(await shown(story._id)).toEqual(['ongoing', true, null, 'Exams first.']);
    await set({ title: 'Another title' });
    expect(await shown(story._id)).toEqual(['ongoing', true, null, 'Exams first.']);
    await set({ isOnHiatus: false, hiatusNote: 'Back again.' });
    expect(await shown(story._id)).toEqual(['ongoing', false, undefined, undefined]);
    await set({ isOnHiatus: true });
    expect(await shown(story._id)).toEqual(['ongoing', true, null, '']);
  });

  test('ends when a chapter is first published, and not when one is edited', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    await site.as(ana).call(calls.updateStory, { ...idOf(story._id), body: { isOnHiatus: true } });
    await write.chapter(ana, story._id, { title: 'A draft', isPublished: false });
    expect(await shown(story._id)).toContain(true);
    await write.chapter(ana, story._id, { title: 'Back' });
    expect(await shown(story._id)).toContain(false);
  });
});

describe('DELETE /stories/{id}', () => {
  test('a deleted story disappears for all viewers at once', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    expect((await site.as(bo).call(calls.deleteStory, idOf(story._id))).status).toBe(403);
    expect((await site.as(ana).call(calls.deleteStory, idOf(story._id))).status).toBe(200);
    for (const person of [ana, bo, null])
      expect((await site.as(person).call(calls.getStory, idOf(story._id))).status).toBe(404);
    expect((await site.as(ana).call(calls.listMyStories, {})).body.data).toEqual([]);
  });
});

describe('GET /stories/{id} and GET /stories/public/{id}', () => {
  test('only the author sees a draft, and only the author’s counts include draft chapters', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana, { chapters: 2 });
    await write.chapter(ana, story._id, { isPublished: false });
    const seenBy = async (person: Person | null) =>
      (await site.as(person).call(calls.getStory, idOf(story._id))).body.data;
    expect((await seenBy(ana)).chapterCount).toBe(3);
    for (const person of [bo, null])
      expect(await seenBy(person)).toMatchObject({
        chapterCount: 2,
        stats: { totalWordCount: 420, avgReadingTime: 3 },
      });
    const draft = await write.draft(ana);
    expect((await visitor().call(calls.getStory, idOf(draft._id))).status).toBe(404);
    expect((await site.as(bo).call(calls.getPublicStory, idOf(draft._id))).status).toBe(404);
    expect((await site.as(ana).call(calls.getPublicStory, idOf(draft._id))).status).toBe(404);
  });

  test('the summary is cut at the end of a word', async () => {
    const ana = await site.person();
    const story = await write.draft(ana, { description: 'word '.repeat(100) });
    expect(story.summary.length).toBeLessThanOrEqual(201);
    expect(story.summary).toMatch(/word…$/);
  });

  test('an invalid id is not found', async () => {
    expect((await visitor().call(calls.getStory, idOf('not-an-id'))).status).toBe(404);
  });
});

describe('likes', () => {
  test('POST, DELETE and PUT /stories/{id}/like return the resulting state', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const as = site.as(bo);
    expect((await as.call(calls.likeStory, idOf(story._id))).body).toMatchObject({ liked: true, likes: 1 });
    expect((await as.call(calls.likeStory, idOf(story._id))).body).toMatchObject({ liked: true, likes: 1 });
    expect((await as.call(calls.getStory, idOf(story._id))).body.data).toMatchObject({
      isLiked: true,
      likes: 1,
    });
    expect((await as.call(calls.unlikeStory, idOf(story._id))).body).toMatchObject({
      liked: false,
      likes: 0,
    });
    expect((await as.call(calls.unlikeStory, idOf(story._id))).body).toMatchObject({
      liked: false,
      likes: 0,
    });
    expect((await as.call(calls.toggleStoryLike, idOf(story._id))).body).toMatchObject({
      liked: true,
      likes: 1,
    });
    const draft = await write.draft(ana);
    expect((await as.call(calls.likeStory, idOf(draft._id))).status).toBe(404);
  });

  test('200 concurrent likes and unlikes leave the count equal to the number of rows [R42]', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const people = await Promise.all(Array.from({ length: 10 }, () => site.person()));
    const kinds = [calls.likeStory, calls.unlikeStory, calls.toggleStoryLike];
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const person = people[n % people.length] ?? ana;
        return site.as(person).call(kinds[(n * 7) % 3] ?? calls.likeStory, idOf(story._id));
      }),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const rows = await site.ctx.db
      .selectFrom('story_likes')
      .select('user_id')
      .where('story_id', '=', story._id)
      .execute();
    const shown = (await visitor().call(calls.getStory, idOf(story._id))).body.data.likes;
    expect(shown).toBe(rows.length);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });
});

describe('POST /stories/{id}/view', () => {
  const viewAs = (person: Person | null, id: string) =>
    site.as(person).call(calls.viewStory, { ...idOf(id), body: {} }, { 'user-agent': firefox });

  test('counts one view per viewer, story and day, and none for the author [R51]', async () => {
    const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(ana);
    for (const person of [ana, bo, bo, cy, null, null]) await viewAs(person, story._id);
    expect((await viewAs(bo, story._id)).body.views).toBe(3);
    site.clock.advance(day);
    expect((await viewAs(bo, story._id)).body.views).toBe(4);
  });

  test('concurrent views of several readers are all counted', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const people = await Promise.all(Array.from({ length: 20 }, () => site.person()));
    await Promise.all(Array.from({ length: 200 }, (_, n) => viewAs(people[n % 20] ?? null, story._id)));
    expect((await visitor().call(calls.getStory, idOf(story._id))).body.data.viewCount).toBe(20);
  });

  test('a draft cannot be viewed', async () => {
    const ana = await site.person();
    const draft = await write.draft(ana);
    expect((await viewAs(null, draft._id)).status).toBe(404);
  });
});
