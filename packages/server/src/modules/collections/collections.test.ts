import { blockUser, muteUser, unblockUser } from '@inkling/contract/blocks';
import * as calls from '@inkling/contract/collections';
import { hideStory } from '@inkling/contract/hidden-stories';
import { newId } from '@inkling/contract/new-id';
import * as stories from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setSuspended } from '../users/index.ts';
import { collectionSaved } from './collections.events.ts';
import { collectionPage } from './collections.queries.ts';

const site = testApp();
const write = writing(site);
const unknown = '01900000-0000-7000-8000-000000000000';

const idOf = (id: string) => ({ params: { id } });
type Visibility = calls.CollectionVisibility;
const create = async (owner: Person, visibility: Visibility = 'private', name = 'Sea stories') =>
  (await site.as(owner).call(calls.createCollection, { body: { name, visibility } })).body.data;
const get = (viewer: Person | null, id: string, query = {}) =>
  site.as(viewer).call(calls.getCollection, { ...idOf(id), query });
const add = (owner: Person, id: string, storyId: string, after?: string | null) =>
  site
    .as(owner)
    .call(calls.addToCollection, { ...idOf(id), body: { storyId, ...(after !== undefined && { after }) } });
const remove = (owner: Person, id: string, storyId: string) =>
  site.as(owner).call(calls.removeFromCollection, { params: { id, storyId } });
const move = (owner: Person, id: string, storyId: string, after: string | null) =>
  site.as(owner).call(calls.moveInCollection, { params: { id, storyId }, body: { after } });
const update = (owner: Person, id: string, body: Parameters<typeof create>[1] | object) =>
  site.as(owner).call(calls.updateCollection, { ...idOf(id), body: body as object });
const titles = async (viewer: Person | null, id: string) =>
  (await get(viewer, id)).body.data.stories.map(({ story }) => story?.title ?? null);
const published = async (author: Person, title: string, more: object = {}) =>
  (await write.published(author, { title, ...more })).story._id;
const publish = (author: Person, id: string, isPublished: boolean) =>
  site.as(author).call(stories.updateStory, { ...idOf(id), body: { isPublished } });
const withStory = async (viewer: Person | null, storyId: string) =>
  (await site.as(viewer).call(calls.listCollectionsWithStory, idOf(storyId))).body;
const publicOf = async (viewer: Person | null, { username }: Person) =>
  (await site.as(viewer).call(calls.listPublicCollections, { params: { username } })).body.data;
const saved = async (reader: Person) => (await site.as(reader).call(calls.listSavedCollections, {})).body;
const save = (reader: Person, id: string) => site.as(reader).call(calls.saveCollection, idOf(id));

test('the owner says why a story is there; everyone who sees the story reads it, and Undo brings it back', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const [lamp, oar] = [await published(ana, 'Lamp'), await published(ana, 'Oar')];
  const { _id: id } = await create(ana, 'public');
  await add(ana, id, lamp);
  const setNote = (person: Person, storyId: string, note: string) =>
    site.as(person).call(calls.setCollectedNote, { params: { id, storyId }, body: { note } });
  expect((await setNote(ana, lamp, ' For its last chapter. ')).status).toBe(200);
  expect((await setNote(bo, lamp, 'No.')).status).toBe(403);
  expect((await setNote(ana, oar, 'Not in it.')).status).toBe(404);
  expect((await setNote(ana, lamp, 'x'.repeat(501))).status).toBe(400);
  const notes = async (viewer: Person | null) =>
    (await get(viewer, id)).body.data.stories.map(({ note }) => note);
  for (const viewer of [ana, bo, null]) expect(await notes(viewer)).toEqual(['For its last chapter.']);
  await remove(ana, id, lamp);
  const body = { storyId: lamp, after: null, note: 'For its last chapter.' };
  await site.as(ana).call(calls.addToCollection, { ...idOf(id), body });
  expect(await notes(bo)).toEqual(['For its last chapter.']);
  await setNote(ana, lamp, '');
  expect(await notes(bo)).toEqual(['']);
});

