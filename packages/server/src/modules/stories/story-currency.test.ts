import * as genres from '@inkling/contract/genres';
import * as library from '@inkling/contract/library';
import * as calls from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

const read = async (who: Person | null, id: string) =>
  (await site.as(who).call(calls.getStory, idOf(id))).body.data;
const listed = async (who: Person | null, id: string) =>
  (await site.as(who).call(calls.listStories, { query: { limit: 50 } })).body.data.find(
    ({ _id }) => _id === id,
  );

/** A change that another process makes: it goes past everything that this one keeps. */
const elsewhere = (statement: ReturnType<typeof sql>) => statement.execute(site.ctx.db);

describe('a story that was read before', () => {
  test('shows at once what another process changed, on its page and in lists', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const id = story._id;
    await Promise.all([read(null, id), read(bo, id), listed(null, id), listed(bo, id)]);
    await elsewhere(sql`update stories set title = 'The Other Lamp', views = 41 where id = ${id}`);
    for (const found of [
      await read(null, id),
      await read(bo, id),
      await listed(null, id),
      await listed(bo, id),
    ]) {
      expect(found).toMatchObject({ title: 'The Other Lamp', viewCount: 41, stats: { views: 41 } });
    }
    await elsewhere(sql`update users set display_name = 'Ana the Elder' where id = ${ana.id}`);
    expect((await read(null, id)).author.displayName).toBe('Ana the Elder');
  });

  test('shows when it was saved last, also when nothing else was changed', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana);
    const before = await read(null, story._id);
    site.clock.advance(1000);
    const { title } = story;
    await site.as(ana).call(calls.updateStory, { ...idOf(story._id), body: { title } });
    expect(await read(null, story._id)).toEqual({
      ...before,
      updatedAt: site.clock.now().toISOString(),
    });
    expect((await listed(null, story._id))?.updatedAt).toBe(site.clock.now().toISOString());
  });

  test('is gone at once for others when another process takes it back', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    await Promise.all([read(null, story._id), read(bo, story._id), listed(null, story._id)]);
    await elsewhere(sql`update stories set is_published = false where id = ${story._id}`);
    expect((await site.as(null).call(calls.getStory, idOf(story._id))).status).toBe(404);
    expect((await site.as(bo).call(calls.getStory, idOf(story._id))).status).toBe(404);
    expect(await listed(null, story._id)).toBeUndefined();
    expect((await read(ana, story._id)).isPublished).toBe(false);
  });

  test('has the new name of its genre', async () => {
    const [ana, admin] = [await site.person(), await site.person()];
    await setAdmin(site.ctx.db, admin.id, true);
    const made = await site.as(admin).call(genres.createGenre, { body: { name: 'Lighthouse Noir' } });
    const { story } = await write.published(ana, { genres: [made.body.data._id] });
    await read(null, story._id);
    await elsewhere(sql`update genres set name = 'Harbour Noir' where id = ${made.body.data._id}`);
    expect((await read(null, story._id)).genres.map(({ name }) => name)).toEqual(['Harbour Noir']);
  });

  test('carries each reader’s own marks, and its author’s own counts', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    await write.chapter(ana, story._id, { isPublished: false });
    await read(null, story._id);
    await site.as(bo).call(calls.likeStory, idOf(story._id));
    await site.as(bo).call(library.toggleBookmark, idOf(story._id));
    expect(await read(bo, story._id)).toMatchObject({
      isLiked: true,
      isBookmarked: true,
      likes: 1,
      chapterCount: 1,
    });
    expect(await read(null, story._id)).toMatchObject({ isLiked: false, isBookmarked: false, likes: 1 });
    expect(await read(ana, story._id)).toMatchObject({ isLiked: false, likes: 1, chapterCount: 2 });
    expect(await listed(ana, story._id)).toMatchObject({ chapterCount: 2 });
  });

  test('is the contract’s entity, whether kept or loaded', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana, {
      title: 'Quotes “and” \u{1F3EE} <b>',
      description: 'a\n"b"',
    });
    const [first, again] = [await read(null, story._id), await read(null, story._id)];
    expect(again).toEqual(first);
    expect(calls.story.strict().parse(first)).toEqual(first);
  });
});
