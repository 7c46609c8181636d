import { login } from '@inkling/contract/account';
import * as chapterCalls from '@inkling/contract/chapters';
import { getMyLibrary, toggleBookmark } from '@inkling/contract/library';
import { getAccountState } from '@inkling/contract/measures';
import { deleteMe } from '@inkling/contract/personal-data';
import { listCommunityQueue } from '@inkling/contract/reports';
import * as storyCalls from '@inkling/contract/stories';
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { gathering } from '../communities/communities-for-tests.fixture.ts';
import { suspend } from '../measures/index.ts';
import { reporting } from '../reports/reports-for-tests.fixture.ts';
import { reinstate, takeDown } from './command-line.ts';
import { listTakedowns } from './measures.queries.ts';

const sink = await emailSink();
const site = testApp({ SMTP_URL: sink.url, PUBLIC_URL: 'https://inkling.example' });
const write = writing(site);
const reason = 'It is the text of somebody else.';

afterAll(() => sink.leave());

const read = async (who: Person | null, id: string) =>
  (await site.as(who).call(storyCalls.getStory, { params: { id } })).status;
const publishStory = (who: Person, id: string) =>
  site.as(who).call(storyCalls.updateStory, { params: { id }, body: { isPublished: true } });
const changeChapter = (who: Person, id: string, body: { isPublished?: boolean; title?: string }) =>
  site.as(who).call(chapterCalls.updateChapter, { params: { id }, body });
const publicChapters = async (id: string) =>
  (await site.as(null).call(chapterCalls.listChaptersOfStory, { params: { storyId: id } })).body.data.map(
    ({ title }) => title,
  );
const emails = async () => {
  await site.runJobs();
  return sink.taken().map(({ to, subject, text }) => ({ to: to?.[0]?.address, subject, text }));
};