describe('POST /collections', () => {
  test('creates a private collection, with a first story if one is named, once for each chosen id', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'First');
    const body = { _id: newId(site.clock.now().getTime()), name: '  Sea \n stories ', storyId: story };
    const first = await site.as(ana).call(calls.createCollection, { body });
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      _id: body._id,
      name: 'Sea stories',
      visibility: 'private',
      storyCount: 1,
      covers: [{ _id: story, title: 'First', author: { _id: ben.id } }],
    });
    expect((await site.as(ana).call(calls.createCollection, { body })).body.data).toEqual(first.body.data);
    const other = await site.as(ben).call(calls.createCollection, { body });
    expect([other.status, other.failure.code]).toEqual([409, 'ID_TAKEN']);
    expect((await site.as(ana).call(calls.listMyCollections, {})).body.pagination.total).toBe(1);
  });

  test('refuses an empty name, and a first story that the reader may not open', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const nameless = await site.as(ana).call(calls.createCollection, { body: { name: ' ' } });
    expect(nameless.failure.errors?.[0]).toEqual({ path: 'name', message: 'Please enter a name.' });
    const draft = await write.draft(ben);
    const body = { name: 'Drafts', storyId: draft._id };
    expect((await site.as(ana).call(calls.createCollection, { body })).status).toBe(404);
    expect((await site.as(ana).call(calls.listMyCollections, {})).body.data).toEqual([]);
  });
});

describe('who sees a collection', () => {
  test('private: its owner; unlisted: everyone with the link; public: also lists', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'Shared');
    const { _id: id } = await create(ana);
    await add(ana, id, story);
    const seen = async () => ({
      opened: [(await get(ana, id)).status, (await get(ben, id)).status, (await get(null, id)).status],
      listed: [
        (await publicOf(null, ana)).length,
        (await publicOf(ana, ana)).length,
        (await withStory(ben, story)).data.length,
        (await withStory(ben, story)).pagination.total,
      ],
    });
    expect(await seen()).toEqual({ opened: [200, 404, 404], listed: [0, 0, 0, 0] });
    await update(ana, id, { visibility: 'unlisted' });
    expect(await seen()).toEqual({ opened: [200, 200, 200], listed: [0, 0, 0, 0] });
    await update(ana, id, { visibility: 'public' });
    expect(await seen()).toEqual({ opened: [200, 200, 200], listed: [1, 1, 1, 1] });
    expect((await get(ben, unknown)).failure).toMatchObject({ message: 'Collection not found' });
  });

  test('no one but the owner changes it: others get 404 for a private one, 403 for a public one', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'Not yours');
    const { _id: id } = await create(ana);
    await add(ana, id, story);
    const tries = async () => [
      (await update(ben, id, { name: 'Mine' })).status,
      (await add(ben, id, story)).status,
      (await remove(ben, id, story)).status,
      (await move(ben, id, story, null)).status,
      (await site.as(ben).call(calls.deleteCollection, idOf(id))).status,
    ];
    expect(await tries()).toEqual([404, 404, 404, 404, 404]);
    await update(ana, id, { visibility: 'public' });
    expect(await tries()).toEqual([403, 403, 403, 403, 403]);
    const { failure } = await update(ben, id, { name: 'Mine' });
    expect(failure.message).toBe('Only the owner can change this collection.');
    expect((await get(null, id)).body.data).toMatchObject({ name: 'Sea stories', storyCount: 1 });
  });

  test('while its owner is suspended or leaving it is not found, in no list, and not counted', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'Waiting');
    const { _id: id } = await create(ana, 'public');
    await add(ana, id, story);
    await save(ben, id);
    const seen = async () => [
      (await get(null, id)).status,
      (await publicOf(null, ana)).length,
      (await withStory(null, story)).data.length,
      (await withStory(null, story)).pagination.total,
      (await saved(ben)).pagination.total,
    ];
    expect(await seen()).toEqual([200, 1, 1, 1, 1]);
    await setSuspended(site.ctx.db, ana.id, site.clock.now());
    expect(await seen()).toEqual([404, 0, 0, 0, 0]);
    await setSuspended(site.ctx.db, ana.id, null);
    expect(await seen()).toEqual([200, 1, 1, 1, 1]);
    await sql`update users set deletion_due_at = now() where id = ${ana.id}`.execute(site.ctx.db);
    expect((await get(null, id)).status).toBe(404);
    expect((await withStory(null, story)).pagination.total).toBe(0);
  });
});

