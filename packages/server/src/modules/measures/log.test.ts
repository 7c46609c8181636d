import { createGenre, deleteGenre } from '@inkling/contract/genres';
import { listLog } from '@inkling/contract/measures';
import { pickStory, removePick } from '@inkling/contract/picks';
import { givePlan, takeBackPlan } from '@inkling/contract/plans';
import { changeSettings } from '@inkling/contract/site';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { uniqueName } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';
import { suspend, unsuspend } from './command-line.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);

async function admin(): Promise<Person> {
  const person = await site.person();
  await setAdmin(site.ctx.db, person.id, true);
  return person;
}
const log = async (who: Person, query: object = {}) => (await site.as(who).call(listLog, { query })).body;

test('picks, genres, gifts of plans and settings are logged with who and when, the newest first', async () => {
  const [ada, ben] = [await admin(), await site.person()];
  const { story } = await write.published(ben, { title: 'The Lamp' });
  const pick = { params: { list: 'featured' as const, id: story._id } };
  await site.as(ada).call(pickStory, { ...pick, body: {} });
  // Moving it is no new pick.
  await site.as(ada).call(pickStory, { ...pick, body: { position: 1 } });
  await site.as(ada).call(removePick, pick);
  const name = uniqueName();
  const genre = await site.as(ada).call(createGenre, { body: { name, description: '' } });
  await site.as(ada).call(deleteGenre, { params: { id: genre.body.data._id } });
  const gift = { params: { username: ben.username } };
  await site.as(ada).call(givePlan, { ...gift, body: { plan: 'pro', until: null } });
  await site.as(ada).call(takeBackPlan, gift);
  await site.as(ada).call(changeSettings, { body: { repeatedTexts: 5 } });
  await suspend(site.ctx, ben.id);
  await unsuspend(site.ctx, ben.id);
  const { data, pagination } = await log(ada);
  expect(
    data.map(({ action, by, person, title, detail }) => [
      action,
      by?.username ?? null,
      person?.username ?? null,
      title,
      detail,
    ]),
  ).toEqual([
    ['lifted', null, ben.username, '', 'suspend'],
    ['applied', null, ben.username, '', 'suspend'],
    ['settings-changed', ada.username, null, '', 'repeatedTexts'],
    ['plan-taken-back', ada.username, ben.username, '', ''],
    ['plan-given', ada.username, ben.username, '', 'pro'],
    ['genre-deleted', ada.username, null, '', name],
    ['genre-created', ada.username, null, '', name],
    ['story-unpicked', ada.username, null, 'The Lamp', 'featured'],
    ['story-picked', ada.username, null, 'The Lamp', 'featured'],
  ]);
  expect(data[0]).toMatchObject({ at: site.clock.now().toISOString(), isByPerson: false });
  expect(pagination.total).toBe(9);
});

test('the log is read page by page, and by or about one person, by admins alone', async () => {
  const [cleo, dan] = [await admin(), await site.person()];
  await suspend(site.ctx, dan.id);
  await site.as(cleo).call(changeSettings, { body: { repeatedTexts: 4 } });
  expect(
    (await log(cleo, { person: `@${dan.username.toUpperCase()}` })).data.map(({ action }) => action),
  ).toEqual(['applied']);
  expect((await log(cleo, { person: cleo.username })).data.map(({ action }) => action)).toEqual([
    'settings-changed',
  ]);
  expect((await log(cleo, { person: 'no_such_person' })).data).toEqual([]);
  const [first] = (await log(cleo, { limit: 1 })).data;
  const [second] = (await log(cleo, { limit: 1, page: 2 })).data;
  expect(first?.number).toBe((second?.number ?? 0) + 1);
  for (const who of [dan, null])
    expect((await site.as(who).call(listLog, { query: {} })).status).toBe(who === null ? 401 : 403);
});

test('the log keeps what a deleted admin did, and not who it was', async () => {
  const [eve, fay] = [await admin(), await admin()];
  await site.as(eve).call(changeSettings, { body: { repeatedTexts: 6 } });
  await sql`delete from users where id = ${eve.id}`.execute(site.ctx.db);
  expect((await log(fay)).data[0]).toMatchObject({ action: 'settings-changed', by: null, isByPerson: true });
});

test('what is undone leaves no trace in the log', async () => {
  const gil = await admin();
  const before = (await log(gil)).pagination.total;
  const name = uniqueName();
  await site.as(gil).call(createGenre, { body: { name, description: '' } });
  expect((await site.as(gil).call(createGenre, { body: { name, description: '' } })).status).toBe(409);
  expect((await log(gil)).pagination.total).toBe(before + 1);
});
