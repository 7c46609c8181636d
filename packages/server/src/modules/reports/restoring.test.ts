import { deleteComment, getComment } from '@inkling/contract/comments';
import * as communities from '@inkling/contract/communities';
import { reportLimits } from '@inkling/contract/limits';
import { listMeasures } from '@inkling/contract/measures';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { getStory, updateStory, uploadBookCover } from '@inkling/contract/stories';
import { deleteImage, uploadProfileImage } from '@inkling/contract/uploads';
import { updateProfile } from '@inkling/contract/users';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { commenting } from '../comments/comments-for-tests.fixture.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { sweepImages } from '../uploads/uploads.service.ts';
import { reports } from './index.ts';
import { reporting } from './reports-for-tests.fixture.ts';

const site = testApp();
const write = writing(site);
const comments = commenting(site);
const { admin, report, idOf, details, decide, remove, lift, signedIn } = reporting(site);

const picture = async () => {
  const plain = sharp({ create: { width: 900, height: 900, channels: 3, background: '#753' } });
  return { body: {}, file: { name: 'lamp.jpg', bytes: await plain.jpeg().toBuffer() } } as never;
};
const uploadAvatar = async (who: Person) =>
  (await site.as(who).call(uploadProfileImage, await picture())).body.imageUrl;
const uploadCover = async (who: Person) =>
  (await site.as(who).call(uploadBookCover, await picture())).body.imageUrl;
const isServed = async (address: string) => (await site.app.http.inject(address)).statusCode === 200;
const profileOf = async ({ username }: Person) =>
  (await site.as(null).call(getProfile, { params: { username } })).body.data;
/** Long enough for the sweep of unused images to remove them. */
async function daysLater() {
  await sweepImages(site.ctx);
  site.clock.advance(2 * day);
  await sweepImages(site.ctx);
}

const kinds: [
  'cover' | 'avatar' | 'community',
  () => Promise<[Person, string, () => Promise<unknown>, string]>,
][] = [
  [
    'cover',
    async () => {
      const ana = await site.person();
      const { story } = await write.published(ana);
      const [params, coverImage] = [{ id: story._id }, await uploadCover(ana)];
      await site.as(ana).call(updateStory, { params, body: { coverImage } });
      const shown = async () => (await site.as(null).call(getStory, { params })).body.data.coverImage;
      return [ana, story._id, shown, coverImage];
    },
  ],
  [
    'avatar',
    async () => {
      const ana = await site.person();
      const image = await uploadAvatar(ana);
      return [ana, ana.id, async () => (await profileOf(ana)).avatar, image];
    },
  ],
  [
    'community',
    async () => {
      const ana = await site.person();
      const image = await uploadCover(ana);
      const rules = [{ title: 'Be kind', description: 'Always.' }];
      const body = { name: 'Buy lamps', description: 'Cheap <b>lamps</b>.', rules, image };
      const id = (await site.as(ana).call(communities.createCommunity, { body })).body.data._id;
      const shown = async () => {
        const { data } = (await site.as(null).call(communities.getCommunity, { params: { id } })).body;
        return { name: data.name, description: data.description, rules: data.rules, image: data.image };
      };
      return [ana, id, shown, image];
    },
  ],
];

test.each(kinds)(
  'lifting the removal of a %s returns exactly what was there, with the file',
  async (kind, make) => {
    const staff = await admin();
    const [who, id, shown, image] = await make();
    const before = await shown();
    await remove(staff, kind, id);
    const removed = await shown();
    expect(JSON.stringify(removed)).not.toMatch(/lamps|files/);
    await daysLater();
    expect((await lift(staff, who)).status).toBe(200);
    expect(await shown()).toEqual(before);
    await daysLater();
    expect(await isServed(image)).toBe(true);
  },
);

test.each(kinds)('what the person has put in place of a removed %s stays', async (kind, make) => {
  const staff = await admin();
  const [who, id, shown] = await make();
  await remove(staff, kind, id);
  if (kind === 'avatar') await uploadAvatar(who);
  else if (kind === 'cover')
    await site.as(who).call(updateStory, { params: { id }, body: { coverImage: await uploadCover(who) } });
  else {
    const body = {
      name: 'Readers',
      description: 'Of books.',
      rules: [{ title: 'Read', description: 'On.' }],
    };
    const image = await uploadCover(who);
    await site.as(who).call(communities.updateCommunity, { params: { id }, body: { ...body, image } });
  }
  const replaced = await shown();
  await lift(staff, who);
  expect(await shown()).toEqual(replaced);
});

test('a community that is called as removed ones are can be removed as well', async () => {
  const [staff, ana] = [await admin(), await site.person()];
  const body = { name: 'Community', description: 'Buy lamps' };
  const { _id: id } = (await site.as(ana).call(communities.createCommunity, { body })).body.data;
  const description = async () =>
    (await site.as(null).call(communities.getCommunity, { params: { id } })).body.data.description;
  await remove(staff, 'community', id);
  expect(await description()).toBe('');
  await lift(staff, ana);
  expect(await description()).toBe('Buy lamps');
});