describe('GET /collections/{id}', () => {
  test('shows a withdrawn story to the owner only, as unavailable, and shows it again when it returns', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const [one, two] = [await published(ben, 'One'), await published(ben, 'Two')];
    const { _id: id } = await create(ana, 'public');
    for (const story of [one, two]) await add(ana, id, story);
    await publish(ben, one, false);
    for (const viewer of [null, ben]) {
      const { data, pagination } = (await get(viewer, id)).body;
      expect(data.stories.map(({ story }) => story?.title)).toEqual(['Two']);
      expect([data.storyCount, pagination.total]).toEqual([1, 1]);
    }
    const own = (await get(ana, id)).body.data;
    expect(own.stories.map(({ _id, story }) => [_id, story?.title ?? null])).toEqual([
      [one, null],
      [two, 'Two'],
    ]);
    expect(own.storyCount).toBe(2);
    const [card] = await publicOf(null, ana);
    expect([card?.storyCount, card?.covers.map(({ title }) => title)]).toEqual([1, ['Two']]);
    await publish(ben, one, true);
    expect(await titles(null, id)).toEqual(['One', 'Two']);
    await site.as(ben).call(stories.deleteStory, idOf(one));
    expect([await titles(null, id), await titles(ana, id)]).toEqual([['Two'], [null, 'Two']]);
    expect((await remove(ana, id, one)).body.storyCount).toBe(1);
  });

  test('an erased story stays as unavailable until its owner removes it', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'Erased');
    const { _id: id } = await create(ana, 'public');
    await add(ana, id, story);
    await sql`delete from stories where id = ${story}`.execute(site.ctx.db);
    expect([await titles(null, id), await titles(ana, id)]).toEqual([[], [null]]);
    expect((await remove(ana, id, story)).body.storyCount).toBe(0);
  });

  test('shows no mature, hidden or filtered story to others, and does not count it', async () => {
    const [ana, ben, cem] = [await site.person(), await site.person(), await site.person()];
    const { _id: id } = await create(ana, 'public');
    const plain = await published(ben, 'Plain');
    for (const story of [
      plain,
      await published(ben, 'Mature', { audience: 'mature' }),
      await published(ben, 'Gory', { contentWarnings: ['gore'] }),
    ])
      await add(ana, id, story);
    expect(await titles(null, id)).toEqual(['Plain', 'Gory']);
    expect(await titles(ana, id)).toEqual(['Plain', 'Mature', 'Gory']);
    await site.as(cem).call(updatePreferences, { body: { showsMature: true, hideWarnings: ['gore'] } });
    expect(await titles(cem, id)).toEqual(['Plain', 'Mature']);
    await site.as(cem).call(hideStory, idOf(plain));
    const { data, pagination } = (await get(cem, id)).body;
    expect([data.stories.map(({ story }) => story?.title), data.storyCount, pagination.total]).toEqual([
      ['Mature'],
      1,
      1,
    ]);
    const [card] = await publicOf(cem, ana);
    expect([card?.storyCount, card?.covers.map(({ title }) => title)]).toEqual([1, ['Mature']]);
    await save(cem, id);
    expect((await saved(cem)).data[0]?.storyCount).toBe(1);
  });

  test('an owner’s own draft is in it for the owner only', async () => {
    const ana = await site.person();
    const draft = await write.draft(ana, { title: 'My draft' });
    const { _id: id } = await create(ana, 'public');
    await add(ana, id, draft._id);
    expect([await titles(ana, id), await titles(null, id)]).toEqual([['My draft'], []]);
    expect((await publicOf(null, ana))[0]).toMatchObject({ storyCount: 0, covers: [] });
    expect((await publicOf(ana, ana))[0]).toMatchObject({ storyCount: 1, covers: [{ title: 'My draft' }] });
  });

  test('has pages in the owner’s order', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id: id } = await create(ana, 'unlisted');
    const ids = [];
    for (const title of ['A', 'B', 'C']) ids.push(await published(ben, title));
    for (const story of ids) await add(ana, id, story);
    const page = async (viewer: Person | null, number: number) => {
      const { data, pagination } = (await get(viewer, id, { page: number, limit: 2 })).body;
      return [data.stories.map(({ story }) => story?.title), pagination.total, pagination.hasMore];
    };
    for (const viewer of [ana, null]) {
      expect([await page(viewer, 1), await page(viewer, 2), await page(viewer, 3)]).toEqual([
        [['A', 'B'], 3, true],
        [['C'], 3, false],
        [[], 3, false],
      ]);
    }
  });
});