describe('a story that the operator takes down [P11]', () => {
  test('disappears for readers; the author keeps it, is told why and cannot publish it', async () => {
    const [ada, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ada);
    await site.as(bo).call(toggleBookmark, { params: { id: story._id } });
    await emails();

    await takeDown(site.ctx, story._id, reason);
    expect(await read(null, story._id)).toBe(404);
    expect(await read(bo, story._id)).toBe(404);
    expect((await site.as(bo).call(getMyLibrary, {})).body.data).toMatchObject([{ story: null }]);
    expect(await read(ada, story._id)).toBe(200);
    const [notice] = await emails();
    expect(notice).toMatchObject({
      to: `${ada.username}@example.test`,
      subject: 'Your story was taken down',
    });
    expect(notice?.text).toContain('“The Lamp”');
    expect(notice?.text).toContain(reason);

    const refused = await publishStory(ada, story._id);
    expect([refused.status, refused.failure.code]).toEqual([403, 'TAKEN_DOWN']);
    expect(refused.failure.message).toContain(reason);
    // The author can still edit the draft.
    const body = { title: 'The Lamp, again' };
    const params = { id: story._id };
    expect((await site.as(ada).call(storyCalls.updateStory, { params, body })).status).toBe(200);
    expect((await changeChapter(ada, chapters[0]?._id ?? '', { title: 'Anew' })).status).toBe(200);
    expect(await read(null, story._id)).toBe(404);
  });

  test('is published again by reinstating it if it was published', async () => {
    const ada = await site.person();
    const { story } = await write.published(ada);
    await takeDown(site.ctx, story._id, reason);
    expect((await listTakedowns(site.ctx.db)).map(({ id }) => id)).toContain(story._id);
    await reinstate(site.ctx, story._id);
    expect((await listTakedowns(site.ctx.db)).map(({ id }) => id)).not.toContain(story._id);
    expect(await read(null, story._id)).toBe(200);
    const { story: draft } = await write.published(ada);
    await site
      .as(ada)
      .call(storyCalls.updateStory, { params: { id: draft._id }, body: { isPublished: false } });
    await takeDown(site.ctx, draft._id, reason);
    await reinstate(site.ctx, draft._id);
    expect(await read(null, draft._id)).toBe(404);
    expect((await publishStory(ada, draft._id)).status).toBe(200);
  });

  test('stays taken down when its author deletes and restores the account', async () => {
    const ada = await site.person();
    const { story } = await write.published(ada);
    const password = 'a lamp in the window';
    await site.as(ada).call(deleteMe, { body: { password } });
    await takeDown(site.ctx, story._id, reason);
    const back = await site.as(null).call(login, { body: { email: ada.username, password } });
    expect(back.body.restored).toBe(true);
    expect(await read(null, story._id)).toBe(404);
    expect(await read({ ...ada, token: back.body.token }, story._id)).toBe(200);
  });

  test('cannot be published by a direct write to the table', async () => {
    const { story } = await write.published(await site.person());
    await takeDown(site.ctx, story._id, reason);
    await expect(
      sql`update stories set is_published = true where id = ${story._id}`.execute(site.ctx.db),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a chapter that the operator takes down', () => {
  test('disappears for readers, who see the remaining chapters, and cannot be published', async () => {
    const ada = await site.person();
    const { story, chapters } = await write.published(ada, { chapters: 3 });
    const second = chapters[1]?._id ?? '';
    await emails();
    await takeDown(site.ctx, second, reason);
    expect(await publicChapters(story._id)).toEqual(['Chapter 1', 'Chapter 3']);
    const [notice] = await emails();
    expect(notice?.subject).toBe('Your chapter was taken down');
    expect(notice?.text).toContain('“Chapter 2”');

    const refused = await changeChapter(ada, second, { isPublished: true });
    expect([refused.status, refused.failure.code]).toEqual([403, 'TAKEN_DOWN']);
    expect((await changeChapter(ada, second, { title: 'Chapter 2, mended' })).status).toBe(200);
    expect(await publicChapters(story._id)).toEqual(['Chapter 1', 'Chapter 3']);

    await reinstate(site.ctx, second);
    const subject = 'A decision about you was undone or has ended';
    expect((await emails()).map((email) => email.subject)).toEqual([subject]);
    expect(await publicChapters(story._id)).toEqual(['Chapter 1', 'Chapter 2, mended', 'Chapter 3']);
  });
});

test('unknown ids return undefined; reinstating a text that is not taken down has no effect', async () => {
  const unknownId = '01900000-0000-7000-8000-000000000000';
  expect(await takeDown(site.ctx, unknownId, reason)).toBeUndefined();
  expect(await reinstate(site.ctx, unknownId)).toBeUndefined();
  const { story } = await write.published(await site.person());
  await emails();
  expect(await reinstate(site.ctx, story._id)).toMatchObject({ takenDownAt: null });
  expect(await emails()).toEqual([]);
  expect(await read(null, story._id)).toBe(200);
});

test('a suspended author gets the email, too', async () => {
  const ada = await site.person();
  const { story } = await write.published(ada);
  await suspend(site.ctx, ada.id);
  await emails();
  await takeDown(site.ctx, story._id, reason);
  expect((await emails()).map(({ subject }) => subject)).toEqual(['Your story was taken down']);
});

test('an email about a suspension names its last day as people in the United States write it', async () => {
  await emails();
  await suspend(site.ctx, (await site.person()).id, { until: new Date('2099-11-02T12:00:00Z') });
  expect((await emails()).map(({ text }) => text)).toEqual([
    expect.stringContaining('suspended your account until November 2, 2099.'),
  ]);
});

test('an email to an unverified address does not contain the title', async () => {
  const ada = await site.person();
  const { story } = await write.published(ada);
  await sql`update users set is_verified = false where id = ${ada.id}`.execute(site.ctx.db);
  await emails();
  await takeDown(site.ctx, story._id, reason);
  const [notice] = await emails();
  expect(notice?.text).toContain('took down your story.');
  expect(notice?.text).not.toContain('The Lamp');
});

test('an email about a decision of a moderator has none of their words', async () => {
  const { id, moderator, member, post } = await gathering(site).village();
  const { report, decide } = reporting(site);
  await report(await site.person(), 'post', post);
  const queue = await site.as(moderator).call(listCommunityQueue, { params: { id } });
  await emails();
  const words = 'Confirm your account at https://lamps.example';
  await decide(moderator, queue.body.data[0]?._id ?? '', { measure: 'warn', reason: words });
  const [warning] = await emails();
  expect([warning?.to, warning?.subject]).toEqual([
    `${member.username}@example.test`,
    'A warning about your account',
  ]);
  expect(warning?.text).toContain('The moderators of a community sent you a warning.');
  expect(warning?.text).not.toContain('lamps.example');
  const { body } = await site.as(member).call(getAccountState, {});
  expect(body.data.measures[0]?.reason).toBe(words);
});
