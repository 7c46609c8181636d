import { blockUser } from '@inkling/contract/blocks';
import { deleteComment, postComment } from '@inkling/contract/comments';
import {
  appealBan,
  chooseNews,
  commentOnPost,
  createPost,
  decideJoinRequest,
  deleteCommunity,
  deletePost,
  deletePostComment,
  handOverCommunity,
  joinByInvitation,
  liftBan,
  listBans,
  listMyBans,
  openPosts,
  pinPost,
  refuseBanAppeal,
  unpinPost,
} from '@inkling/contract/communities';
import {
  getNotificationSettings,
  listNotifications,
  notificationsChanged,
  readNotifications,
} from '@inkling/contract/notifications';
import { listCommunityQueue } from '@inkling/contract/reports';
import { expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/db.ts';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { gathering, idOf } from '../communities/communities-for-tests.fixture.ts';
import { forgetPerson } from '../communities/erasing.queries.ts';
import { suspend } from '../measures/index.ts';
import { reporting } from '../reports/reports-for-tests.fixture.ts';
import { setAdmin } from '../users/index.ts';
import { listNewEntries } from './index.ts';

const site = testApp({ NEW_ACCOUNT_HOURS: '24' });
const write = writing(site);
const { admin, decide, idOf: entryId, report } = reporting(site);
const { village, found, get, join, leave, ban, send, invite } = gathering(site);

const list = async (who: Person) => {
  await site.runEvents();
  return (await site.as(who).call(listNotifications, {})).body;
};
/** What a person's entries say, the newest first. */
const texts = async (who: Person) => (await list(who)).data.map(({ text }) => text);
const comment = async (who: Person, id: string, postId: string, content: string, parent?: string) => {
  const body = { content, ...(parent !== undefined && { parent }) };
  return (await site.as(who).call(commentOnPost, { params: { id, postId }, body })).body.data._id;
};
const nameOf = ({ username }: Person) => `@${username}`;

test('comments on a post notify its writer, who is replied to and who is mentioned, each once', async () => {
  const { id, founder, moderator, member, post } = await village();
  const first = await comment(founder, id, post, 'Oil.');
  const [entry] = (await list(member)).data;
  expect(entry).toMatchObject({
    kind: 'comment',
    text: expect.stringContaining('commented on a post in “Night Readers”.'),
    excerpt: 'Oil.',
    link: `/community/${id}/posts/${post}?comment=${first}`,
    story: null,
  });
  await comment(founder, id, post, 'Or wax.');
  expect(await texts(member)).toEqual([
    expect.stringContaining('left 2 comments on a post in “Night Readers”.'),
  ]);
  const reply = await comment(moderator, id, post, `${nameOf(member)} ${nameOf(founder)} Wax.`, first);
  expect((await list(founder)).data).toMatchObject([{ kind: 'reply', excerpt: expect.any(String) }]);
  expect((await list(member)).data.map(({ kind }) => kind)).toEqual(['mention', 'comment']);
  await site.as(moderator).call(deletePostComment, idOf(reply));
  expect([(await list(founder)).data, (await list(member)).unreadCount]).toEqual([[], 1]);
});

test('a post notifies whom it mentions; one about a chapter comes without an excerpt', async () => {
  const [ada, bo] = [await site.person(), await site.person()];
  const { story, chapters } = await write.published(ada);
  const { _id: id } = await found(ada, { belongsTo: { kind: 'story', storyId: story._id } });
  await join(bo, id);
  const content = `${nameOf(bo)} She lit it.`;
  const plain = (await send(ada, id, { content })).body.data._id;
  expect((await list(bo)).data).toMatchObject([
    { kind: 'mention', excerpt: content, link: `/community/${id}/posts/${plain}` },
  ]);
  site.clock.advance(1000);
  const about = (await send(ada, id, { content, chapterId: chapters[0]?._id })).body.data._id;
  await comment(ada, id, about, `${nameOf(bo)} She did.`);
  const [newest] = (await list(bo)).data;
  expect(newest).toMatchObject({
    count: 3,
    excerpt: null,
    text: expect.stringContaining('mentioned you on posts in “Night Readers”.'),
  });
  expect(await texts(ada)).toEqual([]);
});

test('outsiders, and those who left or were banned, get nothing of a private community', async () => {
  const { id, founder, moderator, member, post } = await village(true);
  const outsider = await site.person();
  const gone = await site.person();
  const { token } = (await invite(founder, id)).body.data;
  await site.as(gone).call(joinByInvitation, { params: { token } });
  const own = (await send(gone, id)).body.data._id;
  const all = [outsider, member, gone].map(nameOf).join(' ');
  const url = await addressOf(site);
  const [page, ofMember] = [await connectLive(url, outsider.token), await connectLive(url, member.token)];
  await comment(founder, id, post, `${all} Oil.`);
  await comment(founder, id, own, 'Wax.');
  await site.as(moderator).call(createPost, { ...idOf(id), body: { title: 'Lamps', content: all } });
  /** How many entries emails and push messages would have. */
  const news = async (who: Person) => {
    await site.runEvents();
    const contentFilter = { showsMature: true, hiddenTags: [], hiddenWarnings: [] };
    const recipient = { id: who.id, timeZone: 'UTC', contentFilter };
    return (await listNewEntries(site.ctx, recipient, new Date(0))).length;
  };
  for (const inside of [member, gone]) expect(await news(inside)).toBeGreaterThan(0);
  await ofMember.next(notificationsChanged);
  // Acknowledged after all that was sent before.
  expect(await page.emit(openPosts, { communityId: id })).toMatchObject({ code: 'NOT_ALLOWED' });
  expect(page.received).toEqual([]);
  await leave(member, id);
  await ban(founder, id, gone.id);
  for (const who of [outsider, member]) {
    const { data, unreadCount } = await list(who);
    expect([data, unreadCount, await news(who)]).toEqual([[], 0, 0]);
  }
  expect((await list(gone)).data).toMatchObject([{ kind: 'ban' }]);
  expect(await news(gone)).toBe(1);
});

test('founder and moderators learn of requests while there are any; who asked learns of the answer', async () => {
  const { id, founder, moderator, member } = await village(true);
  const [ana, bo] = [await site.person(), await site.person()];
  const answer = (who: Person, accept: boolean) =>
    site.as(founder).call(decideJoinRequest, { params: { id, userId: who.id }, body: { accept } });
  for (const who of [ana, bo]) {
    site.clock.advance(1000);
    await join(who, id);
  }
  for (const who of [founder, moderator]) {
    expect((await list(who)).data).toMatchObject([
      { kind: 'request', count: 1, actor: null, link: `/community/${id}?tab=manage` },
    ]);
    expect(await texts(who)).toEqual([`${bo.username} and 1 other person ask to join “Night Readers”.`]);
  }
  expect(await texts(member)).toEqual([]);
  await answer(ana, true);
  expect(await texts(founder)).toEqual([`${bo.username} asks to join “Night Readers”.`]);
  await answer(bo, false);
  expect(await texts(ana)).toEqual(['Your request to join “Night Readers” was accepted.']);
  expect(await texts(bo)).toEqual(['Your request to join “Night Readers” was declined.']);
  expect(await texts(founder)).toEqual([]);
  await leave(ana, id);
  expect(await texts(ana)).toEqual([]);
  await site.as(founder).call(deleteCommunity, idOf(id));
  expect(await texts(bo)).toEqual([]);
});

test('settings list what a person can get: posts for members, requests for moderators, reviews for authors', async () => {
  const { founder, member } = await village(true);
  const [author, staff] = [await site.person(), await site.person()];
  await write.draft(author);
  await setAdmin(site.ctx.db, staff.id, true);
  const special = async (who: Person) =>
    (await site.as(who).call(getNotificationSettings, {})).body.data.topics.filter((topic) =>
      ['review', 'schedule', 'import', 'post', 'founder', 'ban', 'request', 'reported', 'mention'].includes(
        topic,
      ),
    );
  expect(await special(member)).toEqual(['mention', 'ban', 'post', 'founder']);
  expect(await special(founder)).toEqual(['mention', 'request', 'ban', 'reported', 'post', 'founder']);
  expect(await special(author)).toEqual(['mention', 'review', 'schedule', 'import']);
  expect(await special(staff)).toEqual(['mention', 'request', 'reported']);
});

test('who asks, withdraws and asks again makes a request unread again once an hour', async () => {
  const { id, founder } = await village(true);
  const ana = await site.person();
  const askAgain = async () => {
    await leave(ana, id);
    await join(ana, id);
    return (await list(founder)).unreadCount;
  };
  expect(await askAgain()).toBe(1);
  await site.as(founder).call(readNotifications, { body: { all: true } });
  site.clock.advance(hour - 1000);
  expect(await askAgain()).toBe(0);
  site.clock.advance(2000);
  expect(await askAgain()).toBe(1);
});

test('a banned person appeals once; founder and moderators hear of it, and the person of the answer', async () => {
  const { id, founder, moderator, member } = await village(true);
  const stranger = await site.person();
  const appeal = (who: Person) => site.as(who).call(appealBan, { ...idOf(id), body: { text: 'A joke.' } });
  const bans = async (who: Person) => (await site.as(who).call(listMyBans, {})).body.data;
  for (const who of [member, stranger]) await ban(founder, id, who.id);
  // Strangers know of no ban, since a ban is no way to write to them.
  expect([await bans(stranger), (await appeal(stranger)).status]).toEqual([[], 404]);
  const own = { community: { _id: id, name: 'Night Readers' }, reason: 'Unkind words', until: null };
  expect(await bans(member)).toMatchObject([{ ...own, appeal: null }]);
  expect((await appeal(member)).status).toBe(201);
  expect((await appeal(member)).status).toBe(409);
  for (const who of [founder, moderator])
    expect((await list(who)).data).toMatchObject([
      {
        kind: 'request',
        text: 'Someone appealed their ban from “Night Readers”.',
        link: `/community/${id}?tab=manage`,
      },
    ]);
  const waiting = async () => (await get(founder, id)).body.data.requestsCount;
  expect(await waiting()).toBe(1);
  expect((await site.as(moderator).call(listBans, idOf(id))).body.data[0]).toMatchObject({
    user: { _id: member.id },
    appeal: { text: 'A joke.', isRefused: false },
  });
  site.clock.advance(1000);
  const refuse = (who: Person, userId: string) =>
    site.as(who).call(refuseBanAppeal, { params: { id, userId } });
  expect([(await refuse(stranger, member.id)).status, (await refuse(founder, stranger.id)).status]).toEqual([
    403, 404,
  ]);
  await refuse(moderator, member.id);
  expect([await waiting(), (await list(founder)).data]).toEqual([0, []]);
  expect(await texts(member)).toEqual(['Your appeal of the ban from “Night Readers” was declined.']);
  expect((await appeal(member)).status).toBe(409);
  // Another reason or end is another decision.
  site.clock.advance(1000);
  await ban(founder, id, member.id, new Date(site.clock.now().getTime() + hour).toISOString());
  expect((await appeal(member)).status).toBe(201);
  expect(Object.keys((await bans(member))[0] ?? {})).not.toContain('by');
});

test('who took part hears of a ban, of another end and of its lifting, once each; strangers hear of none', async () => {
  const { id, founder, member } = await village(true);
  const [asking, stranger] = [await site.person(), await site.person()];
  await join(asking, id);
  const lift = ({ id: userId }: Person) => site.as(founder).call(liftBan, { params: { id, userId } });
  for (const who of [member, asking, stranger]) await ban(founder, id, who.id);
  for (const who of [member, asking])
    expect(await list(who)).toMatchObject({
      unreadCount: 1,
      data: [
        {
          kind: 'ban',
          text: 'You were banned from “Night Readers”.',
          excerpt: 'Unkind words',
          actor: null,
          link: '/settings#standing',
        },
      ],
    });
  await site.as(member).call(readNotifications, { body: { all: true } });
  site.clock.advance(1000);
  await ban(founder, id, member.id);
  expect((await list(member)).unreadCount).toBe(0);
  const until = new Date(site.clock.now().getTime() + 2 * hour);
  await ban(founder, id, member.id, until.toISOString());
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  expect(await list(member)).toMatchObject({
    unreadCount: 1,
    data: [{ text: `You were banned from “Night Readers” until ${date}.` }],
  });
  site.clock.advance(3 * hour);
  expect(await texts(member)).toEqual(['Your ban from “Night Readers” has ended.']);
  await lift(asking);
  expect(await list(asking)).toMatchObject({
    unreadCount: 1,
    data: [{ text: 'Your ban from “Night Readers” has ended.', excerpt: null }],
  });
  await lift(stranger);
  for (const who of [stranger, founder]) expect(await texts(who)).toEqual([]);
});

test('founder and moderators hear of reported and held things while they wait, hourly at most; admins of theirs', async () => {
  const { id, founder, moderator, member, post } = await village(true);
  const staff = await admin();
  const link = `/community/${id}?tab=manage`;
  await report(await site.person(), 'community', id);
  expect((await list(staff)).data).toMatchObject([
    {
      kind: 'reported',
      link: '/admin/reports',
      text: 'Something on this site was reported or held for review.',
    },
  ]);
  await decide(staff, await entryId(staff, id), { measure: 'dismiss' });
  expect(await texts(staff)).toEqual([]);
  await report(moderator, 'post', post);
  const text = 'Something in “Night Readers” was reported or held for review.';
  expect((await list(founder)).data).toMatchObject([{ kind: 'reported', count: 1, actor: null, link, text }]);
  for (const who of [member, moderator, staff]) expect(await texts(who)).toEqual([]);
  await site.as(founder).call(readNotifications, { body: { all: true } });
  site.clock.advance(hour / 2);
  await comment(member, id, post, 'Lamps at https://lamps.example');
  expect((await list(founder)).unreadCount).toBe(0);
  expect(await texts(moderator)).toEqual([text]);
  site.clock.advance(hour);
  await comment(member, id, post, 'More at https://lamps.example');
  expect((await list(founder)).unreadCount).toBe(1);
  const { body } = await site.as(founder).call(listCommunityQueue, idOf(id));
  for (const { _id } of body.data) await decide(founder, _id, { measure: 'dismiss' });
  for (const who of [founder, moderator]) expect(await texts(who)).not.toContain(text);
  // Moderators do not decide alone about one of them, nor see what is about themselves.
  const theirs = (await send(moderator, id)).body.data._id;
  site.clock.advance(2 * hour);
  await report(member, 'post', theirs);
  expect(await texts(founder)).toContain(text);
  expect(await texts(moderator)).not.toContain(text);
  expect((await list(staff)).data).toMatchObject([{ kind: 'reported', link: '/admin/reports' }]);
  // Only while they may decide about it.
  await suspend(site.ctx, founder.id);
  await setAdmin(site.ctx.db, staff.id, false);
  for (const who of [founder, staff])
    expect(await texts(who)).not.toContainEqual(expect.stringContaining('held'));
});

test('who wrote a held text hears when it is shown or removed, and who reported something what became of it, once', async () => {
  const { id, founder, moderator, member, post } = await village();
  const [writer, reporter] = [await site.person(), await site.person()];
  const staff = await admin();
  await join(writer, id);
  const held = (await send(writer, id, { content: 'https://lamps.example' })).body.data._id;
  const dropped = (await send(writer, id, { content: 'https://oil.example' })).body.data._id;
  const said = await comment(writer, id, post, 'https://wax.example');
  expect(await texts(writer)).toEqual([]);
  for (const what of [held, said]) {
    await decide(founder, await entryId(staff, what), { measure: 'dismiss' });
    site.clock.advance(1000);
  }
  await decide(founder, await entryId(staff, dropped), { measure: 'remove', reason: 'Unkind words' });
  expect((await list(writer)).data).toMatchObject([
    { kind: 'decision' },
    {
      kind: 'allowed',
      text: 'Your comment on a post in “Night Readers” was checked and is now visible.',
      link: `/community/${id}/posts/${post}?comment=${said}`,
    },
    {
      kind: 'allowed',
      text: 'Your post in “Night Readers” was checked and is now visible.',
      link: `/community/${id}/posts/${held}`,
    },
  ]);
  // Removed after that, it is about nothing.
  await site.as(founder).call(deletePostComment, idOf(said));
  expect((await list(writer)).data.map(({ kind }) => kind)).toEqual(['removed', 'decision', 'allowed']);
  await report(reporter, 'post', held, { reason: 'impersonation' });
  await report(reporter, 'post', post, { reason: 'undisclosed-ai' });
  await report(founder, 'post', post);
  await report(reporter, 'avatar', member.id, { reason: 'hate' });
  await decide(founder, await entryId(staff, held), { measure: 'dismiss' });
  await decide(founder, await entryId(staff, post), { measure: 'warn', reason: 'Unkind words' });
  expect(
    (await list(reporter)).data.map(({ kind, text, link, actor, excerpt }) => [
      kind,
      text,
      link,
      actor,
      excerpt,
    ]),
  ).toEqual(
    [
      'Action was taken on the post you reported.',
      'The post you reported wasn’t found to break the rules.',
    ].map((text) => ['outcome', text, '/settings#your-reports', null, null]),
  );
  // Their own decision is no news to the founder, nor is that of others to those who reported nothing.
  for (const who of [founder, moderator, writer])
    expect((await list(who)).data.map(({ kind }) => kind)).not.toContain('outcome');
});

test('what stays open for admins has no outcome for its reporter until they decide, and then one', async () => {
  const { founder, member, post } = await village();
  const staff = await admin();
  await report(member, 'post', post);
  const reporter = await site.person();
  await report(reporter, 'post', post, { reason: 'hate' });
  const entry = await entryId(staff, post);
  await decide(founder, entry, { measure: 'dismiss' });
  expect(await texts(reporter)).toEqual([]);
  site.clock.advance(hour);
  await decide(staff, entry, { measure: 'remove', reason: 'Unkind words' });
  const text = 'Action was taken on the post you reported.';
  const createdAt = site.clock.now().toISOString();
  expect((await list(reporter)).data).toMatchObject([{ text, createdAt }]);
});

test('nothing is stored for the person whom a report is about, so that their pages notice nothing', async () => {
  const { id, founder, moderator, member } = await village();
  await report(member, 'post', (await send(founder, id)).body.data._id);
  await site.runEvents();
  const { db } = site.ctx;
  const stored = db.selectFrom('notifications').select('user_id').where('community_id', '=', id);
  expect(await stored.where('kind', '=', 'reported').execute()).toEqual([{ user_id: moderator.id }]);
});

test('who wrote what another person deleted hears of it, without its words, also after leaving; nobody else does', async () => {
  const { id, founder, moderator, member, post } = await village(true);
  const said = await comment(member, id, post, 'Oil.');
  const own = await comment(member, id, post, 'Mine.');
  await comment(founder, id, post, 'Wax.', said);
  await site.as(member).call(deletePostComment, idOf(own));
  await site.as(member).call(readNotifications, { body: { all: true } });
  await leave(member, id);
  await site.as(founder).call(deletePostComment, idOf(said));
  const removed = async (who: Person) => (await list(who)).data.filter(({ kind }) => kind === 'removed');
  const place = { link: `/community/${id}`, excerpt: null, actor: null, count: 1 };
  const text = (what: string) => `The moderators of “Night Readers” deleted ${what} you wrote there.`;
  expect(await removed(member)).toMatchObject([{ ...place, text: text('something') }]);
  await site.as(moderator).call(deletePost, { params: { id, postId: post } });
  expect(await removed(member)).toMatchObject([{ ...place, count: 2, text: text('2 things') }]);
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  const body = { content: 'A lamp.', chapter: chapters[0]?._id ?? '' };
  const onChapter = (await site.as(member).call(postComment, { body })).body.data._id;
  await site.as(author).call(deleteComment, idOf(onChapter));
  expect((await removed(member))[0]).toMatchObject({
    text: `The author deleted your comment on the chapter “${chapters[0]?.title}” of “${story.title}”.`,
    link: `/reading/${story._id}/${chapters[0]?._id}`,
    excerpt: null,
  });
  for (const who of [founder, moderator, author]) expect(await removed(who)).toEqual([]);
});

test('a warning names the community whose moderators sent it, as long as there is one', async () => {
  const { id, founder, moderator, member, post } = await village();
  await report(await site.person(), 'post', post);
  const queue = await site.as(moderator).call(listCommunityQueue, idOf(id));
  await decide(moderator, queue.body.data[0]?._id ?? '', { measure: 'warn', reason: 'Unkind words' });
  const warnings = async () => (await texts(member)).filter((text) => text.includes('warning'));
  expect(await warnings()).toEqual(['The moderators of “Night Readers” sent you a warning.']);
  await site.as(founder).call(deleteCommunity, idOf(id));
  expect(await warnings()).toEqual(['The moderators of a community sent you a warning.']);
});

test('members hear of all posts, of highlights or of none, as they chose, once each, and each entry leads to its post', async () => {
  const { id, founder, moderator, member } = await village();
  const [all, quiet] = [await site.person(), await site.person()];
  // What was written before they joined is no news.
  site.clock.advance(1000);
  for (const who of [all, quiet]) await join(who, id);
  const choose = (who: Person, news: 'all' | 'none') =>
    site.as(who).call(chooseNews, { ...idOf(id), body: { news } });
  await choose(all, 'all');
  await choose(quiet, 'none');
  expect((await choose(await site.person(), 'all')).status).toBe(403);
  const pin = (postId: string) => site.as(moderator).call(pinPost, { params: { id, postId } });
  const heard = async () => {
    const people = [founder, moderator, member, all, quiet];
    // Lists that are read at the same moment do not wait for each other's events.
    await site.runEvents();
    return Promise.all(people.map(async (who) => (await texts(who)).length));
  };
  const plain = (await send(member, id)).body.data._id;
  // The founder and the moderator, too, begin with highlights.
  expect(await heard()).toEqual([0, 0, 0, 1, 0]);
  expect((await list(all)).data).toMatchObject([
    {
      kind: 'post',
      actor: { _id: member.id },
      link: `/community/${id}/posts/${plain}`,
      excerpt: 'Oil or wax?',
    },
  ]);
  expect(await texts(all)).toEqual([expect.stringContaining('posted in “Night Readers”.')]);
  // A member's post is no highlight, also if it is pinned.
  await pin(plain);
  expect(await heard()).toEqual([0, 0, 0, 1, 0]);
  for (const who of [member, all]) await site.as(who).call(readNotifications, { body: { all: true } });
  site.clock.advance(day);
  expect((await send(member, id, { isPinned: true })).status).toBe(403);
  const announced = (await send(founder, id, { content: nameOf(quiet), isPinned: true })).body.data;
  expect(announced.isPinned).toBe(true);
  expect(await heard()).toEqual([0, 1, 1, 2, 1]);
  expect((await list(quiet)).data).toMatchObject([{ kind: 'mention' }]);
  const later = (await send(moderator, id)).body.data._id;
  await pin(later);
  await site.as(moderator).call(unpinPost, { params: { id, postId: later } });
  await pin(later);
  expect((await list(member)).data).toMatchObject([
    { kind: 'post', count: 2, text: '2 new posts in “Night Readers”.', link: `/community/${id}` },
  ]);
  // Seen posts are read.
  await site.as(member).call(readNotifications, { body: { subjects: [announced._id, later] } });
  expect((await list(member)).unreadCount).toBe(0);
  await leave(member, id);
  expect((await list(member)).data).toHaveLength(1);
});

test('posts that are held, hidden by a block, or in a private community after leaving are no news', async () => {
  const { id, founder, moderator, member } = await village(true);
  await site.as(member).call(chooseNews, { ...idOf(id), body: { news: 'all' } });
  const held = (await send(moderator, id, { content: 'https://lamps.example' })).body.data._id;
  expect(await texts(member)).toEqual([]);
  await decide(founder, await entryId(await admin(), held), { measure: 'dismiss' });
  expect((await list(member)).data.map(({ kind }) => kind)).toEqual(['post']);
  await site.as(member).call(blockUser, idOf(moderator.id));
  expect((await list(member)).data).toEqual([]);
  await send(founder, id, { isPinned: true });
  expect(await texts(member)).toHaveLength(1);
  await leave(member, id);
  expect((await list(member)).data).toEqual([]);
});

test('a new founder hears of it, however it came about, while they are the founder', async () => {
  const { id, founder, moderator, member } = await village();
  const handOver = (who: Person, to: Person) =>
    site.as(who).call(handOverCommunity, { ...idOf(id), body: { userId: to.id } });
  const news = {
    kind: 'founder',
    link: `/community/${id}`,
    text: 'You’re now the founder of “Night Readers”.',
  };
  await handOver(founder, member);
  expect((await list(member)).data).toMatchObject([news]);
  expect([await texts(founder), await texts(moderator)]).toEqual([[], []]);
  await handOver(member, founder);
  expect((await list(founder)).data).toMatchObject([news]);
  expect(await texts(member)).toEqual([]);
  await leave(founder, id);
  const [next, last] = (await list(moderator)).data.length > 0 ? [moderator, member] : [member, moderator];
  expect((await list(next)).data).toMatchObject([news]);
  site.clock.advance(hour);
  await transaction(site.ctx.db, (tx) => forgetPerson(site.ctx, tx, next.id));
  expect((await list(last)).data).toMatchObject([news]);
});