describe('stories of a collection', () => {
  test('are added once, only if the owner may open them, and removed', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'Kept');
    const draft = await write.draft(ben);
    const { _id: id } = await create(ana);
    for (const _ of [1, 2]) expect((await add(ana, id, story.toUpperCase())).body.storyCount).toBe(1);
    for (const hidden of [draft._id, unknown]) {
      const refused = await add(ana, id, hidden);
      expect([refused.status, refused.failure.message]).toEqual([404, 'Story not found']);
    }
    for (const _ of [1, 2]) expect((await remove(ana, id, story)).body.storyCount).toBe(0);
    expect(await titles(ana, id)).toEqual([]);
  });

  test('PUT …/position moves a story behind another one or to the beginning', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id: id } = await create(ana);
    const ids = new Map<string, string>();
    for (const title of ['A', 'B', 'C', 'D']) ids.set(title, await published(ben, title));
    const of = (title: string) => ids.get(title) ?? '';
    for (const story of ids.values()) await add(ana, id, story);
    await move(ana, id, of('D'), of('A'));
    await move(ana, id, of('C'), null);
    await move(ana, id, of('B'), of('B'));
    expect(await titles(ana, id)).toEqual(['C', 'A', 'D', 'B']);
    await remove(ana, id, of('A'));
    const moved = await move(ana, id, of('C'), of('A'));
    expect([moved.status, moved.failure.message]).toEqual([
      409,
      'The collection has changed in the meantime. Reload the page, then move the story again.',
    ]);
    const gone = await move(ana, id, of('A'), null);
    expect([gone.status, gone.failure.message]).toEqual([404, 'This story isn’t in the collection.']);
    // What 'Undo' does after a removal.
    await add(ana, id, of('A'), of('C'));
    expect(await titles(ana, id)).toEqual(['C', 'A', 'D', 'B']);
    await remove(ana, id, of('D'));
    await add(ana, id, of('D'), unknown);
    await remove(ana, id, of('A'));
    await add(ana, id, of('A'), null);
    expect(await titles(ana, id)).toEqual(['A', 'C', 'B', 'D']);
  });

  test('GET /stories/{id}/my-collections lists my collections by name, and which have the story', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const story = await published(ben, 'Listed');
    const draft = await write.draft(ben);
    await create(ana, 'private', 'beta');
    const { _id: alpha } = await create(ana, 'public', 'Alpha');
    await create(ben, 'public', 'Not mine');
    await add(ana, alpha, story);
    const { data } = (await site.as(ana).call(calls.listCollectionsOfStory, idOf(story))).body;
    expect(data.map(({ name, hasStory, storyCount }) => [name, hasStory, storyCount])).toEqual([
      ['Alpha', true, 1],
      ['beta', false, 0],
    ]);
    expect((await site.as(ana).call(calls.listCollectionsOfStory, idOf(draft._id))).status).toBe(404);
    expect((await site.as(ana).call(calls.listCollectionsWithStory, idOf(draft._id))).status).toBe(404);
  });

  test('GET /collections lists mine with up to three covers, last changed first', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id: first } = await create(ana, 'private', 'First');
    site.clock.advance(1000);
    await create(ana, 'public', 'Second');
    site.clock.advance(1000);
    for (const title of ['A', 'B', 'C', 'D']) await add(ana, first, await published(ben, title));
    const { data } = (await site.as(ana).call(calls.listMyCollections, {})).body;
    expect(data.map(({ name, covers }) => [name, covers.map(({ title }) => title)])).toEqual([
      ['First', ['A', 'B', 'C']],
      ['Second', []],
    ]);
  });
});

