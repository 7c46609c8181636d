import { deleteMe } from '@inkling/contract/personal-data';
import { listPicks, pickStory, removePick } from '@inkling/contract/picks';
import * as storyCalls from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();
const write = writing(site);
const list = 'editors-picks' as const;

async function admin(): Promise<Person> {
  const person = await site.person();
  await setAdmin(site.ctx.db, person.id, true);
  return person;
}

const pick = (who: Person, id: string, position?: number) =>
  site
    .as(who)
    .call(pickStory, { params: { list, id }, body: { ...(position !== undefined && { position }) } });
const shown = async () =>
  (await site.as(null).call(storyCalls.listEditorsPicks, {})).body.data.map(({ title }) => title);
const managed = async (who: Person) => (await site.as(who).call(listPicks, { params: { list } })).body.data;
const empty = async (who: Person) => {
  for (const { story } of await managed(who)) {
    await site.as(who).call(removePick, { params: { list, id: story._id } });
  }
};

test('an admin picks stories, moves and removes them; readers see them in that order', async () => {
  const [ada, ben] = [await admin(), await site.person()];
  const stories = new Map<string, string>();
  for (const title of ['First', 'Second', 'Third', 'Fourth']) {
    stories.set(title, (await write.published(ben, { title })).story._id);
  }
  const id = (title: string) => stories.get(title) ?? '';
  for (const title of ['First', 'Second', 'Third']) await pick(ada, id(title));
  expect(await shown()).toEqual(['First', 'Second', 'Third']);
  await pick(ada, id('Fourth'), 2);
  await pick(ada, id('First'), 3);
  expect(await shown()).toEqual(['Fourth', 'Second', 'First', 'Third']);
  const second = await site.as(null).call(storyCalls.listEditorsPicks, { query: { page: 2, limit: 3 } });
  expect(second.body.data.map(({ title }) => title)).toEqual(['Third']);
  expect(second.body.pagination.total).toBe(4);
  await site.as(ada).call(removePick, { params: { list, id: id('Second') } });
  expect(
    (await managed(ada)).map(({ position, story, pickedBy }) => [position, story.title, pickedBy]),
  ).toEqual([
    [1, 'Fourth', ada.username],
    [2, 'First', ada.username],
    [3, 'Third', ada.username],
  ]);
  // The lists do not touch each other.
  expect((await site.as(null).call(storyCalls.listFeatured, {})).body.data).toEqual([]);
  await empty(ada);
});

test('concurrent picks end as if one came after the other', async () => {
  const [ada, ben] = [await admin(), await site.person()];
  const ids = await Promise.all(
    Array.from({ length: 6 }, async () => (await write.published(ben)).story._id),
  );
  await Promise.all(ids.map((id) => pick(ada, id, 1)));
  await Promise.all(ids.map((id, index) => pick(ada, id, index + 1)));
  expect((await managed(ada)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  await empty(ada);
});

test('only a published story can be picked; one that is unpublished leaves the list until it is back', async () => {
  const [ada, ben] = [await admin(), await site.person()];
  const draft = await write.draft(ben);
  expect((await pick(ada, draft._id)).status).toBe(404);
  expect((await pick(ada, '01900000-0000-7000-8000-000000000000')).status).toBe(404);
  const { story } = await write.published(ben, { title: 'Comes and goes' });
  await pick(ada, story._id);
  const publish = (isPublished: boolean) =>
    site.as(ben).call(storyCalls.updateStory, { params: { id: story._id }, body: { isPublished } });
  await publish(false);
  expect(await shown()).toEqual([]);
  expect(await managed(ada)).toMatchObject([{ isShown: false, story: { title: '' } }]);
  await publish(true);
  expect(await shown()).toEqual(['Comes and goes']);
  await empty(ada);
});

test('only admins see or change picks', async () => {
  const ben = await site.person();
  const { story } = await write.published(ben);
  expect((await pick(ben, story._id)).status).toBe(403);
  expect((await site.as(ben).call(listPicks, { params: { list } })).status).toBe(403);
  expect((await site.as(null).call(removePick, { params: { list, id: story._id } })).status).toBe(401);
});

test('a pick stays when the account of its admin is deleted', async () => {
  const [ada, ben] = [await admin(), await site.person()];
  const { story } = await write.published(ben, { title: 'Stays' });
  await pick(ada, story._id);
  await site.as(ada).call(deleteMe, { body: { password: testPassword } });
  expect(await shown()).toEqual(['Stays']);
});

test('the landing page shows featured picks first, in their order, but none that is mature or coming soon', async () => {
  const [ada, ben] = [await admin(), await site.person()];
  const feature = (id: string) =>
    site.as(ada).call(pickStory, { params: { list: 'featured', id }, body: {} });
  const [plain, mature] = [
    await write.published(ben, { title: 'Plain' }),
    await write.published(ben, { title: 'Mature', audience: 'mature' }),
  ];
  const soon = await write.draft(ben, { title: 'Soon', status: 'coming_soon' });
  await site.as(ben).call(storyCalls.updateStory, { params: { id: soon._id }, body: { isPublished: true } });
  const another = await write.published(ben, { title: 'Another' });
  for (const id of [mature.story._id, soon._id, plain.story._id, another.story._id]) await feature(id);
  for (const viewer of [null, ben]) {
    const { data } = (await site.as(viewer).call(storyCalls.listPublicStories, {})).body;
    const titles = data.map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(['Plain', 'Another']);
    expect(titles).not.toContain('Mature');
    expect(titles).not.toContain('Soon');
    expect(new Set(data.map(({ _id }) => _id)).size).toBe(data.length);
  }
});