test('what is removed from a community that its founder has deleted is not there when it is restored', async () => {
  const [staff, ana] = [await admin(), await site.person()];
  const body = { name: 'Buy lamps', description: 'Cheap lamps.' };
  const { _id: id } = (await site.as(ana).call(communities.createCommunity, { body })).body.data;
  await report(await site.person(), 'community', id);
  await site.as(ana).call(communities.deleteCommunity, { params: { id } });
  await decide(staff, await idOf(staff, id), { measure: 'remove', reason: 'It is spam.' });
  const { data } = (await site.as(ana).call(communities.restoreCommunity, { params: { id } })).body;
  expect([data.name, data.description]).toEqual(['Community', '']);
  await site.as(ana).call(communities.deleteCommunity, { params: { id } });
  await lift(staff, ana);
  const again = (await site.as(ana).call(communities.restoreCommunity, { params: { id } })).body.data;
  expect([again.name, again.description]).toEqual(['Buy lamps', 'Cheap lamps.']);
});

test('lifting one of two removals takes away nothing that the person wrote since', async () => {
  const [staff, ana] = [await admin(), await site.person()];
  await site.as(ana).call(updateProfile, { body: { bio: 'Buy lamps' } });
  await remove(staff, 'profile', ana.id);
  await remove(staff, 'profile', ana.id);
  await site.as(ana).call(updateProfile, { body: { bio: 'I write.' } });
  await lift(staff, ana);
  expect((await profileOf(ana)).bio).toBe('I write.');
});

test('a person can delete a picture that was reported; its file stays until the report is erased', async () => {
  const [staff, ana] = [await admin(), await site.person()];
  const imageUrl = await uploadAvatar(ana);
  await report(await site.person(), 'avatar', ana.id);
  expect((await site.as(ana).call(deleteImage, { body: { imageUrl } })).status).toBe(200);
  expect((await profileOf(ana)).avatar).toBeNull();
  await daysLater();
  expect(await isServed(imageUrl)).toBe(true);
  await decide(staff, await idOf(staff, ana.id), { measure: 'dismiss' });
  site.clock.advance((reportLimits.days + 1) * day);
  await eraseClosed();
  await daysLater();
  expect(await isServed(imageUrl)).toBe(false);
});

/** Runs the nightly job. */
const eraseClosed = () =>
  runJobsNow(site.ctx, (ctx) => {
    for (const begin of reports.jobs ?? []) begin(ctx);
  });

test('a copy outlasts what was reported; what is deleted cannot return by lifting its removal', async () => {
  const [staff, ana, author] = [await admin(), await site.person(), await site.person()];
  const { story } = await write.published(author);
  const { _id: id } = await comments.post(ana, { story: story._id }, 'Buy lamps');
  const read = () => site.as(author).call(getComment, { params: { id } });
  await report(await site.person(), 'comment', id);
  const entry = await idOf(staff, id);
  expect((await site.as(ana).call(deleteComment, { params: { id } })).status).toBe(200);
  expect(await details(staff, entry)).toMatchObject({ link: null, copies: [{ text: 'Buy lamps' }] });
  await decide(staff, entry, { measure: 'remove', reason: 'It is spam.' });
  expect((await lift(staff, ana)).status).toBe(200);
  expect((await read()).status).toBe(404);
  expect((await details(staff, entry)).copies).toMatchObject([{ text: 'Buy lamps' }]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('copies outlast the text and the account until 90 days after the decision; the log stays intact', async () => {
  const [staff, ana, bo, cleo] = [
    await admin(),
    await site.person(),
    await site.person(),
    await site.person(),
  ];
  const { story } = await write.published(ana, { title: 'zqxcopy' });
  await report(bo, 'story', story._id, { text: 'zqxreport' });
  await report(cleo, 'story', story._id, { text: 'Words that go with the account' });
  const id = await idOf(staff, story._id);
  await decide(staff, id, { measure: 'remove', reason: 'zqxreason' });
  const { body } = await site.as(staff).call(listMeasures, { query: { person: ana.id } });
  expect(body.data).toHaveLength(1);
  for (const who of [ana, cleo]) await site.as(who).call(deleteMe, { body: { password: testPassword } });
  site.clock.advance(10 * day);
  await deleteDue(site.ctx);
  await site.runJobs();
  await eraseClosed();
  expect(await details(await signedIn(staff), id)).toMatchObject({
    person: null,
    title: 'zqxcopy',
    history: [],
    reports: [
      { reporter: { _id: bo.id }, text: 'zqxreport' },
      { reporter: null, text: '' },
    ],
  });
  const log = () => sql`select * from measure_log order by number`.execute(site.ctx.db);
  const { rows: logged } = await log();
  expect(logged.length).toBeGreaterThan(0);
  site.clock.advance(79 * day);
  await eraseClosed();
  expect((await details(await signedIn(staff), id)).copies).toHaveLength(1);
  site.clock.advance(2 * day);
  await eraseClosed();
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(e)::text as text from report_entries e where id = ${id} union all
    select to_jsonb(c)::text from report_copies c where entry_id = ${id} union all
    select to_jsonb(r)::text from reports r where entry_id = ${id} union all
    select to_jsonb(m)::text from measures m where person_id = ${ana.id}`.execute(site.ctx.db);
  expect(rows).toEqual([]);
  expect((await log()).rows).toEqual(logged);
});