describe('POST /collections/{id}/stories/add and …/remove', () => {
  const several = (owner: Person, id: string, ids: string[]) =>
    site.as(owner).call(calls.addSeveralToCollection, { ...idOf(id), body: { stories: ids } });
  const removeSeveral = (owner: Person, id: string, ids: string[]) =>
    site.as(owner).call(calls.removeSeveralFromCollection, { ...idOf(id), body: { stories: ids } });

  test('add several in their order, leave out the rest, and take back what they added', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const [one, two, three, gone] = [
      await published(ben, 'One'),
      await published(ben, 'Two'),
      await published(ben, 'Three'),
      await published(ben, 'Gone'),
    ];
    const { _id: id } = await create(ana);
    await add(ana, id, two);
    await publish(ben, gone, false);
    const { body } = await several(ana, id, [three, gone, two, one, unknown, three.toUpperCase()]);
    expect({ ...body, added: body.added.toSorted() }).toEqual({
      success: true,
      storyCount: 3,
      added: [one, three].toSorted(),
    });
    expect(await titles(ana, id)).toEqual(['Two', 'Three', 'One']);
    expect((await several(ana, id, [one, gone])).body).toMatchObject({ storyCount: 3, added: [] });
    expect((await removeSeveral(ana, id, [...body.added, gone])).body.storyCount).toBe(1);
    expect(await titles(ana, id)).toEqual(['Two']);
    expect((await removeSeveral(ana, id, body.added)).body.storyCount).toBe(1);
    expect((await several(ben, id, [one])).status).toBe(404);
    expect((await removeSeveral(ben, id, [two])).status).toBe(404);
  });

  test('take 1 to 100 stories, and add none where they would be more than 1,000', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id: id } = await create(ana);
    const ids = Array.from({ length: 101 }, (_, n) => `${unknown.slice(0, -3)}${String(n).padStart(3, '0')}`);
    expect((await several(ana, id, ids)).status).toBe(400);
    expect((await several(ana, id, [])).status).toBe(400);
    await sql`update collections set stories = 999 where id = ${id}`.execute(site.ctx.db);
    await sql`
      insert into collection_stories (collection_id, story_id, rank, added_at)
      select ${id}::uuid, uuidv7(), place * 1000, now() from generate_series(1, 999) as place`.execute(
      site.ctx.db,
    );
    const both = [await published(ben, 'One'), await published(ben, 'Two')];
    expect((await several(ana, id, both)).failure).toMatchObject({ code: 'QUOTA_REACHED' });
    expect((await get(ana, id)).body.data.storyCount).toBe(999);
    expect((await several(ana, id, both.slice(1))).body).toMatchObject({ storyCount: 1000 });
  });
});

describe('saved collections', () => {
  test('are saved and removed once, and only those of others', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id: id } = await create(ana, 'unlisted');
    for (const _ of [1, 2]) expect((await save(ben, id)).body.isSaved).toBe(true);
    expect((await get(ben, id)).body.data.isSaved).toBe(true);
    expect((await save(ana, id)).body.isSaved).toBe(false);
    expect([(await saved(ben)).pagination.total, (await saved(ana)).pagination.total]).toEqual([1, 0]);
    expect(await emittedEvents(site, collectionSaved, ben.id)).toEqual([
      { collectionId: id, ownerId: ana.id, readerId: ben.id },
    ]);
    expect(await emittedEvents(site, collectionSaved, ana.id)).toHaveLength(1);
    for (const _ of [1, 2])
      expect((await site.as(ben).call(calls.unsaveCollection, idOf(id))).body.isSaved).toBe(false);
    expect((await saved(ben)).data).toEqual([]);
  });

  test('one that becomes private leaves the list, and returns when it is opened again; a deleted one goes', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { _id: id } = await create(ana, 'public');
    await save(ben, id);
    await update(ana, id, { visibility: 'private' });
    expect((await saved(ben)).pagination.total).toBe(0);
    expect((await save(ben, id)).status).toBe(404);
    await update(ana, id, { visibility: 'unlisted' });
    expect((await saved(ben)).data.map(({ _id }) => _id)).toEqual([id]);
    expect((await site.as(ana).call(calls.deleteCollection, idOf(id))).status).toBe(200);
    expect((await saved(ben)).pagination.total).toBe(0);
    expect((await get(ana, id)).status).toBe(404);
    expect((await site.as(ana).call(calls.deleteCollection, idOf(id))).status).toBe(404);
  });
});

