import { blockUser } from '@inkling/contract/blocks';
import * as calls from '@inkling/contract/communities';
import { saveChapterProgress } from '@inkling/contract/library';
import { communityLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { search, searchCommunities, searchSuggestions } from '@inkling/contract/search';
import { deleteStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { requestOfKey } from '../../testing/request-of.ts';
import { responseText } from '../../testing/response-text.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { postAdded } from './communities.events.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';

const site = testApp();
const write = writing(site);
const { at, found, village, comment, get, join, leave, send, invite, ban, posts, post } = gathering(site);
const hub = async (viewer: Person | null, query: object = {}) =>
  (await site.as(viewer).call(calls.listCommunities, { query: { limit: 100, ...query } })).body;
const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
const change = (who: Person, id: string, body: object) =>
  site.as(who).call(calls.updateCommunity, { ...idOf(id), body });

test('a community has its fields, a founder, and members who join and leave once each', async () => {
  const [ada, bo] = [await site.person(), await site.person()];
  const rules = ['Be kind.', { title: 'No spoilers', description: 'Mark them.' }];
  const community = await found(ada, { name: '  Night\nReaders ', category: 'book_club', rules });
  expect(community).toMatchObject({
    name: 'Night Readers',
    description: 'By lamplight.',
    category: 'book_club',
    isPrivate: false,
    image: null,
    memberCount: 1,
    stats: { postCount: 0 },
    founder: { _id: ada.id },
    rules: [{ title: 'Be kind.', description: '' }, rules[1]],
    membership: 'member',
    role: 'founder',
    members: [{ _id: ada.id, role: 'founder' }],
    requestsCount: 0,
    ban: null,
    belongsTo: null,
  });
  const id = community._id;
  for (let times = 0; times < 2; times += 1) {
    const joined = await join(bo, id);
    expect([joined.status, joined.body.data.memberCount, joined.body.data.role]).toEqual([200, 2, 'member']);
  }
  expect((await site.as(bo).call(calls.listMemberships, {})).body.data).toEqual([id]);
  expect((await get(null, id)).body.data).toMatchObject({
    membership: 'none',
    role: null,
    requestsCount: null,
  });
  for (let times = 0; times < 2; times += 1)
    expect((await leave(bo, id)).body.data).toMatchObject({ memberCount: 1, membership: 'none', role: null });
  expect((await site.as(bo).call(calls.listMemberships, {})).body.data).toEqual([]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('name and description are required, and every wrong field is named', async () => {
  const ada = await site.person();
  const body = {
    name: ' ',
    description: '',
    category: 'other' as 'general',
    image: 'http://x.example/a.png',
  };
  const { failure } = await site.as(ada).call(calls.createCommunity, { body });
  expect(failure.errors?.map(({ path }) => path)).toEqual(['name', 'description', 'category', 'image']);
  const others = { name: 'N', description: 'D', image: '/files/0123456789abcdef0123456789abcdef-600.webp' };
  const refused = await site.as(ada).call(calls.createCommunity, { body: others });
  expect(refused.failure.errors?.map(({ path }) => path)).toEqual(['image']);
});

test('the hub lists by members, category, words in name or description, and mine', async () => {
  const [ada, bo] = [await site.person(), await site.person()];
  const small = await found(ada, { name: 'Ämber Lanterns', description: 'zqxhub' });
  const large = await found(ada, { name: 'Wax', description: 'zqxhub: amber candles', category: 'genre' });
  const secret = await found(ada, { name: 'Amber in private', description: 'zqxhub', isPrivate: true });
  await join(bo, large._id);
  expect(namesOf(await hub(null, { search: 'zqxhub' }))).toEqual(['Wax', secret.name, small.name]);
  // Those with the words in their names first; accents, case and the ends of words make no difference.
  expect(namesOf(await hub(null, { search: 'amb' }))).toEqual([secret.name, small.name, 'Wax']);
  expect(namesOf(await hub(null, { search: 'AMBER zqxhub', category: 'genre' }))).toEqual(['Wax']);
  expect(namesOf(await hub(bo, { mine: 'true' }))).toEqual(['Wax']);
  for (const search of ["'", '&|!:*()<->', '%', '\\', '"', '\u00ad &'])
    expect((await hub(null, { search })).data, search).toEqual([]);
  // Characters that cannot be seen are no search.
  for (const search of ['\u00ad', '\u200d', '\u2060'])
    expect(namesOf(await hub(null, { search, category: 'genre' })), search).toContain('Wax');
  const page = await hub(null, { search: 'zqxhub', limit: 1, page: 2 });
  expect([namesOf(page), page.pagination]).toMatchObject([[secret.name], { total: 3, hasMore: true }]);
});

test('searches find communities by the words that everyone sees, and nothing in posts', async () => {
  const ada = await site.person();
  const open = await found(ada, { name: 'Zqxsearch Lanterns', description: 'Oil and wax.' });
  const secret = await found(ada, { name: 'Candles', description: 'zqxsearch', isPrivate: true });
  await send(ada, secret._id, { title: 'zqxpost' });
  const asVisitor = site.as(null);
  const entry = ({ _id, name, description }: { _id: string; name: string; description: string }) => ({
    _id,
    name,
    avatar: null,
    membersCount: 1,
    description,
  });
  const query = { q: 'zqxsea' };
  const alone = (await asVisitor.call(searchCommunities, { query })).body;
  expect(alone.data).toEqual([entry(open), entry(secret)]);
  expect(alone.pagination.total).toBe(2);
  const oldest = await asVisitor.call(searchCommunities, {
    query: { ...query, sortBy: 'newest', limit: 1, page: 2 },
  });
  expect(oldest.body.data).toEqual([entry(open)]);
  const all = (await asVisitor.call(search, { query })).body;
  expect([all.data.communities, all.counts.communities]).toEqual([alone.data, 2]);
  const others = (await asVisitor.call(search, { query: { ...query, type: 'stories' } })).body;
  expect([others.data.communities, others.counts.communities]).toEqual([[], 2]);
  const quick = (await asVisitor.call(searchSuggestions, { query })).body.data;
  expect(quick).toContainEqual({ type: 'community', _id: open._id, name: open.name });
  expect((await site.as(ada).call(searchCommunities, { query: { q: 'zqxpost' } })).body.data).toEqual([]);
  await site.as(ada).call(calls.deleteCommunity, idOf(open._id));
  expect((await asVisitor.call(searchCommunities, { query })).body.data).toEqual([entry(secret)]);
});

test('pages take few statements', async () => {
  const { id, member, post: postId } = await village();
  await comment(member, id, postId);
  const statements = async (read: () => Promise<unknown>) => {
    const recorded = recordStatements();
    await read();
    return recorded().length;
  };
  // One of them finds the session.
  expect(await statements(() => hub(member))).toBeLessThanOrEqual(3);
  expect(await statements(() => get(member, id))).toBeLessThanOrEqual(3);
  expect(await statements(() => posts(member, id))).toBeLessThanOrEqual(4);
  expect(await statements(() => post(member, id, postId))).toBeLessThanOrEqual(3);
  const comments = () => site.as(member).call(calls.listPostComments, { params: { id, postId } });
  expect(await statements(comments)).toBeLessThanOrEqual(5);
});

test('founder and moderators edit; only the founder makes it private, which it then stays', async () => {
  const { id, founder, moderator, member } = await village();
  expect((await change(moderator, id, { name: 'Late Readers', rules: [] })).body.data.name).toBe(
    'Late Readers',
  );
  expect((await change(member, id, { name: 'Mine' })).failure.code).toBe('NOT_ALLOWED');
  expect((await change(moderator, id, { isPrivate: true })).failure.code).toBe('NOT_ALLOWED');
  expect((await change(founder, id, { isPrivate: true })).body.data.isPrivate).toBe(true);
  const back = await change(founder, id, { isPrivate: false });
  expect([back.status, back.failure.code]).toEqual([409, 'STAYS_PRIVATE']);
  expect((await change(founder, id, { isPrivate: true, description: 'Still.' })).status).toBe(200);
  // Whether search engines may list it is for the founder to say, too.
  expect((await change(moderator, id, { isIndexed: false })).failure.code).toBe('NOT_ALLOWED');
  expect((await change(founder, id, { isIndexed: false })).body.data.isIndexed).toBe(false);
  expect((await change(moderator, id, { isIndexed: false, description: 'Quiet.' })).status).toBe(200);
});

test('the founder hands over; who leaves without doing so is followed by a moderator, then by a member', async () => {
  const { id, founder, moderator, member } = await village();
  const last = await site.person();
  await join(last, id);
  site.clock.advance(1000);
  const handOver = (who: Person, userId: string) =>
    site.as(who).call(calls.handOverCommunity, { ...idOf(id), body: { userId } });
  expect((await handOver(moderator, moderator.id)).failure.code).toBe('NOT_ALLOWED');
  expect((await handOver(founder, (await site.person()).id)).failure.code).toBe('NOT_FOUND');
  expect((await handOver(founder, last.id)).body.data).toMatchObject({
    founder: { _id: last.id },
    role: 'moderator',
  });
  await leave(last, id);
  // The moderator has served longer than the former founder.
  expect((await get(null, id)).body.data.founder?._id).toBe(moderator.id);
  await leave(moderator, id);
  await leave(founder, id);
  const alone = (await get(member, id)).body.data;
  expect([alone.role, alone.memberCount, alone.members.length]).toEqual(['founder', 1, 1]);
  const refused = await leave(member, id);
  expect([refused.status, refused.failure.message]).toEqual([
    409,
    'You’re the only member of this community. Delete it instead.',
  ]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('moderators are appointed and dismissed by the founder, and lay down the office themselves', async () => {
  const { id, founder, moderator, member } = await village();
  const appoint = (who: Person, userId: string) =>
    site.as(who).call(calls.appointModerator, { params: { id, userId } });
  const dismiss = (who: Person, userId: string) =>
    site.as(who).call(calls.dismissModerator, { params: { id, userId } });
  expect((await appoint(moderator, member.id)).failure.code).toBe('NOT_ALLOWED');
  expect((await appoint(founder, founder.id)).status).toBe(409);
  for (let times = 0; times < 2; times += 1)
    expect((await appoint(founder, member.id)).body.role).toBe('moderator');
  expect((await dismiss(moderator, member.id)).failure.code).toBe('NOT_ALLOWED');
  expect((await dismiss(moderator, moderator.id)).body.role).toBe('member');
  expect((await dismiss(founder, founder.id)).body.role).toBe('founder');
  const members = await site.as(null).call(calls.listMembers, idOf(id));
  expect(members.body.data.map(({ _id }) => _id)).toEqual([founder.id, member.id, moderator.id]);
});

test('members are found by how their names begin, however many there are', async () => {
  const { id, founder } = await village();
  const people = await Promise.all(Array.from({ length: 22 }, () => site.person()));
  for (const person of people) await join(person, id);
  const last = people.at(-1) ?? founder;
  await site.as(last).call(updateProfile, { body: { displayName: 'Grace  Hopper' } });
  const named = async (who: Person | null, search: string) => {
    const { body } = await site.as(who).call(calls.listMembers, { ...idOf(id), query: { search } });
    return [body.data.map(({ _id }) => _id), body.pagination.total];
  };
  for (const search of ['hop', 'GRACE', last.username.toUpperCase()])
    expect([search, await named(founder, search)]).toEqual([search, [[last.id], 1]]);
  for (const search of ['race', '%', '_']) expect(await named(founder, search)).toEqual([[], 0]);
  await site.as(last).call(blockUser, { params: { id: founder.id } });
  expect(await named(founder, 'hop')).toEqual([[], 0]);
  const closed = await village(true);
  const outside = await site
    .as(founder)
    .call(calls.listMembers, { ...idOf(closed.id), query: { search: 'a' } });
  expect(outside.failure.code).toBe('NOT_ALLOWED');
});

/** Makes a person founder or member of so many more communities. */
const fill = (who: Person, role: 'founder' | 'member', number: number) =>
  sql`
    with added as (
      insert into communities (name, description, category, is_private, created_at)
      select 'Lamp ' || n, 'By lamplight.', 'general', false, ${site.clock.now()}
      from generate_series(1, ${number}::int) n returning id),
    counted as (insert into community_counts (community_id, members) select id, 1 from added)
    insert into community_members (community_id, user_id, role, joined_at, role_since)
    select id, ${who.id}, ${role}, ${site.clock.now()}, ${site.clock.now()} from added`.execute(site.ctx.db);

test('who has founded as many communities as one can neither founds another nor is handed one over', async () => {
  const { id, founder, member } = await village();
  const handOver = () =>
    site.as(founder).call(calls.handOverCommunity, { ...idOf(id), body: { userId: member.id } });
  await fill(member, 'founder', communityLimits.founded - 1);
  const last = await found(member);
  const body = { name: 'One more', description: 'By lamplight.' };
  for (const refused of [await handOver(), await site.as(member).call(calls.createCommunity, { body })])
    expect([refused.status, refused.failure.message]).toEqual([
      413,
      'A person can be the founder of at most 200 communities.',
    ]);
  expect((await get(founder, id)).body.data.role).toBe('founder');
  await site.as(member).call(calls.deleteCommunity, idOf(last._id));
  expect((await handOver()).body.data.founder?._id).toBe(member.id);
});

test('a community with as many moderators as it can have takes another only in place of one', async () => {
  const { id, founder, moderator, member } = await village();
  const others = await Promise.all(
    Array.from({ length: communityLimits.moderators - 1 }, () => site.person()),
  );
  await sql`
    with added as (
      insert into community_members (community_id, user_id, role, joined_at, role_since)
      select ${id}, user_id, 'moderator', ${site.clock.now()}, ${site.clock.now()}
      from unnest(${others.map((person) => person.id)}::uuid[]) as user_id returning user_id)
    update community_counts set members = members + (select count(*) from added) where community_id = ${id}`.execute(
    site.ctx.db,
  );
  const params = { id, userId: member.id };
  const handOver = ({ id: userId }: Person) =>
    site.as(founder).call(calls.handOverCommunity, { ...idOf(id), body: { userId } });
  for (const refused of [
    await site.as(founder).call(calls.appointModerator, { params }),
    await handOver(member),
  ])
    expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
  expect((await get(member, id)).body.data.role).toBe('member');
  expect((await handOver(moderator)).body.data).toMatchObject({
    founder: { _id: moderator.id },
    role: 'moderator',
  });
});

test('who has joined as many communities as one can joins none before leaving one', async () => {
  const [ana, founder, other] = [await site.person(), await site.person(), await site.person()];
  const { _id: id } = await found(founder);
  const { token } = (await invite(founder, id)).body.data;
  await fill(ana, 'member', communityLimits.memberships - 1);
  const { _id: left } = await found(other);
  expect((await join(ana, left)).status).toBe(200);
  const byInvitation = () => site.as(ana).call(calls.joinByInvitation, { params: { token } });
  const body = { name: 'One more', description: 'By lamplight.' };
  for (const refused of [
    await join(ana, id),
    await byInvitation(),
    await site.as(ana).call(calls.createCommunity, { body }),
  ])
    expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
  // They are a member already of what is handed over to them.
  const handOver = { ...idOf(left), body: { userId: ana.id } };
  expect((await site.as(other).call(calls.handOverCommunity, handOver)).status).toBe(200);
  await leave(ana, left);
  expect((await byInvitation()).body.data.membership).toBe('member');
});

test('moderators ban neither each other nor the founder, who bans moderators', async () => {
  const { id, founder, moderator, member } = await village();
  await site.as(founder).call(calls.appointModerator, { params: { id, userId: member.id } });
  const refusal = async (who: Person, userId: string) => {
    const { status, failure } = await ban(who, id, userId);
    return [status, failure.message];
  };
  expect(await refusal(moderator, member.id)).toEqual([
    403,
    'Only the founder of this community can ban a moderator.',
  ]);
  expect(await refusal(moderator, founder.id)).toEqual([403, 'The founder can’t be banned.']);
  for (const self of [moderator, founder])
    expect(await refusal(self, self.id)).toEqual([403, 'You can’t ban yourself.']);
  expect((await get(member, id)).body.data).toMatchObject({ role: 'moderator', ban: null });
  expect((await ban(founder, id, member.id)).status).toBe(200);
  expect((await get(member, id)).body.data).toMatchObject({ role: null, membership: 'banned' });
});

test('banned people lose membership and write nothing until the ban ends or is lifted', async () => {
  const { id, founder, moderator, member, post: postId } = await village();
  const other = await site.person();
  expect((await ban(member, id, other.id)).failure.code).toBe('NOT_ALLOWED');
  expect((await ban(founder, id, member.id, at(-1))).failure.errors?.[0]?.path).toBe('until');
  const asBanned = site.as(member);
  const place = { params: { id, postId } };
  const theirs = (await comment(founder, id, postId)).body.data._id;
  await asBanned.call(calls.likePost, place);
  await asBanned.call(calls.likePostComment, idOf(theirs));
  expect((await ban(moderator, id, member.id, at(2))).body.data).toMatchObject({
    user: { _id: member.id },
    by: { _id: moderator.id },
    reason: 'Unkind words',
    until: at(2),
  });
  expect((await get(member, id)).body.data).toMatchObject({
    membership: 'banned',
    memberCount: 2,
    ban: { reason: 'Unkind words', until: at(2) },
  });
  const writes = [
    await join(member, id),
    await send(member, id),
    await asBanned.call(calls.likePost, place),
    await asBanned.call(calls.updatePost, { ...place, body: { title: 'Mine' } }),
    await asBanned.call(calls.commentOnPost, { ...place, body: { content: 'Unkind.' } }),
    await asBanned.call(calls.likePostComment, idOf(theirs)),
  ];
  expect(writes.map(({ status, failure }) => [status, failure.code])).toEqual(
    writes.map(() => [403, 'BANNED']),
  );
  expect(writes.map(({ failure }) => failure.message)).toEqual(
    writes.map(() => 'You’re banned from this community: Unkind words'),
  );
  // What they liked before, they can take back.
  expect((await asBanned.call(calls.unlikePost, place)).body).toMatchObject({ liked: false, likes: 0 });
  expect((await asBanned.call(calls.unlikePostComment, idOf(theirs))).body).toMatchObject({
    liked: false,
    likes: 0,
  });
  // They read a public community, and its comments say why they cannot comment.
  const comments = await asBanned.call(calls.listPostComments, place);
  expect(comments.body.refusal).toBe('banned');
  const bans = await site.as(founder).call(calls.listBans, idOf(id));
  expect(bans.body.data.map(({ user }) => user._id)).toEqual([member.id]);
  site.clock.advance(2 * day);
  expect((await site.as(founder).call(calls.listBans, idOf(id))).body.data).toEqual([]);
  expect((await join(member, id)).body.data.membership).toBe('member');
  await ban(founder, id, member.id);
  await site.as(moderator).call(calls.liftBan, { params: { id, userId: member.id } });
  expect((await join(member, id)).status).toBe(200);
});

test('members post; posts are listed by newest with pinned ones first, oldest and most liked, by pages', async () => {
  const { id, founder, member } = await village();
  const outsider = await site.person();
  const refused = await send(outsider, id);
  expect([refused.status, refused.failure.message]).toEqual([403, 'Join the community to start posting!']);
  const invalid = await send(member, id, { title: '', content: ' ', tags: ['a'.repeat(31)] });
  expect(invalid.failure.errors?.map(({ path }) => path)).toEqual(['title', 'content', 'tags.0']);
  const ids = [];
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    site.clock.advance(1000);
    ids.push((await send(member, id, { title, tags: ['#Lamps', 'lamps', 'wax'] })).body.data._id);
  }
  await site.as(founder).call(calls.pinPost, { params: { id, postId: ids[1] ?? '' } });
  for (const who of [founder, outsider])
    await site.as(who).call(calls.likePost, { params: { id, postId: ids[2] ?? '' } });
  const titles = async (sort: calls.PostSort) => {
    const listed: (string | null)[] = [];
    let after: string | undefined;
    do {
      const { body } = await posts(null, id, { sort, limit: 2, ...(after && { after }) });
      listed.push(...body.data.map(({ title }) => title));
      expect(body.pagination.total).toBe(5);
      after = body.pagination.next;
    } while (after !== undefined);
    return listed;
  };
  expect(await titles('newest')).toEqual(['Two', 'Four', 'Three', 'One', 'Which lamp?']);
  expect(await titles('oldest')).toEqual(['Which lamp?', 'One', 'Two', 'Three', 'Four']);
  expect(await titles('most_liked')).toEqual(['Three', 'Four', 'Two', 'One', 'Which lamp?']);
  const second = (await posts(null, id, { limit: 2, page: 2 })).body.data;
  expect(second.map(({ title }) => title)).toEqual(['Three', 'One']);
  expect(second[0]).toMatchObject({ likes: 2, isLiked: false, tags: ['Lamps', 'wax'], isPinned: false });
  expect((await get(null, id)).body.data.stats.postCount).toBe(5);
  expect(await emittedEvents(site, postAdded, ids[0] ?? '')).toEqual([
    { postId: ids[0], communityId: id, writerId: member.id, isPublic: true },
  ]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('long posts begin in lists and are whole by themselves; names in them are mentions', async () => {
  const { id, member, founder } = await village();
  const content = `@${founder.username} ${'lamp '.repeat(300)}`.trim();
  const { data } = (await send(member, id, { content })).body;
  expect(data).toMatchObject({ content, isExcerpt: false, mentions: [founder.username], editedAt: null });
  const [listed] = (await posts(null, id)).body.data;
  expect(listed?.isExcerpt).toBe(true);
  expect(listed?.content?.length).toBeLessThanOrEqual(communityLimits.excerpt + 1);
});

test('authors edit and delete their posts; moderators pin, lock and delete them', async () => {
  const { id, founder, moderator, member, post: postId } = await village();
  const place = { params: { id, postId } };
  const edit = (who: Person, body: object) => site.as(who).call(calls.updatePost, { ...place, body });
  expect((await edit(founder, { title: 'Mine' })).failure.code).toBe('NOT_ALLOWED');
  expect((await edit(member, { title: 'Which lamp?' })).body.data.editedAt).toBe(null);
  expect((await edit(member, { title: 'Which?' })).body.data).toMatchObject({
    title: 'Which?',
    content: 'Oil or wax?',
    editedAt: site.clock.now().toISOString(),
  });
  expect((await site.as(member).call(calls.lockPost, place)).failure.code).toBe('NOT_ALLOWED');
  expect((await site.as(moderator).call(calls.lockPost, place)).body.data.isLocked).toBe(true);
  expect((await edit(member, { title: 'Again' })).failure.message).toBe(
    'This post is locked, so it can’t be edited.',
  );
  const comments = await site.as(member).call(calls.listPostComments, place);
  expect(comments.body).toMatchObject({ isClosed: true, refusal: 'closed' });
  await site.as(moderator).call(calls.unlockPost, place);
  expect((await site.as(founder).call(calls.deletePost, place)).status).toBe(200);
  expect((await post(member, id, postId)).status).toBe(404);
  const own = (await send(member, id)).body.data._id;
  const other = await site.person();
  await join(other, id);
  const delOwn = { params: { id, postId: own } };
  expect((await site.as(other).call(calls.deletePost, delOwn)).failure.code).toBe('NOT_ALLOWED');
  expect((await site.as(member).call(calls.deletePost, delOwn)).status).toBe(200);
  // A post of another community is not found here.
  const elsewhere = await village();
  expect((await post(null, id, elsewhere.post)).status).toBe(404);
  const { rows } =
    await sql`select from community_posts where content <> '' and deleted_at is not null`.execute(
      site.ctx.db,
    );
  expect(rows).toEqual([]);
});

test('quotas: posts a day, pinned posts, invitations', async () => {
  const { id, founder, member, post: postId } = await village();
  await sql`
    insert into community_posts (community_id, user_id, title, content, created_at)
    select ${id}, ${member.id}, 'T', 'C', ${site.clock.now()} from generate_series(2, ${communityLimits.postsPerDay}::int)`.execute(
    site.ctx.db,
  );
  const refused = await send(member, id);
  expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
  // Deleted ones count, too.
  await site.as(member).call(calls.deletePost, { params: { id, postId } });
  expect((await send(member, id)).status).toBe(413);
  site.clock.advance(day);
  expect((await send(member, id)).status).toBe(201);
  const all = (await posts(null, id, { limit: communityLimits.pinned + 1 })).body.data;
  const pins = [];
  for (const { _id: postId } of all)
    pins.push((await site.as(founder).call(calls.pinPost, { params: { id, postId } })).status);
  expect(pins).toEqual([...Array.from({ length: communityLimits.pinned }, () => 200), 413]);
  const late = await invite(founder, id, 1, communityLimits.invitationDays + 1);
  expect(late.failure.errors?.map(({ path }) => path)).toEqual(['until']);
  const invited = [];
  for (let count = 0; count <= communityLimits.invitations; count += 1)
    invited.push((await invite(founder, id, 1, communityLimits.invitationDays)).status);
  expect(invited).toEqual([...Array.from({ length: communityLimits.invitations }, () => 201), 413]);
});

test('a community can belong to a story of its founder, or to them, and is found from there', async () => {
  const [ada, bo] = [await site.person(), await site.person()];
  const { story } = await write.published(ada);
  const ofStory = async (viewer: Person | null) =>
    (await site.as(viewer).call(calls.listStoryCommunities, idOf(story._id))).body.data.map(({ _id }) => _id);
  const ofAuthor = async ({ username }: Person) =>
    (await site.as(null).call(calls.listAuthorCommunities, { params: { username } })).body.data.map(
      ({ _id }) => _id,
    );
  const belongsTo = { kind: 'story' as const, storyId: story._id };
  const own = await found(ada, { belongsTo });
  expect(own.belongsTo).toMatchObject({ kind: 'story', story: { _id: story._id, title: story.title } });
  expect(await ofStory(null)).toEqual([own._id]);
  const author = await found(ada, { belongsTo: { kind: 'author' } });
  expect(author.belongsTo).toMatchObject({ kind: 'author', author: { _id: ada.id } });
  expect(await ofAuthor(ada)).toEqual([author._id]);
  const others = await found(bo);
  expect((await change(bo, others._id, { belongsTo })).failure.errors?.[0]?.path).toBe('belongsTo');
  await join(bo, author._id);
  await site.as(ada).call(calls.handOverCommunity, { ...idOf(author._id), body: { userId: bo.id } });
  expect([await ofAuthor(ada), await ofAuthor(bo)]).toEqual([[], []]);
  await site.as(ada).call(deleteStory, idOf(story._id));
  expect((await get(null, own._id)).body.data.belongsTo).toBe(null);
  expect((await site.as(null).call(calls.listStoryCommunities, idOf(story._id))).status).toBe(404);
});

test('a post up to a chapter is folded for readers behind it, who can ask for it, and for visitors, who cannot', async () => {
  const [ada, bo] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(ada, { chapters: 2 });
  const [first, second] = chapters.map(({ _id }) => _id);
  const { _id: id } = await found(ada, { belongsTo: { kind: 'story', storyId: story._id } });
  await join(bo, id);
  const body = { title: 'The end', content: 'She lit it.', tags: ['ending'], chapterId: second };
  const { _id: postId } = (await send(ada, id, body)).body.data;
  const shown = { title: 'The end', content: 'She lit it.', tags: ['ending'], isFolded: false };
  const folded = { title: null, content: null, tags: [], mentions: [], isFolded: true };
  const anyway = { anyway: 'true' };
  expect((await post(bo, id, postId)).body.data).toMatchObject({
    ...folded,
    chapter: { _id: second, story: story._id, chapterNumber: 2 },
  });
  expect((await posts(bo, id)).body.data).toMatchObject([folded]);
  expect((await post(bo, id, postId, anyway)).body.data).toMatchObject(shown);
  expect((await post(null, id, postId, anyway)).body.data).toMatchObject(folded);
  expect((await post(ada, id, postId)).body.data).toMatchObject(shown);
  const read = { params: { id: second ?? '' }, body: { progress: 10 } };
  await site.as(bo).call(saveChapterProgress, read);
  expect((await posts(bo, id)).body.data).toMatchObject([shown]);
  // Only a published chapter of this story.
  const other = (await write.published(ada)).chapters[0]?._id;
  expect((await send(bo, id, { chapterId: other })).failure.errors?.[0]?.path).toBe('chapterId');
  const edit = { params: { id, postId }, body: { chapterId: first } };
  expect((await site.as(ada).call(calls.updatePost, edit)).body.data.chapter?._id).toBe(first);
});

test('a community and a post are created once for an id', async () => {
  const ada = await site.person();
  const _id = newId(site.clock.now().getTime());
  const ids = [await found(ada, { _id }), await found(ada, { _id })].map((one) => one._id);
  expect(ids).toEqual([_id, _id]);
  const postId = newId(site.clock.now().getTime());
  for (let times = 0; times < 2; times += 1)
    expect((await send(ada, _id, { _id: postId })).body.data._id).toBe(postId);
  await site.as(ada).call(calls.deletePost, { params: { id: _id, postId } });
  expect((await send(ada, _id, { _id: postId })).failure.code).toBe('ID_TAKEN');
});

test('what a person wrote in communities is in their export, comments on posts included', async () => {
  const { id, member, moderator, post: postId } = await village();
  await comment(member, id, postId, 'Wax, by now.');
  const liked = (await comment(moderator, id, postId, 'Oil for me.')).body.data._id;
  await site.as(member).call(calls.likePostComment, idOf(liked));
  const exported = responseText(
    await site.app.http.inject(requestOfKey('GET /users/me/export', {}, member.token)),
  );
  for (const text of ['Oil or wax?', 'Wax, by now.', postId, liked]) expect(exported).toContain(text);
  expect(exported).not.toContain('Oil for me.');
});
