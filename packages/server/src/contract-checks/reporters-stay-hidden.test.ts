import { allCalls } from '@inkling/contract/all';
import { closePosts, openPosts } from '@inkling/contract/communities';
import * as calls from '@inkling/contract/reports';
import { updateProfile } from '@inkling/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueNow } from '../modules/digests/digests.jobs.ts';
import { reporting } from '../modules/reports/reports-for-tests.fixture.ts';
import { setAdmin } from '../modules/users/index.ts';
import { emailSink } from '../testing/email-sink.ts';
import type { Fixtures } from '../testing/examples.ts';
import { addressOf, connectLive } from '../testing/live-client.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, inputIn } from './fixtures.ts';

/**
 * Someone has reported a post with a marker word in their name and in their words, and an admin has noted another. No call
 * and no event of the live connection has any of them for the founder of the community (docs/product/reports.md#queues).
 */
const sink = await emailSink();
const site = testApp({ PLANS: 'on', SMTP_URL: sink.impatientUrl, EMAILS_PER_HOUR: '100000' });
afterAll(() => sink.leave());
const { report, decide } = reporting(site);
const canaries = /zqx(?:name|words|note)/g;

let founder: Person;
let admin: Person;
let reporter: Person;
let fixtures: Fixtures;

beforeAll(async () => {
  [founder, admin, reporter] = [await site.person(), await site.person(), await site.person()];
  fixtures = await createFixtures(site, founder);
  await setAdmin(site.ctx.db, admin.id, true);
  await site.as(reporter).call(updateProfile, { body: { displayName: 'zqxname' } });
});

const idOfEntry = () => ({ params: { id: fixtures.reportEntry } });

/** The canaries in the responses of all GET calls, by call. */
async function returned(viewer: Person): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { call } of allCalls.filter(({ call: { method } }) => method === 'GET')) {
    const request = requestOfKey(call.key, inputIn(fixtures, call), viewer.token);
    const text = responseText(await site.app.http.inject(request));
    const marks = [...new Set(text.match(canaries)), ...(text.includes(reporter.id) ? ['id'] : [])];
    if (marks.length > 0) found[call.key] = marks.toSorted();
  }
  return found;
}

test('moderators learn from no call, event or email who reported, in which words, or what admins note', async () => {
  const live = await connectLive(await addressOf(site), founder.token);
  await live.emit(openPosts, { communityId: fixtures.community });
  const { body } = await site.as(admin).call(calls.getQueueEntry, idOfEntry());
  const reported = await report(reporter, 'post', body.data.subjectId, { text: 'zqxwords', reason: 'hate' });
  expect(reported.status).toBe(201);
  const note = (who: Person, text: string) =>
    site.as(who).call(calls.addQueueNote, { ...idOfEntry(), body: { text } });
  const asModerator = [
    (await note(admin, 'zqxnote')) && (await note(founder, 'Mine.')),
    await site.as(founder).call(calls.takeQueueEntry, { ...idOfEntry(), body: {} }),
    await site.as(founder).call(calls.releaseQueueEntry, idOfEntry()),
    await site.as(founder).call(calls.getQueueEntry, idOfEntry()),
    await decide(founder, fixtures.reportEntry, { measure: 'remove', reason: 'No.' }),
    await site.as(founder).call(calls.getQueueEntry, idOfEntry()),
  ];
  for (const response of asModerator) {
    expect(response.body.data).toMatchObject({ reporters: 2, reports: [], notes: [{ text: 'Mine.' }] });
    expect(JSON.stringify(response.body)).not.toMatch(canaries);
  }
  await site.runEvents();
  await queueNow(site.ctx);
  await site.runJobs();
  await live.emit(closePosts, { communityId: fixtures.community });
  expect(await returned(founder)).toEqual({});
  const emails = sink.taken();
  expect(emails.length).toBeGreaterThan(0);
  for (const text of [live.received, emails].map((one) => JSON.stringify(one)))
    for (const secret of ['zqx', reporter.id, reporter.username]) expect(text).not.toContain(secret);
  // An admin gets all of it from the entry.
  expect((await returned(admin))['GET /admin/reports/{id}']).toEqual([
    'id',
    'zqxname',
    'zqxnote',
    'zqxwords',
  ]);
});