describe('the author of a story', () => {
  const exclude = (who: Person | null, id: string, storyId: string) =>
    site.as(who).call(calls.excludeFromCollection, { params: { id, storyId } });
  const readmit = (who: Person, id: string, storyId: string) =>
    site.as(who).call(calls.readmitToCollection, { params: { id, storyId } });

  test('takes it out of a collection for all but the owner, however often it is added again', async () => {
    const [author, ana, bo] = [await site.person(), await site.person(), await site.person()];
    const [lamp, oar] = [await published(author, 'Lamp'), await published(await site.person(), 'Oar')];
    const { _id: id } = await create(ana, 'public');
    for (const story of [lamp, oar]) await add(ana, id, story);
    const note = { params: { id, storyId: lamp }, body: { note: 'zqxnote' } };
    await site.as(ana).call(calls.setCollectedNote, note);
    const feed = async () => (await site.app.http.inject(`/feeds/collection/${id}.atom`)).body;
    // Feeds wait for what was just published.
    site.clock.advance(10 * minute);
    expect(await feed()).toContain('Lamp');
    const revision = async () => (await collectionPage.findRevisions(site.ctx.db, [id])).get(id)?.revision;
    const before = await revision();
    expect((await exclude(author, id, lamp)).status).toBe(200);
    expect(await revision()).not.toBe(before);
    const isOut = async () => {
      for (const viewer of [null, bo, author]) {
        expect(await titles(viewer, id)).toEqual(['Oar']);
        expect((await get(viewer, id)).body.data.storyCount).toBe(1);
        expect((await withStory(viewer, lamp)).pagination.total).toBe(0);
        const listed = JSON.stringify([
          await publicOf(viewer, ana),
          (await get(viewer, id)).body,
          await feed(),
        ]);
        expect(listed).not.toMatch(/Lamp|zqxnote/);
        expect((await publicOf(viewer, ana))[0]?.storyCount).toBe(1);
      }
      expect(await titles(ana, id)).toEqual(expect.arrayContaining(['Lamp', 'Oar']));
      const own = (await get(ana, id)).body.data.stories.map(({ _id, isExcluded }) => [_id, isExcluded]);
      expect(Object.fromEntries(own)).toEqual({ [lamp]: true, [oar]: false });
    };
    await isOut();
    await remove(ana, id, lamp);
    await add(ana, id, lamp);
    await isOut();
    for (const visibility of ['private', 'public'] as const) await update(ana, id, { visibility });
    await isOut();
    // The list of another reader is another one.
    const other = await create(bo, 'public');
    await add(bo, other._id, lamp);
    expect(await titles(null, other._id)).toEqual(['Lamp']);
    expect((await readmit(author, id, lamp)).status).toBe(200);
    expect((await titles(null, id)).toSorted()).toEqual(['Lamp', 'Oar']);
  });

  test('takes out neither the stories of others, nor any out of private collections', async () => {
    const [author, ana] = [await site.person(), await site.person()];
    const [lamp, oar] = [await published(author, 'Lamp'), await published(ana, 'Oar')];
    const [open, closed] = [await create(ana, 'public'), await create(ana)];
    for (const { _id } of [open, closed]) for (const story of [lamp, oar]) await add(ana, _id, story);
    for (const act of [exclude, readmit]) {
      expect((await act(author, open._id, oar)).status).toBe(403);
      // The owner does not end what an author decided.
      expect((await act(ana, open._id, lamp)).status).toBe(403);
      expect((await act(author, closed._id, lamp)).status).toBe(404);
      expect((await act(author, open._id, unknown)).status).toBe(404);
    }
    expect((await exclude(null, open._id, lamp)).status).toBe(401);
    expect(await titles(null, open._id)).toEqual(['Lamp', 'Oar']);
    expect(await titles(ana, closed._id)).toEqual(['Lamp', 'Oar']);
  });

  test('has no collections of people with a block, made by either, at the story', async () => {
    const [author, ana, bo, cleo] = await Promise.all([1, 2, 3, 4].map(() => site.person()));
    if (!author || !ana || !bo || !cleo) throw new Error('Not enough people.');
    const lamp = await published(author, 'Lamp');
    for (const owner of [ana, bo, cleo]) await add(owner, (await create(owner, 'public'))._id, lamp);
    const owners = async (viewer: Person | null) =>
      (await withStory(viewer, lamp)).data.map(({ owner }) => owner._id).toSorted();
    expect(await owners(null)).toEqual([ana.id, bo.id, cleo.id].toSorted());
    await site.as(author).call(blockUser, { params: { id: ana.id } });
    await site.as(bo).call(blockUser, { params: { id: author.id } });
    await site.as(cleo).call(muteUser, { params: { id: author.id } });
    for (const viewer of [null, author, cleo, await site.person()]) {
      expect(await owners(viewer)).toEqual([cleo.id]);
      expect((await withStory(viewer, lamp)).pagination.total).toBe(1);
    }
    await site.as(author).call(unblockUser, { params: { id: ana.id } });
    expect(await owners(null)).toEqual([ana.id, cleo.id].toSorted());
  });
});
