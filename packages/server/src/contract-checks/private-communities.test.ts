import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { postComment } from '@inkling/contract/comments';
import {
  banFromCommunity,
  commentOnPost,
  createCommunity,
  createInvitation,
  createPost,
  joinByInvitation,
  leaveCommunity,
  likePost,
} from '@inkling/contract/communities';
import { emailTopic } from '@inkling/contract/notifications';
import { listQueue, report } from '@inkling/contract/reports';
import { beforeAll, describe, expect, test } from 'vitest';
import { findUnmailed, listNewEntries } from '../modules/notifications/index.ts';
import { setAdmin } from '../modules/users/index.ts';
import type { Fixtures } from '../testing/examples.ts';
import { listeningPages } from '../testing/listening-pages.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, inputIn } from './fixtures.ts';

/**
 * The posts of a private community and their comments contain a marker word. No call returns it to anyone but members, by
 * any id (docs/product/communities.md#private-communities).
 */
const site = testApp({ PLANS: 'on' });
const canary = 'zqxprivate';
const contentFilter = { showsMature: true, hiddenTags: [], hiddenWarnings: [] };

let founder: Person;
let member: Person;
const others: Record<string, Person | null> = { visitor: null };
let fixtures: Fixtures;

beforeAll(async () => {
  [founder, member] = [await site.person(), await site.person()];
  const about = { name: 'In private', description: 'For members.', isPrivate: true };
  const created = await site.as(founder).call(createCommunity, { body: about });
  const id = created.body.data._id;
  const until = new Date(site.clock.now().getTime() + 1_000_000).toISOString();
  const invited = await site.as(founder).call(createInvitation, { params: { id }, body: { until, uses: 9 } });
  const enter = async () => {
    const person = await site.person();
    await site.as(person).call(joinByInvitation, { params: { token: invited.body.data.token } });
    return person;
  };
  member = await enter();
  const [former, banned] = [await enter(), await enter()];
  const post = { title: `${canary} title`, content: `${canary} @${former.username}`, tags: [canary] };
  const { _id: postId } = (await site.as(banned).call(createPost, { params: { id }, body: post })).body.data;
  const place = { params: { id, postId } };
  const comment = (who: Person, content: string) =>
    site.as(who).call(commentOnPost, { ...place, body: { content: `${canary} ${content}` } });
  const first = (await comment(former, 'comment')).body.data._id;
  await site.as(banned).call(postComment, { body: { parent: first, content: `${canary} reply` } });
  await comment(member, `@${banned.username} and @${former.username}`);
  for (const who of [former, banned]) await site.as(who).call(likePost, place);
  await site.as(former).call(leaveCommunity, { params: { id } });
  const body = { reason: 'Unkind words' };
  await site.as(founder).call(banFromCommunity, { params: { id, userId: banned.id }, body });
  const admin = await site.person();
  await setAdmin(site.ctx.db, admin.id, true);
  Object.assign(others, { outsider: await site.person(), former, banned, admin });
  await site.as(member).call(report, { body: { subjectKind: 'post', subjectId: postId, reason: 'spam' } });
  const queue = (await site.as(admin).call(listQueue, {})).body.data;
  const theirs = await createFixtures(site, founder);
  fixtures = {
    ...theirs,
    community: id,
    privateCommunity: id,
    post: postId,
    postComment: first,
    comment: first,
    reportEntry: queue.find(({ subjectId }) => subjectId === postId)?._id ?? '',
  };
  await site.runEvents();
});

/** What a call returns for the ids of the community, of what is in it, and for searches for the marker. */
async function returned(call: Call, viewer: Person | null): Promise<string> {
  const { community, post, postComment: comment } = fixtures;
  const input = inputIn(fixtures, call);
  const accepted = Object.keys(call.query?.shape ?? {});
  const given: Record<string, unknown> = { q: canary, search: canary, anyway: 'true', limit: 100 };
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => accepted.includes(name)));
  const queries: Record<string, unknown>[] = [{ ...input.query, ...known }];
  // The post as what is commented on, also under the names of other kinds.
  if (call.key === 'GET /comments') queries.push({ post }, { story: post }, { chapter: post });
  const paths = [input.params ?? {}];
  for (const id of [community, post, comment])
    if (input.params?.id !== undefined) paths.push({ ...input.params, id });
  const texts = [];
  for (const params of paths)
    for (const query of queries) {
      const request = requestOfKey(call.key, { params, query }, viewer?.token ?? null);
      texts.push(responseText(await site.app.http.inject(request)));
    }
  // A response may repeat what was searched for.
  return texts.join('\n').replaceAll(`"${canary}"`, '');
}

