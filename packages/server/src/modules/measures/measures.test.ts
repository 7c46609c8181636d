import * as account from '@inkling/contract/account';
import { allCalls } from '@inkling/contract/all';
import { postComment } from '@inkling/contract/comments';
import { saveChapterProgress } from '@inkling/contract/library';
import * as calls from '@inkling/contract/measures';
import { exportMyData } from '@inkling/contract/personal-data';
import { getStory, listMyStories } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setAdmin } from '../users/index.ts';
import { checkLog, suspend, takeMeasure, unsuspend } from './index.ts';
import { endDue } from './measures.service.ts';

const site = testApp();
const write = writing(site);

const standing = async (who: Person) => (await site.as(who).call(calls.getAccountState, {})).body.data;
const appeal = (who: Person, id: string, text: string) =>
  site.as(who).call(calls.appealMeasure, { params: { id }, body: { text } });
const admin = async () => {
  const person = await site.person();
  await setAdmin(site.ctx.db, person.id, true);
  return person;
};
const warn = ({ id: personId }: Person) =>
  transaction(site.ctx.db, (tx) =>
    takeMeasure(site.ctx, tx, {
      kind: 'warn',
      personId,
      subject: null,
      reason: 'Please be kind.',
      until: null,
      entryId: null,
      byId: null,
    }),
  );

describe('a suspended person [R12] [R19]', () => {
  test('signs in, reads, keeps the place, exports and appeals, but writes nothing', async () => {
    const [ana, author] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(author);
    await suspend(site.ctx, ana.id, { reason: 'Spam.' });
    const body = { email: ana.username, password: testPassword };
    const { token } = (await site.as(null).call(account.login, { body })).body;
    const who = { ...ana, token };
    expect((await site.as(who).call(account.getMe, {})).body.user.isSuspended).toBe(true);
    expect((await site.as(who).call(getStory, { params: { id: story._id } })).status).toBe(200);
    expect((await site.as(who).call(listMyStories, {})).status).toBe(200);
    expect((await site.as(who).call(exportMyData, {})).status).toBe(200);
    const params = { id: chapters[0]?._id ?? '' };
    expect((await site.as(who).call(saveChapterProgress, { params, body: { progress: 40 } })).status).toBe(
      200,
    );
    const refused = await site.as(who).call(postComment, { body: { story: story._id, content: 'Hello' } });
    expect([refused.status, refused.failure.code]).toEqual([403, 'SUSPENDED']);
    const passwords = {
      oldPassword: testPassword,
      newPassword: 'a new lamp',
      confirmNewPassword: 'a new lamp',
    };
    expect((await site.as(who).call(account.updatePassword, { body: passwords })).status).toBe(200);
    const { isSuspended, measures } = await standing(who);
    expect([isSuspended, measures[0]?.reason]).toEqual([true, 'Spam.']);
    expect((await appeal(who, measures[0]?._id ?? '', 'It was not.')).status).toBe(201);
    await unsuspend(site.ctx, ana.id);
    const again = await site.as(who).call(postComment, { body: { story: story._id, content: 'Hello' } });
    expect(again.status).toBe(201);
  });

  test('makes no other call than these that writes', () => {
    const declared = allCalls.filter(({ call }) => call.whileSuspended).map(({ call }) => call.key);
    expect(declared.toSorted()).toEqual([
      'DELETE /auth/sessions/{id}',
      'DELETE /users/me',
      'PATCH /auth/reset-password/{token}',
      'PATCH /auth/update-password',
      'PATCH /stories/{id}/progress',
      'POST /auth/forgot-password',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/register',
      'POST /chapters/{id}/progress',
      'POST /measures/{id}/appeal',
      'POST /stories/{id}/save-progress',
      'POST /unsubscribe/{token}',
    ]);
  });

  test('is suspended until the last suspension ends, each at its own time', async () => {
    const ana = await site.person();
    const now = site.clock.now().getTime();
    const [sooner, later] = [new Date(now + day), new Date(now + 3 * day)];
    await Promise.all([
      suspend(site.ctx, ana.id, { until: sooner }),
      suspend(site.ctx, ana.id, { until: later }),
    ]);
    expect(await standing(ana)).toMatchObject({ isSuspended: true, suspendedUntil: later.toISOString() });
    site.clock.advance(day + minute);
    await endDue(site.ctx);
    expect((await standing(ana)).isSuspended).toBe(true);
    site.clock.advance(2 * day);
    await endDue(site.ctx);
    expect(await standing(ana)).toMatchObject({
      isSuspended: false,
      measures: [{ endedAt: expect.any(String) }, { endedAt: expect.any(String) }],
    });
  });
});

describe('an appeal', () => {
  test('is sent once and answered once; granting it lifts the measure', async () => {
    const [one, other, ana, bo] = [await admin(), await admin(), await site.person(), await site.person()];
    const id = await warn(ana);
    expect((await appeal(bo, id, 'Not me.')).status).toBe(404);
    expect((await appeal(ana, id, 'I was kind.')).body.data).toMatchObject({
      appeal: { status: 'open', text: 'I was kind.' },
      canAppeal: false,
    });
    expect((await appeal(ana, id, 'I was kind.')).status).toBe(201);
    expect((await appeal(ana, id, 'Really.')).status).toBe(409);
    const waiting = await site.as(one).call(calls.listMeasures, { query: { appeals: 'true', limit: 100 } });
    expect(waiting.body.data.map(({ _id }) => _id)).toContain(id);
    const answer = (who: Person) =>
      site
        .as(who)
        .call(calls.respondToAppeal, { params: { id }, body: { lifts: true, answer: 'You were.' } });
    const answers = await Promise.all([answer(one), answer(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await standing(ana)).measures).toMatchObject([
      { endedAt: expect.any(String), appeal: { status: 'granted', answer: 'You were.' } },
    ]);
    expect(JSON.stringify(await standing(ana))).not.toContain(one.username);
    const lift = await site.as(one).call(calls.liftMeasure, { params: { id } });
    expect([lift.status, lift.failure.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('the log of measures', () => {
  test('cannot be changed, and shows what was changed beside it', async () => {
    const ana = await site.person();
    await Promise.all([warn(ana), warn(ana), warn(ana)]);
    const log = await checkLog(site.ctx.db);
    expect(log.problems).toEqual([]);
    expect(log.lastHash).toMatch(/^[0-9a-f]{64}$/);
    const change = (what: string) => sql.raw(what).execute(site.ctx.db);
    const [last, first] = [`where number = ${log.entries}`, `where number = ${log.entries - 2}`];
    await expect(change(`update measure_log set action = 'lifted' ${last}`)).rejects.toMatchObject({
      code: '23514',
    });
    await expect(change(`delete from measure_log ${last}`)).rejects.toMatchObject({ code: '23514' });
    await change(
      `update measures set reason = 'Other.' where id = (select subject_id from measure_log ${last})`,
    );
    expect((await checkLog(site.ctx.db)).problems).toEqual([{ number: log.entries, problem: 'measure' }]);
    await change('alter table measure_log disable trigger measure_log_append_only');
    await change(`update measure_log set action = 'lifted' ${first}`);
    const { problems } = await checkLog(site.ctx.db);
    expect(problems.filter(({ problem }) => problem === 'chain')).toEqual([
      { number: log.entries - 2, problem: 'chain' },
    ]);
    await change(`update measure_log set action = 'applied' ${first}`);
    await change(`delete from measure_log ${first}`);
    expect((await checkLog(site.ctx.db)).problems).toContainEqual({
      number: log.entries - 1,
      problem: 'chain',
    });
  });
});
