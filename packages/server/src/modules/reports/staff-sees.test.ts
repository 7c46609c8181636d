import * as communities from '@inkling/contract/communities';
import * as calls from '@inkling/contract/reports';
import { expect, test } from 'vitest';
import { requestOfKey } from '../../testing/request-of.ts';
import { responseText } from '../../testing/response-text.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { gathering } from '../communities/communities-for-tests.fixture.ts';
import { reporting } from './reports-for-tests.fixture.ts';

const site = testApp();
const { village, send, comment } = gathering(site);
const { admin, report, idOf, decide } = reporting(site);

/** What every call about the queue returns to a person. */
async function seen(who: Person, community: string, entries: string[]): Promise<string> {
  const requests = [
    requestOfKey('GET /admin/reports', {}, who.token),
    requestOfKey('GET /admin/reports', { query: { state: 'closed' } }, who.token),
    requestOfKey('GET /admin/measures', {}, who.token),
    ...['open', 'closed'].map((state) =>
      requestOfKey('GET /community/{id}/reports', { params: { id: community }, query: { state } }, who.token),
    ),
    ...entries.map((id) => requestOfKey('GET /admin/reports/{id}', { params: { id } }, who.token)),
  ];
  const texts = [];
  for (const request of requests) texts.push(responseText(await site.app.http.inject(request)));
  return texts.join('\n');
}

test('a moderator sees what was reported in their community, and nothing else', async () => {
  const [staff, one, other] = [await admin(), await village(), await village(true)];
  const { id, founder, moderator, member } = one;
  const [bo, cleo] = [await site.person(), await site.person()];
  const subjects: Record<string, [Person, calls.ReportSubject, string]> = {
    post: [bo, 'post', (await send(member, id, { title: 'zqxpost' })).body.data._id],
    comment: [bo, 'comment', (await comment(member, id, one.post, 'zqxcomment')).body.data._id],
    closed: [bo, 'post', (await send(member, id, { title: 'zqxclosed' })).body.data._id],
    ofModerator: [cleo, 'post', (await send(moderator, id, { title: 'zqxofmoderator' })).body.data._id],
    ofFounder: [cleo, 'comment', (await comment(founder, id, one.post, 'zqxoffounder')).body.data._id],
    profile: [bo, 'profile', member.id],
    other: [
      other.moderator,
      'post',
      (await send(other.member, other.id, { title: 'zqxother' })).body.data._id,
    ],
    otherComment: [
      other.founder,
      'comment',
      (await comment(other.member, other.id, other.post, 'zqxotherc')).body.data._id,
    ],
  };
  const entries: Record<string, string> = {};
  for (const [name, [who, kind, subjectId]] of Object.entries(subjects)) {
    expect((await report(who, kind, subjectId, { text: `zqxwhy${name}.` })).status, name).toBe(201);
    entries[name] = await idOf(staff, subjectId);
  }
  await decide(staff, entries.closed ?? '', { measure: 'warn', reason: 'zqxreason' });
  await decide(staff, entries.profile ?? '', { measure: 'warn', reason: 'zqxelsewhere' });

  const all = Object.values(entries);
  const marks = (text: string) => [...new Set(text.match(/zqx\w+/g))].toSorted();
  const ofPosts = ['zqxclosed', 'zqxcomment', 'zqxpost', 'zqxreason'];
  expect(marks(await seen(moderator, id, all))).toEqual([...ofPosts, 'zqxoffounder'].toSorted());
  expect(marks(await seen(founder, id, all))).toEqual([...ofPosts, 'zqxofmoderator'].toSorted());
  for (const name of Object.keys(subjects))
    expect(marks(await seen(staff, id, all))).toContain(`zqxwhy${name}`);
  const nothing = [other.moderator, other.member, member, bo];
  for (const who of nothing) expect(marks(await seen(who, id, all.slice(0, 6)))).toEqual([]);

  // From the moment on that they are no moderator any more.
  await site.as(founder).call(communities.dismissModerator, { params: { id, userId: moderator.id } });
  expect(marks(await seen(moderator, id, all))).toEqual([]);
  const params = { id: entries.post ?? '' };
  const writes = [
    await site.as(moderator).call(calls.takeQueueEntry, { params, body: {} }),
    await site.as(moderator).call(calls.addQueueNote, { params, body: { text: 'Mine.' } }),
    await site.as(moderator).call(calls.releaseQueueEntry, { params }),
    await site.as(moderator).call(calls.decideQueueEntry, { params, body: { measure: 'dismiss' } }),
    await decide(other.moderator, params.id, { measure: 'remove', reason: 'Spam' }),
  ];
  expect(writes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);

  // A community that is deleted has no founder.
  await site.as(founder).call(communities.deleteCommunity, { params: { id } });
  expect(marks(await seen(founder, id, all))).toEqual([]);
});

test('an export has one’s own reports and the measures against one, and no names of staff or reporters', async () => {
  const [staff, ana, bo] = [await admin(), await site.person(), await site.person()];
  await report(bo, 'profile', ana.id, { text: 'zqxofbo' });
  await report(ana, 'profile', bo.id, { text: 'zqxofana' });
  await decide(staff, await idOf(staff, ana.id), { measure: 'warn', reason: 'zqxreason' });
  const exported = async (who: Person) =>
    responseText(await site.app.http.inject(requestOfKey('GET /users/me/export', {}, who.token)));
  const [ofAna, ofBo] = [await exported(ana), await exported(bo)];
  for (const word of ['zqxofana', 'zqxreason', '"about":"profile"']) expect(ofAna).toContain(word);
  for (const text of [ofAna, ofBo])
    for (const secret of [staff.id, staff.username]) expect(text).not.toContain(secret);
  for (const secret of ['zqxofbo', bo.id]) expect(ofAna).not.toContain(secret);
  expect(ofBo).toContain('zqxofbo');
  for (const secret of ['zqxreason', 'zqxofana']) expect(ofBo).not.toContain(secret);
});
