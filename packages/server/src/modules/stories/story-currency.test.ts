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

const read = async (person: Person | null, id: string) =>
  (await site.as(person).call(calls.getStory, idOf(id))).body.data;
const listed = async (person: Person | null, id: string) =>
  (await site.as(person).call(calls.listStories, { query: { limit: 50 } })).body.data.find(
    ({ _id }) => _id === id,
  );

/** A change by another process, which does not touch this process's caches. */
const changeElsewhere = (statement: ReturnType<typeof sql>) => statement.execute(site.ctx.db);

describe('a cached story', () => {
  test('shows changes by another process at once, on its page and in lists [P08]', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const id = story._id;
    await Promise.all([read(null, id), read(bo, id), listed(null, id), listed(bo, id)]);
    await changeElsewhere(sql`update stories set title = 'The Other Lamp' where id = ${id}`);
    await changeElsewhere(sql`update story_counts set views = 41 where story_id = ${id}`);
    for (const found of [
      await read(null, id),
      await read(bo, id),
      await listed(null, id),
      await listed(bo, id),
    ]) {
      expect(found).toMatchObject({ title: 'The Other Lamp', viewCount: 41, stats: { views: 41 } });
    }
    await changeElsewhere(sql`update users set display_name = 'Ana the Elder' where id = ${ana.id}`);
    expect((await read(null, id)).author.displayName).toBe('Ana the Elder');
  });

  test('shows when it was last saved, even if nothing else changed', async () => {
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

  test('disappears for other viewers at once when another process unpublishes it [P08]', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    await Promise.all([read(null, story._id), read(bo, story._id), listed(null, story._id)]);
    await changeElsewhere(sql`update stories set is_published = false where id = ${story._id}`);
    expect((await site.as(null).call(calls.getStory, idOf(story._id))).status).toBe(404);
    expect((await site.as(bo).call(calls.getStory, idOf(story._id))).status).toBe(404);
    expect(await listed(null, story._id)).toBeUndefined();
    expect((await read(ana, story._id)).isPublished).toBe(false);
  });

  test('shows the new name of a renamed genre', async () => {
    const [ana, admin] = [await site.person(), await site.person()];
    await setAdmin(site.ctx.db, admin.id, true);
    const created = await site.as(admin).call(genres.createGenre, { body: { name: 'Lighthouse Noir' } });
    const { story } = await write.published(ana, { genres: [created.body.data._id] });
    await read(null, story._id);
    await changeElsewhere(sql`update genres set name = 'Harbour Noir' where id = ${created.body.data._id}`);
    expect((await read(null, story._id)).genres.map(({ name }) => name)).toEqual(['Harbour Noir']);
  });

  test('has each reader’s own marks, and for its author the counts with drafts', async () => {
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

  test('matches the schema of the contract, whether cached or loaded [R16]', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana, {
      title: 'Quotes “and” \u{1F3EE} <b>',
      description: 'a\n"b"',
    });
    const [first, second] = [await read(null, story._id), await read(null, story._id)];
    expect(second).toEqual(first);
    expect(calls.story.strict().parse(first)).toEqual(first);
  });
});
