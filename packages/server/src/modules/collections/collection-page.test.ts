import * as calls from '@inkling/contract/collections';
import { hideStory } from '@inkling/contract/hidden-stories';
import { toggleStoryLike, updateStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

/** A public collection of two stories that a visitor and a reader have opened, so that it is cached. */
async function opened() {
  const [author, owner, reader] = [await site.person(), await site.person(), await site.person()];
  const first = await write.published(author, { title: 'First' });
  const second = await write.published(author, { title: 'Second', tags: ['cosy'] });
  const body = { name: 'Lamps', visibility: 'public' as const, storyId: first.story._id };
  const params = { id: (await site.as(owner).call(calls.createCollection, { body })).body.data._id };
  await site.as(owner).call(calls.addToCollection, { params, body: { storyId: second.story._id } });
  const page = async (who: Person | null) =>
    (await site.as(who).call(calls.getCollection, { params })).body.data;
  const titles = async (who: Person | null) => (await page(who)).stories.map(({ story }) => story?.title);
  expect(await titles(null)).toEqual(['First', 'Second']);
  expect(await titles(reader)).toEqual(['First', 'Second']);
  return { author, owner, reader, params, page, titles, first: first.story._id, second: second.story._id };
}

test('what the owner does is seen at once by all', async () => {
  const { owner, reader, params, page, titles, first, second } = await opened();
  const as = site.as(owner);
  await as.call(calls.moveInCollection, { params: { ...params, storyId: second }, body: { after: null } });
  for (const who of [null, reader, owner]) expect(await titles(who)).toEqual(['Second', 'First']);
  await as.call(calls.removeFromCollection, { params: { ...params, storyId: first } });
  for (const who of [null, reader, owner]) expect(await titles(who)).toEqual(['Second']);
  await as.call(calls.updateCollection, { params, body: { name: 'Lanterns' } });
  for (const who of [null, reader, owner]) expect((await page(who)).name).toBe('Lanterns');
  await as.call(calls.updateCollection, { params, body: { visibility: 'private' } });
  for (const who of [null, reader])
    expect((await site.as(who).call(calls.getCollection, { params })).status).toBe(404);
});

test('what the reader does is seen at once, by nobody else', async () => {
  const { reader, params, page, titles, first, second } = await opened();
  const as = site.as(reader);
  await as.call(toggleStoryLike, { params: { id: first } });
  expect((await page(reader)).stories[0]?.story).toMatchObject({ isLiked: true, likes: 1 });
  expect((await page(null)).stories[0]?.story?.isLiked).toBe(false);
  await as.call(calls.saveCollection, { params });
  expect([(await page(reader)).isSaved, (await page(null)).isSaved]).toEqual([true, false]);
  await as.call(hideStory, { params: { id: first } });
  expect(await titles(reader)).toEqual(['Second']);
  await as.call(updatePreferences, { body: { hideTags: ['cosy'] } });
  expect([await titles(reader), await titles(null)]).toEqual([[], ['First', 'Second']]);
  expect(second).not.toBe(first);
});

test('withdrawn, renamed and mature stories are seen as such at once', async () => {
  const { author, reader, titles, first, second } = await opened();
  await site.as(author).call(updateStory, { params: { id: first }, body: { title: 'Renamed' } });
  for (const who of [null, reader]) expect(await titles(who)).toEqual(['Renamed', 'Second']);
  await site.as(author).call(updateStory, { params: { id: second }, body: { isPublished: false } });
  for (const who of [null, reader]) expect(await titles(who)).toEqual(['Renamed']);
  await site.as(author).call(updateStory, { params: { id: first }, body: { audience: 'mature' } });
  for (const who of [null, reader]) expect(await titles(who)).toEqual([]);
});

test('a suspended owner’s collection is gone at once', async () => {
  const { owner, params } = await opened();
  await sql`update users set suspended_at = now() where id = ${owner.id}`.execute(site.ctx.db);
  expect((await site.as(null).call(calls.getCollection, { params })).status).toBe(404);
});
