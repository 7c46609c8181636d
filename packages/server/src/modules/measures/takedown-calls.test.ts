import * as calls from '@inkling/contract/measures';
import { getStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin, setModerator } from '../users/index.ts';
import { takeMeasure } from './measures.service.ts';

const site = testApp();
const write = writing(site);
const reason = 'It is the text of somebody else.';

const admin = async () => {
  const person = await site.person();
  await setAdmin(site.ctx.db, person.id, true);
  return person;
};
const moderator = async () => {
  const person = await site.person();
  await setModerator(site.ctx.db, person.id, true);
  return person;
};
const takeDown = (who: Person, id: string) =>
  site.as(who).call(calls.takeDownText, { params: { id }, body: { reason } });
const reinstate = (who: Person, id: string) => site.as(who).call(calls.reinstateText, { params: { id } });
const list = async (who: Person) => (await site.as(who).call(calls.listTakedowns, {})).body.data;
const status = async (id: string) => (await site.as(null).call(getStory, { params: { id } })).status;

test('a moderator takes a story and a chapter down, lists both, and reinstates them; the log says who', async () => {
  const [ben, author] = [await moderator(), await site.person()];
  const { story } = await write.published(author);
  const { story: other, chapters } = await write.published(author);
  const chapter = chapters[0]?._id ?? '';
  expect((await takeDown(ben, story._id)).status).toBe(200);
  expect((await takeDown(ben, story._id)).failure.code).toBe('CONFLICT');
  site.clock.advance(1000);
  expect((await takeDown(ben, chapter)).status).toBe(200);
  expect(await status(story._id)).toBe(404);
  expect(await list(ben)).toMatchObject([
    { _id: chapter, kind: 'chapter', story: { _id: other._id }, author: author.username, reason },
    { _id: story._id, kind: 'story', title: story.title },
  ]);
  const found = async (text: string) =>
    (await site.as(ben).call(calls.listTakedowns, { query: { text } })).body.data.map(({ _id }) => _id);
  expect(await found(other._id)).toEqual([chapter]);
  expect(await found(chapter)).toEqual([chapter]);
  expect(await found(story._id)).toEqual([story._id]);
  const log = (await site.as(await admin()).call(calls.listLog, { query: { person: ben.username } })).body
    .data;
  expect(log.map(({ action, by }) => [action, by?._id])).toEqual([
    ['applied', ben.id],
    ['applied', ben.id],
  ]);
  for (const id of [story._id, chapter]) expect((await reinstate(ben, id)).status).toBe(200);
  expect(await status(story._id)).toBe(200);
  expect(await list(ben)).toEqual([]);
  const unknown = '01900000-0000-7000-8000-000000000000';
  for (const { status: code } of [await takeDown(ben, unknown), await reinstate(ben, unknown)])
    expect(code).toBe(404);
});

test('of two moderators at once, one takes a text down, and its author gets one email', async () => {
  const [ben, cleo, author] = [await moderator(), await moderator(), await site.person()];
  const { story, chapters } = await write.published(author);
  for (const id of [chapters[0]?._id ?? '', story._id]) {
    const both = await Promise.all([takeDown(ben, id), takeDown(cleo, id)]);
    expect(both.map((response) => response.status).toSorted()).toEqual([200, 409]);
    await reinstate(ben, id);
  }
  const rows = await site.ctx.db
    .selectFrom('measures')
    .select('subject_kind')
    .where('person_id', '=', author.id)
    .execute();
  // An email for each measure.
  expect(rows.map((row) => row.subject_kind).toSorted()).toEqual(['chapter', 'story']);
});

test('what the team wrote is taken down by admins, and no one decides about their own', async () => {
  const [ben, cleo, ana] = [await moderator(), await moderator(), await admin()];
  const { story: ofCleo } = await write.published(cleo);
  const { story: ofAna } = await write.published(ana);
  const { story: ofBen } = await write.published(ben);
  for (const response of [
    await takeDown(ben, ofCleo._id),
    await takeDown(ben, ofAna._id),
    await takeDown(ben, ofBen._id),
    await takeDown(ana, ofAna._id),
  ])
    expect([response.status, response.failure.code]).toEqual([403, 'NOT_ALLOWED']);
  expect((await takeDown(ana, ofCleo._id)).status).toBe(200);
  expect(await list(ben)).toEqual([]);
  expect(await list(ana)).toMatchObject([{ _id: ofCleo._id }]);
  expect((await reinstate(ben, ofCleo._id)).status).toBe(403);
  expect((await reinstate(ana, ofCleo._id)).status).toBe(200);
});

test('lifting the takedown of a story leaves the removal of its cover in force', async () => {
  const [ben, author] = [await moderator(), await site.person()];
  const { story } = await write.published(author);
  await transaction(site.ctx.db, (tx) =>
    takeMeasure(site.ctx, tx, {
      kind: 'remove',
      personId: author.id,
      subject: { kind: 'cover', id: story._id, title: 'The cover' },
      reason,
      until: null,
      entryId: null,
      byId: ben.id,
    }),
  );
  expect((await takeDown(ben, story._id)).status).toBe(200);
  expect((await reinstate(ben, story._id)).status).toBe(200);
  const { data } = (await site.as(ben).call(calls.listMeasures, { query: { person: author.id } })).body;
  expect(data.map(({ subject, endedAt }) => [subject?.kind, endedAt === null]).sort()).toEqual([
    ['cover', true],
    ['story', false],
  ]);
});
