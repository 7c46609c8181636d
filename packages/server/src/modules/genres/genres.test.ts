import * as calls from '@inkling/contract/genres';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

const admin = async (): Promise<Person> => {
  const person = await site.person();
  await setAdmin(site.ctx.db, person.id, true);
  return person;
};
const create = (who: Person | null, name: string) => site.as(who).call(calls.createGenre, { body: { name } });

describe('GET /genres', () => {
  test('a new site has about sixty genres with subgenres', async () => {
    const { data } = (await site.as(null).call(calls.listGenres, {})).body;
    expect(data.length).toBeGreaterThan(55);
    expect(data.every(({ subgenres }) => subgenres.length > 0)).toBe(true);
    for (const name of [
      'Fantasy',
      'Romance',
      'Mystery',
      'Sci-Fi',
      'Horror',
      'Adventure',
      'Drama',
      'Comedy',
    ]) {
      expect(data.map((genre) => genre.name)).toContain(name);
    }
  });

  test('those of a new site are in American spelling', async () => {
    const { body } = await site.as(null).call(calls.listGenres, {});
    expect(JSON.stringify(body)).not.toMatch(/cosy|organis|neighbour|honour|ellous/i);
    expect(body.data.map(({ name }) => name)).toContain('Cozy Fantasy');
  });
});

describe('GET /genres/popular, /genres/{id} and its stats', () => {
  test('count only published stories', async () => {
    const ana = await site.person();
    const { _id: id } = (await create(await admin(), 'Sea Shanties')).body.data;
    await write.published(ana, { genres: [id], status: 'completed' });
    await write.draft(ana, { genres: [id] });
    expect((await site.as(null).call(calls.getGenre, idOf(id))).body.data.storyCount).toBe(1);
    const stats = (await site.as(null).call(calls.getGenreStats, idOf(id))).body.data;
    expect(stats).toEqual({ stories: 1, completedStories: 1, views: 0, likes: 0, words: 210 });
    const popular = (await site.as(null).call(calls.listPopularGenres, { query: { limit: 1 } })).body.data;
    expect(popular.map(({ _id }) => _id)).toEqual([id]);
  });
});

describe('POST, PUT and DELETE /genres', () => {
  test('are restricted to admins', async () => {
    const reader = await site.person();
    expect((await create(reader, 'Nope')).status).toBe(403);
    expect((await create(null, 'Nope')).status).toBe(401);
  });

  test('names are unique regardless of case', async () => {
    const who = await admin();
    expect((await create(who, 'Lighthouse Tales Anew')).status).toBe(201);
    expect((await create(who, 'LIGHTHOUSE tales anew')).status).toBe(409);
    const other = (await create(who, 'Another')).body.data._id;
    const renamed = await site
      .as(who)
      .call(calls.updateGenre, { ...idOf(other), body: { name: 'lighthouse tales anew' } });
    expect(renamed.status).toBe(409);
    const described = await site
      .as(who)
      .call(calls.updateGenre, { ...idOf(other), body: { description: 'New words.' } });
    expect(described.body.data).toMatchObject({ name: 'Another', description: 'New words.' });
  });

  test('a genre that stories use cannot be deleted', async () => {
    const [who, ana] = [await admin(), await site.person()];
    const { _id: id } = (await create(who, 'In Use')).body.data;
    const story = await write.draft(ana, { genres: [id] });
    expect((await site.as(who).call(calls.deleteGenre, idOf(id))).failure.code).toBe('IN_USE');
    await site.ctx.db.deleteFrom('story_genres').where('story_id', '=', story._id).execute();
    expect((await site.as(who).call(calls.deleteGenre, idOf(id))).status).toBe(200);
    expect((await site.as(who).call(calls.deleteGenre, idOf(id))).status).toBe(404);
  });
});

describe('subgenres', () => {
  test('can be added to a genre and deleted from it', async () => {
    const who = await admin();
    const { _id: id } = (await create(who, 'With Subgenres')).body.data;
    const add = (name: string) => site.as(who).call(calls.createSubgenre, { ...idOf(id), body: { name } });
    const { _id: subgenreId } = (await add('First')).body.data;
    expect((await add('FIRST')).status).toBe(409);
    expect((await site.as(null).call(calls.listSubgenres, idOf(id))).body.data).toHaveLength(1);
    const remove = () => site.as(who).call(calls.deleteSubgenre, { params: { id, subgenreId } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });
});
