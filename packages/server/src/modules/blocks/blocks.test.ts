import * as calls from '@inkling/contract/blocks';
import { likeChapter } from '@inkling/contract/chapters';
import { likeComment, listReplies, postComment } from '@inkling/contract/comments';
import { blockLimits } from '@inkling/contract/limits';
import { listNotifications } from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { getReview, listReviews, markHelpful, rateStory, replyToReview } from '@inkling/contract/ratings';
import { reactToChapter, reactToStory } from '@inkling/contract/reactions';
import { getStory, likeStory, toggleStoryLike } from '@inkling/contract/stories';
import { followStory, getStoryFollow } from '@inkling/contract/story-follows';
import { followUser, listFollowers, listFollowing } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { chatting } from '../chat/chat-for-tests.fixture.ts';
import { commenting, idOf } from '../comments/comments-for-tests.fixture.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { rating } from '../ratings/ratings-for-tests.fixture.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();
const comments = commenting(site);
const chat = chatting(site);
const ratings = rating(site);

const block = (who: Person, { id }: { id: string }) => site.as(who).call(calls.blockUser, idOf(id));
const unblock = (who: Person, { id }: { id: string }) => site.as(who).call(calls.unblockUser, idOf(id));
const mute = (who: Person, { id }: { id: string }) => site.as(who).call(calls.muteUser, idOf(id));
const unmute = (who: Person, { id }: { id: string }) => site.as(who).call(calls.unmuteUser, idOf(id));
const follow = (who: Person, { id }: { id: string }) =>
  site.as(who).call(followUser, { params: { userId: id } });
const profile = async (viewer: Person, { username }: { username: string }) =>
  (await site.as(viewer).call(getProfile, { params: { username } })).body.data;
const two = async (): Promise<[Person, Person]> => [await site.person(), await site.person()];
const notified = async (who: Person) => {
  await site.runEvents();
  const { body } = await site.as(who).call(listNotifications, { query: {} });
  return { kinds: body.data.map(({ kind }) => kind).toSorted(), unread: body.unreadCount };
};

/** Two people, each of whom has written what people write, about a story of a third. */
async function writers() {
  const people = await two();
  const [ana, bo] = people;
  const third = await comments.story();
  const { story, chapter, author } = third;
  const place = { storyId: story, chapterId: null };
  const written = [];
  for (const who of people) {
    await giveTime(site, who, [chapter]);
    await ratings.read(who, chapter);
    const comment = await comments.post(who, { story }, `Text of ${who.username}`);
    const review = await ratings.rate(who, story, { rating: 4, review: `Review of ${who.username}` });
    await chat.post(who, place, `Message of ${who.username}`);
    written.push({ comment: comment._id, review: review.body.data?._id ?? '' });
  }
  const [byAna, byBo] = written;
  if (byAna === undefined || byBo === undefined) throw new Error('Nothing was written.');
  /** Whose texts a viewer sees in the lists of comments, reviews and messages. */
  const seen = async (viewer: Person) => {
    const { data } = await comments.list(viewer, { story });
    const reviews = (await site.as(viewer).call(listReviews, { ...idOf(story), query: {} })).body;
    const messages = await chat.read(viewer, place);
    const names = (found: ({ username: string } | null)[]) =>
      found.flatMap((person) => person?.username ?? []).toSorted();
    const lists = [
      names(data.map((one) => one.author)),
      names(reviews.data.map(({ user }) => user)),
      names(messages.data.map((one) => one.author)),
    ];
    expect(new Set(lists.map(String)).size).toBe(1);
    // Totals are the same for everyone.
    expect(reviews.pagination.total).toBe(2);
    expect(messages.lastNumber).toBe(2);
    return lists[0];
  };
  return { ana, bo, author, story, chapter, place, byAna, byBo, seen };
}