/** The export has only what people wrote themselves, in a zip. */
const reads = allCalls
  .map(({ call }) => call)
  .filter(({ method, key }) => method === 'GET' && key !== 'GET /users/me/export');

/** Where admins decide about what was reported, of which the queue has a copy (docs/product/reports.md#queues). */
const queueCalls = new Set(['GET /admin/reports', 'GET /admin/reports/{id}', 'GET /community/{id}/reports']);

describe('what was written in a private community [R14] [R17]', () => {
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s returns it to no one who is not a member',
    async (_key, call) => {
      for (const [kind, viewer] of Object.entries(others)) {
        const text = await returned(call, viewer);
        if (kind === 'admin' && queueCalls.has(call.key)) {
          expect(text).toContain(canary);
          continue;
        }
        const at = text.indexOf(canary);
        expect(at, `${kind}: …${text.slice(Math.max(0, at - 200), at + 100)}`).toBe(-1);
      }
    },
  );

  const writes = allCalls
    .map(({ call }) => call)
    .filter(({ method, path }) => method !== 'GET' && /^\/(community|comments|notifications)/.test(path));
  test.each(writes.map((call) => [call.key, call] as const))(
    '%s returns it to no one who is not a member',
    async (_key, call) => {
      for (const [kind, viewer] of Object.entries(others)) {
        // An admin may delete a community, and people what they wrote.
        if (call.method === 'DELETE' && kind !== 'outsider') continue;
        const { params, body } = inputIn(fixtures, call);
        for (const id of [fixtures.community, fixtures.post, fixtures.comment]) {
          const input = { params: { ...params, ...(params?.id !== undefined && { id }) }, body };
          const request = requestOfKey(call.key, input, viewer?.token ?? null);
          expect(responseText(await site.app.http.inject(request)), kind).not.toContain(canary);
        }
      }
    },
  );

  test('is in no page, feed, site map, export of others, email or push message', async () => {
    const { community, post } = fixtures;
    const pages = await listeningPages(site);
    const at = `/community/${community}`;
    const paths = ['/community', at, `${at}/posts/${post}`, `${at}/invitation`];
    const feeds = ['atom', 'json'].map((kind) => `/feeds/user/${founder.username}.${kind}`);
    const searches = [`/search?q=${canary}`, '/sitemap.xml', `/profile/${founder.username}`];
    for (const url of [...paths, ...feeds, ...searches])
      for (const agent of ['Mozilla/5.0', 'Twitterbot/1.0', 'Googlebot/2.1']) {
        const headers = { 'user-agent': agent, accept: 'text/html,*/*' };
        const { status, body } = await pages.get(url, headers);
        expect([url, status]).toEqual([url, url.includes('/posts/') ? 404 : 200]);
        // A page may repeat its own address.
        expect(`${body}`.replaceAll(`q=${canary}`, ''), url).not.toContain(canary);
      }
    await pages.close();
    const texts: Record<string, string> = {};
    for (const [kind, viewer] of Object.entries(others)) {
      if (viewer === null) continue;
      const request = requestOfKey('GET /users/me/export', {}, viewer.token);
      texts[kind] = responseText(await site.app.http.inject(request));
      const recipient = { ...viewer, timeZone: 'UTC', contentFilter };
      expect([kind, await listNewEntries(site.ctx, recipient, new Date(0))]).toEqual([kind, []]);
      const unmailed = await findUnmailed(site.ctx.db, recipient, emailTopic.options, site.clock.now());
      expect([kind, unmailed.ids]).toEqual([kind, []]);
    }
    // What people wrote themselves is theirs.
    for (const kind of ['outsider', 'admin']) expect(texts[kind]).not.toContain(canary);
    expect(texts.former).toContain(`${canary} comment`);
    for (const word of ['title', 'reply']) expect(texts.former).not.toContain(`${canary} ${word}`);
    expect(texts.banned).not.toContain(`${canary} comment`);
  });

  // Without this, the test above would pass for calls that return nothing to anyone.
  test('is returned to members', async () => {
    const found = [];
    for (const call of reads) if ((await returned(call, member)).includes(canary)) found.push(call.key);
    expect(found.toSorted()).toEqual([
      'GET /comments',
      'GET /comments/{id}',
      'GET /comments/{id}/replies',
      'GET /community/user/posts',
      'GET /community/{id}/posts',
      'GET /community/{id}/posts/{postId}',
      'GET /community/{id}/posts/{postId}/comments',
      'GET /reports/mine',
    ]);
  });
});
