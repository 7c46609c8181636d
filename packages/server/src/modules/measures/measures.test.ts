import * as account from '@inkling/contract/account';
import { allCalls } from '@inkling/contract/all';
import { postComment } from '@inkling/contract/comments';
import { saveChapterProgress } from '@inkling/contract/library';
import * as calls from '@inkling/contract/measures';
import { readNotifications } from '@inkling/contract/notifications';
import { deleteMe, exportMyData } from '@inkling/contract/personal-data';
import { reactToStory } from '@inkling/contract/reactions';
import { getStory, listMyStories } from '@inkling/contract/stories';
import { describe, expect, test, vi } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setAdmin } from '../users/index.ts';
import { suspend, takeMeasure, unsuspend } from './index.ts';
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
    const read = await site.as(who).call(readNotifications, { body: { all: true } });
    expect([read.status, read.body.unreadCount]).toEqual([200, 0]);
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
      'DELETE /analytics/reading',
      'DELETE /auth/pending-email',
      'DELETE /auth/sessions/{id}',
      'DELETE /devices/{id}',
      'DELETE /ereader-email/address',
      'DELETE /users/me',
      'PATCH /auth/reset-password/{token}',
      'PATCH /auth/update-password',
      'PATCH /stories/{id}/progress',
      'POST /auth/forgot-password',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/register',
      'POST /beta-links/open',
      'POST /beta-links/read',
      'POST /chapters/{id}/progress',
      'POST /measures/{id}/appeal',
      'POST /notifications/read',
      'POST /stories/{id}/save-progress',
      'POST /subscriptions/unsubscribe',
      'POST /unsubscribe/{token}',
    ]);
  });

  test('stays suspended when they delete the account and return', async () => {
    const ana = await site.person();
    await suspend(site.ctx, ana.id);
    expect((await site.as(ana).call(deleteMe, { body: { password: testPassword } })).status).toBe(200);
    const body = { email: ana.username, password: testPassword };
    const back = (await site.as(null).call(account.login, { body })).body;
    expect([back.restored, back.user.isSuspended]).toEqual([true, true]);
    const { story } = await write.published(await site.person());
    const comment = { story: story._id, content: 'Hello' };
    const refused = await site.as({ ...ana, token: back.token }).call(postComment, { body: comment });
    expect(refused.failure.code).toBe('SUSPENDED');
  });

  test('is told so, and not signed out, when suspended in the middle of a call', async () => {
    const { story } = await write.published(await site.person());
    const params = { id: story._id };
    const writes: ((who: Person) => Promise<{ status: number; failure: { code: string } }>)[] = [
      (who) => site.as(who).call(postComment, { body: { story: story._id, content: 'Hello' } }),
      (who) => site.as(who).call(reactToStory, { params, body: { type: 'love' } }),
    ];
    for (const writing of writes) {
      const ana = await site.person();
      const client = await site.database.pool.connect();
      await client.query('begin');
      await client.query('update users set suspended_at = now() where id = $1', [ana.id]);
      const waiting = writing(ana);
      await settledLockWaits(client);
      await client.query('commit');
      client.release();
      const { status, failure } = await waiting;
      expect([status, failure.code]).toEqual([403, 'SUSPENDED']);
    }
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

  test('is suspended no longer than meant when the end of another suspension fails', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const now = site.clock.now().getTime();
    await suspend(site.ctx, ana.id, { until: new Date(now + day) });
    await suspend(site.ctx, bo.id, { until: new Date(now + 2 * day) });
    site.clock.advance(3 * day);
    vi.spyOn(site.ctx.jobs, 'send').mockRejectedValueOnce(new Error('no queue'));
    await endDue(site.ctx);
    expect([(await standing(ana)).isSuspended, (await standing(bo)).isSuspended]).toEqual([true, false]);
    await endDue(site.ctx);
    expect((await standing(ana)).isSuspended).toBe(false);
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
    const [winner, loser] = answers[0].status === 200 ? [one, answers[1]] : [other, answers[0]];
    expect(loser.failure.message).toBe(`${winner.username} has answered this appeal.`);
    expect((await standing(ana)).measures).toMatchObject([
      { endedAt: expect.any(String), appeal: { status: 'granted', answer: 'You were.' } },
    ]);
    expect(JSON.stringify(await standing(ana))).not.toContain(one.username);
    const lift = await site.as(one).call(calls.liftMeasure, { params: { id } });
    expect([lift.status, lift.failure.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('staff', () => {
  const lift = (who: Person, id: string) => site.as(who).call(calls.liftMeasure, { params: { id } });
  const answer = (who: Person, id: string, lifts: boolean) =>
    site.as(who).call(calls.respondToAppeal, { params: { id }, body: { lifts, answer: 'We have read it.' } });

  test('who lift and answer at once end like one after another; a 409 says who did what', async () => {
    const people = await Promise.all([admin(), admin(), admin()]);
    const names = people.map(({ username }) => username);
    const ana = await site.person();
    for (let round = 0; round < 5; round += 1) {
      const id = await warn(ana);
      await appeal(ana, id, 'I was kind.');
      const lifts = await Promise.all([
        ...people.map((who) => lift(who, id)),
        ...people.map((who) => answer(who, id, true)),
      ]);
      const [lifted, answered] = [lifts.slice(0, 3), lifts.slice(3)];
      const won = (all: typeof lifts) => all.filter(({ status }) => status === 200).length;
      // Who grants the appeal lifts the measure as well, if it is in force.
      expect([won(lifted) <= 1, won(answered)]).toEqual([true, 1]);
      const told = lifts.filter(({ status }) => status !== 200).map(({ failure }) => failure);
      for (const { code, message } of told) {
        expect(code).toBe('CONFLICT');
        expect(message).toMatch(
          new RegExp(`^(${names.join('|')}) has (lifted this measure|answered this appeal)\\.$`),
        );
      }
      const { rows } = await sql<{ action: string }>`
        select action from measure_log where subject_id = ${id} order by number`.execute(site.ctx.db);
      expect(rows.map(({ action }) => action).toSorted()).toEqual([
        'appealed',
        'applied',
        'granted',
        'lifted',
      ]);
    }
  });

  test('decide neither about a measure against themselves nor about their appeal', async () => {
    const [one, other] = [await admin(), await admin()];
    const id = await warn(one);
    await appeal(one, id, 'I was kind.');
    for (const { status, failure } of [await lift(one, id), await answer(one, id, true)])
      expect([status, failure.code]).toEqual([403, 'NOT_ALLOWED']);
    expect((await standing(one)).measures).toMatchObject([{ endedAt: null, appeal: { status: 'open' } }]);
    expect((await answer(other, id, false)).status).toBe(200);
  });
});

test('the log of measures can be neither changed nor shortened', async () => {
  await warn(await site.person());
  const last = 'where number = (select max(number) from measure_log)';
  for (const change of [
    `update measure_log set action = 'lifted' ${last}`,
    `delete from measure_log ${last}`,
  ])
    await expect(sql.raw(change).execute(site.ctx.db)).rejects.toMatchObject({ code: '23514' });
  await expect(sql`truncate measure_log`.execute(site.ctx.db)).rejects.toMatchObject({ code: '23514' });
});