describe('a block', () => {
  test('hides from both what the other wrote, until it ends, and from no one else [R19]', async () => {
    const { ana, bo, author, byAna, byBo, seen } = await writers();
    const all = [ana.username, bo.username].toSorted();
    for (const viewer of [ana, bo, author]) expect(await seen(viewer)).toEqual(all);
    expect((await block(ana, bo)).body).toEqual({ success: true, isBlocked: true, isMuted: false });
    expect(await seen(ana)).toEqual([ana.username]);
    expect(await seen(bo)).toEqual([bo.username]);
    expect(await seen(author)).toEqual(all);
    for (const [viewer, other] of [
      [ana, byBo],
      [bo, byAna],
    ] as const) {
      expect((await site.as(viewer).call(getReview, idOf(other.review))).status).toBe(404);
      expect((await site.as(viewer).call(markHelpful, idOf(other.review))).status).toBe(404);
      expect((await site.as(viewer).call(likeComment, idOf(other.comment))).status).toBe(404);
      expect((await comments.send(viewer, { parent: other.comment })).status).toBe(404);
    }
    expect((await unblock(ana, bo)).body).toMatchObject({ isBlocked: false });
    for (const viewer of [ana, bo]) expect(await seen(viewer)).toEqual(all);
  });

  test('leaves a comment with replies as removed, and hides replies', async () => {
    const { ana, bo, author, byBo } = await writers();
    const byThird = await comments.post(author, { parent: byBo.comment }, 'Reply of the third');
    const byBoToo = await comments.post(bo, { parent: byBo.comment }, 'Reply of bo');
    await block(ana, bo);
    const shown = await comments.get(ana, byBo.comment);
    expect(shown).toMatchObject({ isRemoved: true, author: null, content: null, replies: 2 });
    expect(shown.firstReplies.map(({ _id }) => _id)).toEqual([byThird._id]);
    const { data } = (await site.as(ana).call(listReplies, { ...idOf(byBo.comment), query: {} })).body;
    expect(data.map(({ _id }) => _id)).toEqual([byThird._id]);
    const reply = await site.as(ana).call(postComment, { body: { parent: byBoToo._id, content: 'To bo' } });
    expect(reply.status).toBe(404);
    // A thread is not the property of whoever began it.
    expect((await comments.send(ana, { parent: byThird._id })).status).toBe(201);
  });

  test('hides the replies of an author to reviews of their story', async () => {
    const { bo, author, byBo, story } = await writers();
    const cleo = await site.person();
    await site
      .as(author)
      .call(replyToReview, { ...idOf(byBo.review), body: { text: 'Thank you from the author' } });
    await block(author, cleo);
    for (const viewer of [cleo, bo]) {
      const { data } = (await site.as(viewer).call(listReviews, { ...idOf(story), query: {} })).body;
      const one = (await site.as(viewer).call(getReview, idOf(byBo.review))).body.data;
      const listed = data.find(({ _id }) => _id === byBo.review);
      const expected = viewer === bo ? 'Thank you from the author' : undefined;
      expect([listed?.reply?.text, one.reply?.text]).toEqual([expected, expected]);
    }
  });

  test.each(['the author blocked the reader', 'the reader blocked the author'])(
    'ends what %s could do to a story: it can only be read [R19]',
    async (who) => {
      const { author, story, chapter } = await comments.story();
      const reader = await site.person();
      await giveTime(site, reader, [chapter]);
      await ratings.read(reader, chapter);
      const own = await comments.post(reader, { story });
      const isTheirs = who.startsWith('the author');
      await (isTheirs ? block(author, reader) : block(reader, author));
      const as = site.as(reader);
      const refused = [
        await as.call(postComment, { body: { story, content: 'More' } }),
        await as.call(postComment, { body: { chapter, content: 'More' } }),
        await as.call(rateStory, { ...idOf(story), body: { rating: 1 } }),
        await as.call(likeStory, { ...idOf(story), query: {} }),
        await as.call(toggleStoryLike, idOf(story)),
        await as.call(likeChapter, idOf(chapter)),
        await as.call(reactToStory, { ...idOf(story), body: { type: 'sad' } }),
        await as.call(reactToChapter, { ...idOf(chapter), body: { type: 'sad' } }),
        await as.call(followStory, idOf(story)),
        await follow(reader, author),
        await follow(author, reader),
        await chat.send(reader, { storyId: story, chapterId: null }),
      ];
      expect(refused.map(({ status, failure }) => `${status} ${failure.code}`)).toEqual(
        refused.map(() => '403 NOT_ALLOWED'),
      );
      // Who was blocked is not told so.
      const messages = refused.flatMap(({ failure }, index) => (index === 10 ? [] : failure.message));
      for (const message of messages)
        expect(message).toMatch(isTheirs ? /^You can’t/ : /^You’ve blocked this person/);
      expect((await comments.list(reader, { story })).refusal).toBe('not-allowed');
      const reviews = (await as.call(listReviews, { ...idOf(story), query: {} })).body;
      expect(reviews.refusal).toBe('not-allowed');
      expect(await chat.read(reader, { storyId: story, chapterId: null })).toMatchObject({
        isRefused: true,
        isMuted: false,
      });
      expect((await as.call(getStory, idOf(story))).status).toBe(200);
      expect((await comments.chapter(reader, chapter)).content).not.toBe('');
      // What one wrote before can be deleted, by either.
      expect((await comments.remove(isTheirs ? author : reader, own._id)).status).toBe(200);
    },
  );

  test('ends follows on both sides, of people and stories, for good, and counts them', async () => {
    const one = await comments.story();
    const other = await comments.story();
    const [ana, bo] = [one.author, other.author];
    const cleo = await site.person();
    await follow(ana, bo);
    await follow(bo, ana);
    await follow(cleo, bo);
    await site.as(ana).call(followStory, idOf(other.story));
    await site.as(bo).call(followStory, idOf(one.story));
    await site.as(cleo).call(followStory, idOf(other.story));
    await block(ana, bo);
    await unblock(ana, bo);
    expect(await profile(ana, bo)).toMatchObject({
      isFollowing: false,
      followersCount: 1,
      followingCount: 0,
    });
    expect(await profile(bo, ana)).toMatchObject({
      isFollowing: false,
      followersCount: 0,
      followingCount: 0,
    });
    const state = async (who: Person, id: string) => (await site.as(who).call(getStoryFollow, idOf(id))).body;
    expect(await state(ana, other.story)).toMatchObject({ isFollowing: false, followersCount: 1 });
    expect(await state(bo, one.story)).toMatchObject({ isFollowing: false, followersCount: 0 });
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('hides follows: lists of either are empty for the other, who is left out of those of others', async () => {
    const [ana, bo] = await two();
    const cleo = await site.person();
    await follow(bo, cleo);
    await follow(cleo, bo);
    const names = async (viewer: Person, call: typeof listFollowers | typeof listFollowing, of: Person) => {
      const { body } = await site.as(viewer).call(call, { params: { username: of.username }, query: {} });
      return body.data.map(({ username }) => username);
    };
    await block(bo, ana);
    expect(await names(ana, listFollowing, bo)).toEqual([]);
    expect(await names(ana, listFollowers, bo)).toEqual([]);
    expect(await names(ana, listFollowers, cleo)).toEqual([]);
    expect(await names(cleo, listFollowers, cleo)).toEqual([bo.username]);
    expect(await names(cleo, listFollowers, bo)).toEqual([cleo.username]);
  });

  test('ends mentions and notifications, those that are there included, until it ends', async () => {
    const { author: ana, story } = await comments.story();
    const [bo, cleo] = await two();
    const third = await comments.story();
    await follow(bo, ana);
    await comments.post(bo, { story }, 'On your story');
    expect(await notified(ana)).toEqual({ kinds: ['comment', 'follower'], unread: 2 });
    await block(ana, bo);
    const mention = await comments.post(bo, { story: third.story }, `@${ana.username} @${cleo.username}`);
    expect(mention.mentions).toEqual([cleo.username]);
    expect((await comments.get(cleo, mention._id)).mentions).toEqual([cleo.username]);
    expect(await notified(ana)).toEqual({ kinds: [], unread: 0 });
    expect((await notified(cleo)).kinds).toEqual(['mention']);
    await unblock(ana, bo);
    // The follow has ended; the mention was none.
    expect(await notified(ana)).toEqual({ kinds: ['comment'], unread: 1 });
  });

  test('hides nothing from admins, and only its owner sees it on the profile', async () => {
    const { ana, bo, seen } = await writers();
    await setAdmin(site.ctx.db, bo.id, true);
    await block(ana, bo);
    expect(await seen(bo)).toEqual([ana.username, bo.username].toSorted());
    expect(await seen(ana)).toEqual([ana.username]);
    expect(await profile(ana, bo)).toMatchObject({ isBlocked: true, isMuted: false });
    expect(await profile(bo, ana)).toMatchObject({ isBlocked: false, isMuted: false });
  });
});

describe('a mute', () => {
  test('hides from its owner alone what the other wrote, and forbids nothing [R19]', async () => {
    const { ana, bo, byBo, seen, author, chapter } = await writers();
    const all = [ana.username, bo.username].toSorted();
    expect((await mute(ana, bo)).body).toMatchObject({ isBlocked: false, isMuted: true });
    expect(await seen(ana)).toEqual([ana.username]);
    for (const viewer of [bo, author]) expect(await seen(viewer)).toEqual(all);
    expect((await site.as(ana).call(getReview, idOf(byBo.review))).status).toBe(404);
    await mute(author, bo);
    expect((await comments.send(bo, { chapter }, 'Still here')).status).toBe(201);
    expect((await follow(bo, ana)).status).toBe(200);
    expect((await follow(ana, bo)).status).toBe(200);
    expect(await notified(ana)).toEqual({ kinds: [], unread: 0 });
    await unmute(ana, bo);
    expect(await seen(ana)).toEqual(all);
    expect((await notified(ana)).kinds).toEqual(['follower']);
  });

  test('is independent of a block', async () => {
    const [ana, bo] = await two();
    await mute(ana, bo);
    await block(ana, bo);
    expect((await unblock(ana, bo)).body).toMatchObject({ isBlocked: false, isMuted: true });
  });
});

describe('the list', () => {
  test('has both kinds, the latest first, in pages, and only one’s own', async () => {
    const [ana, bo] = await two();
    const [cleo, dan] = await two();
    for (const [act, other] of [
      [block, bo],
      [mute, cleo],
      [block, dan],
    ] as const) {
      site.clock.advance(1000);
      await act(ana, other);
    }
    const page = async (who: Person, number: number) =>
      (await site.as(who).call(calls.listBlocks, { query: { page: number, limit: 2 } })).body;
    const { data, pagination } = await page(ana, 1);
    expect(data.map(({ kind, person }) => `${kind} ${person.username}`)).toEqual([
      `block ${dan.username}`,
      `mute ${cleo.username}`,
    ]);
    expect(pagination).toMatchObject({ total: 3, hasMore: true });
    expect((await page(ana, 2)).data.map(({ person }) => person._id)).toEqual([bo.id]);
    expect((await page(bo, 1)).data).toEqual([]);
  });

  test('is idempotent, has no one twice, not oneself, and no one who is unknown', async () => {
    const [ana, bo] = await two();
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await block(ana, bo)).status).toBe(200);
    expect((await site.as(ana).call(calls.listBlocks, { query: {} })).body.pagination.total).toBe(1);
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await unblock(ana, bo)).status).toBe(200);
    expect((await block(ana, ana)).failure.code).toBe('BAD_INPUT');
    const unknown = { id: '019a0000-0000-7000-8000-000000000000' };
    for (const act of [block, unblock, mute, unmute]) expect((await act(ana, unknown)).status).toBe(404);
  });

  test('ends at the quota of each kind', async () => {
    const [ana, bo] = await two();
    const cleo = await site.person();
    const { perKind } = blockLimits;
    try {
      blockLimits.perKind = 1;
      expect((await block(ana, bo)).status).toBe(200);
      expect((await block(ana, bo)).status).toBe(200);
      const refused = await block(ana, cleo);
      expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
      expect((await mute(ana, cleo)).status).toBe(200);
      const both = await Promise.all([unmute(ana, cleo), block(ana, cleo), block(ana, cleo)]);
      expect(both.map(({ status }) => status)).toEqual([200, 413, 413]);
    } finally {
      blockLimits.perKind = perKind;
    }
  });

  test('is gone with either account', async () => {
    const [ana, bo] = await two();
    await block(ana, bo);
    await mute(bo, ana);
    await site.as(bo).call(deleteMe, { body: { password: testPassword } });
    // Until then they are not shown to each other, and can be unblocked.
    expect((await site.as(ana).call(calls.listBlocks, { query: {} })).body.data).toEqual([]);
    site.clock.advance(8 * 24 * 3_600_000);
    await deleteDue(site.ctx);
    const { rows } = await sql`select from blocks where ${ana.id} in (user_id, other_id)`.execute(
      site.ctx.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('at the same time', () => {
  /** Runs `work` while another transaction holds this lock. */
  async function whileLocked<T>(
    query: [string, string[]],
    work: (waits: () => Promise<number>) => Promise<T>,
  ): Promise<T> {
    const lock = await site.database.pool.connect();
    try {
      await lock.query('begin');
      await lock.query(...query);
      return await work(() => settledLockWaits(lock));
    } finally {
      await lock.query('rollback');
      lock.release();
    }
  }

  test('as a comment is posted, a block waits for it; none comes after it', async () => {
    const { author, story } = await comments.story();
    const reader = await site.person();
    await comments.post(reader, { story });
    const lock: [string, string[]] = ['select from comment_counts where subject_id = $1 for update', [story]];
    const [posted, blocked] = await whileLocked(lock, async (waits) => {
      const posting = comments.send(reader, { story }, 'At the same time');
      expect(await waits()).toBe(1);
      const blocking = block(author, reader);
      expect(await waits()).toBe(2);
      return [posting, blocking] as const;
    });
    expect([(await posted).status, (await blocked).status]).toEqual([201, 200]);
    expect((await comments.list(author, { story })).data).toEqual([]);
    expect((await comments.send(reader, { story }, 'After it')).status).toBe(403);
  });

  test('follows and blocks end without a follow, and without deadlocks', async () => {
    const { author: ana, story } = await comments.story();
    const bo = await site.person();
    for (let round = 0; round < 8; round += 1) {
      const responses = await Promise.all([
        follow(bo, ana),
        block(ana, bo),
        follow(ana, bo),
        site.as(bo).call(followStory, idOf(story)),
        block(bo, ana),
      ]);
      expect(responses.map(({ status }) => status).filter((status) => status >= 404)).toEqual([]);
      const { rows } = await sql`
        select from follows where ${ana.id} in (follower_id, followed_id)
        union all select from story_follows where story_id = ${story}`.execute(site.ctx.db);
      expect(rows).toEqual([]);
      await unblock(ana, bo);
      await unblock(bo, ana);
    }
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });
});
