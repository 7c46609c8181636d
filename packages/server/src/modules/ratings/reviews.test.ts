import { updateChapter } from '@inkling/contract/chapters';
import { markCompleted } from '@inkling/contract/library';
import { deleteMe } from '@inkling/contract/personal-data';
import * as calls from '@inkling/contract/ratings';
import { updateStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { giveTime } from '../../testing/reading-time.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setSuspended } from '../users/index.ts';
import { rating } from './ratings-for-tests.fixture.ts';

const site = testApp();
const write = writing(site);
const ratings = rating(site);
const { read, rate, list } = ratings;
const idOf = (id: string) => ({ params: { id } });
const minutes = (count: number) => site.clock.advance(count * 60_000);

/** A story with reviews of these stars, each a minute after the one before. */
async function reviewed(stars: number[]) {
  const { author, story, chapters } = await ratings.story(1);
  const chapter = chapters[0] ?? '';
  const reviews: { reader: Person; id: string }[] = [];
  for (const [index, one] of stars.entries()) {
    minutes(1);
    reviews.push(await ratings.review(chapter, story, { rating: one, review: `Review ${index}` }));
  }
  const by = (index: number) => reviews[index] ?? { reader: author, id: '' };
  return { author, story, chapter, by };
}

describe('GET /users/{username}/reviews', () => {
  test('lists the reviews of a person whose stories the viewer sees, spoilers without their text for others', async () => {
    const [first, second, hidden] = [await ratings.story(1), await ratings.story(1), await ratings.story(1)];
    const reader = await ratings.reader(first.chapters[0] ?? '');
    for (const { story, chapters } of [first, second, hidden]) {
      await giveTime(site, reader, chapters);
      await read(reader, chapters[0] ?? '');
      minutes(1);
      await rate(reader, story, { rating: 4, review: 'All of it.', isSpoiler: story === second.story });
    }
    await site.as(hidden.author).call(updateStory, { ...idOf(hidden.story), body: { audience: 'mature' } });
    const of = async (viewer: Person | null) => {
      const { body } = await site
        .as(viewer)
        .call(calls.listReviewsBy, { params: { username: reader.username } });
      return [body.pagination.total, ...body.data.map(({ story, review }) => [story._id, review])];
    };
    expect(await of(null)).toEqual([2, [second.story, null], [first.story, 'All of it.']]);
    expect(await of(reader)).toEqual([2, [second.story, 'All of it.'], [first.story, 'All of it.']]);
    await setSuspended(site.ctx.db, reader.id, site.clock.now());
    expect(await of(null)).toEqual([0]);
  });
});

describe('GET /stories/{id}/reviews', () => {
  test('lists ratings with a text, sorted and in pages', async () => {
    const { story, chapter, by } = await reviewed([3, 5, 1, 3]);
    await rate(await ratings.reader(chapter), story, { rating: 2 });
    await site.as(by(2).reader).call(calls.markHelpful, idOf(by(0).id));
    const texts = async (sort?: calls.ReviewSort, page?: number, limit?: number) =>
      (
        await list(null, story, { ...(sort && { sort }), ...(page && { page }), ...(limit && { limit }) })
      ).data.map(({ review }) => review?.at(-1));
    expect(await texts()).toEqual(['3', '2', '1', '0']);
    expect(await texts('highest')).toEqual(['1', '3', '0', '2']);
    expect(await texts('lowest')).toEqual(['2', '3', '0', '1']);
    expect(await texts('helpful')).toEqual(['0', '3', '2', '1']);
    expect([await texts('lowest', 1, 3), await texts('lowest', 2, 3)]).toEqual([['2', '3', '0'], ['1']]);
    const { pagination, summary } = await list(null, story, { page: 2, limit: 3 });
    expect(pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2, hasMore: false });
    expect(summary).toEqual({
      averageRating: 2.8,
      ratingsCount: 5,
      reviewsCount: 4,
      distribution: [1, 1, 2, 0, 1],
    });
  });

  test('says when a review was written and edited, and how much its reader had read', async () => {
    const { story, chapters } = await ratings.story(2);
    const ana = await ratings.reader(chapters[0] ?? '');
    await rate(ana, story, { rating: 3 });
    minutes(5);
    const written = site.clock.now().toISOString();
    await rate(ana, story, { rating: 3, review: 'Half of it.' });
    const shown = async () => (await list(null, story)).data[0];
    expect(await shown()).toMatchObject({ progress: 50, createdAt: written, editedAt: null });
    await read(ana, chapters[1] ?? '');
    minutes(5);
    await rate(ana, story, { rating: 3, isSpoiler: false });
    expect(await shown()).toMatchObject({ progress: 50, editedAt: null });
    await rate(ana, story, { rating: 5, review: 'All of it.' });
    expect(await shown()).toMatchObject({
      progress: 100,
      createdAt: written,
      editedAt: site.clock.now().toISOString(),
    });
  });

  test('shows the reviewer’s new name at once', async () => {
    const { story, by } = await reviewed([4]);
    await list(null, story);
    await site.as(by(0).reader).call(updateProfile, { body: { displayName: 'Ada of the Lamps' } });
    expect((await list(null, story)).data[0]?.user.displayName).toBe('Ada of the Lamps');
  });

  test('leaves out people who are suspended or whose account is being deleted, until they are back', async () => {
    const { author, story, by } = await reviewed([4, 2, 5]);
    const [ana, bo] = [by(0), by(1)];
    const ids = async (viewer: Person | null) => {
      const { data, pagination } = await list(viewer, story, { sort: 'lowest' });
      expect(pagination.total).toBe(data.length);
      return data.map(({ _id }) => _id);
    };
    expect(await ids(null)).toEqual([bo.id, ana.id, by(2).id]);
    await setSuspended(site.ctx.db, ana.reader.id, site.clock.now());
    await site.as(bo.reader).call(deleteMe, { body: { password: testPassword } });
    expect(await ids(null)).toEqual([by(2).id]);
    for (const { id } of [ana, bo]) {
      expect((await site.as(null).call(calls.getReview, idOf(id))).status).toBe(404);
      expect((await site.as(by(2).reader).call(calls.markHelpful, idOf(id))).status).toBe(404);
      const reply = { ...idOf(id), body: { text: 'Thanks.' } };
      expect((await site.as(author).call(calls.replyToReview, reply)).status).toBe(404);
    }
    await setSuspended(site.ctx.db, ana.reader.id, null);
    expect(await ids(null)).toEqual([ana.id, by(2).id]);
  });
});

describe('a review that is marked as a spoiler', () => {
  /** A story of two chapters with a spoiler, which the author has replied to. */
  async function spoiled() {
    const { author, story, chapters } = await ratings.story(2);
    const [first = '', second = ''] = chapters;
    const body = { rating: 2, review: 'zqxspoiler: the lamp was a lighthouse.', isSpoiler: true };
    const { reader: writer, id } = await ratings.review(first, story, body);
    await site
      .as(author)
      .call(calls.replyToReview, { ...idOf(id), body: { text: 'zqxspoiler, and a good one.' } });
    const sees = async (viewer: Person | null) => {
      const { data } = await list(viewer, story);
      const isFolded = data[0]?.isFolded;
      expect(JSON.stringify(data).includes('zqxspoiler')).toBe(!isFolded);
      expect(data[0]?.reply === null).toBe(isFolded);
      return !isFolded;
    };
    return { author, story, first, second, writer, id, sees };
  }

  test('is folded for visitors and for readers who have not finished the story', async () => {
    const { author, story, first, second, writer, sees } = await spoiled();
    const [ana, bo] = [await ratings.reader(first), await site.person()];
    await site.as(bo).call(markCompleted, idOf((await ratings.story()).story));
    expect([await sees(null), await sees(bo), await sees(ana)]).toEqual([false, false, false]);
    expect([await sees(author), await sees(writer)]).toEqual([true, true]);
    await read(ana, second);
    expect([await sees(ana), await sees(bo)]).toEqual([true, false]);
    await site.as(bo).call(markCompleted, idOf(story));
    expect(await sees(bo)).toBe(true);
    // Also when it is edited after they have completed it, and whatever else is published or is no longer.
    minutes(1);
    const withdrawn = await write.chapter(author, story, { content: textOf(210, 'withdrawn') });
    await site.as(author).call(updateChapter, { ...idOf(withdrawn._id), body: { isPublished: false } });
    await ratings.story();
    minutes(1);
    await rate(writer, story, { rating: 2, review: 'zqxspoiler: the keeper lit it.' });
    expect([await sees(ana), await sees(bo)]).toEqual([true, true]);
  });

  test('is folded again once it is edited after a new chapter that the reader has not read', async () => {
    const { author, story, first, second, writer, sees } = await spoiled();
    const ana = await ratings.reader(first);
    minutes(1);
    await read(ana, second);
    minutes(1);
    const third = await write.chapter(author, story, { content: textOf(210, 'third') });
    const fourth = await write.chapter(author, story, { content: textOf(210, 'fourth') });
    await read(await ratings.reader(third._id), fourth._id);
    // It was written before the reader had read everything.
    expect(await sees(ana)).toBe(true);
    minutes(1);
    await rate(writer, story, { rating: 2, review: 'zqxspoiler of the third chapter.' });
    expect(await sees(ana)).toBe(false);
    await read(ana, third._id);
    expect(await sees(ana)).toBe(false);
    await site.as(author).call(updateChapter, { ...idOf(fourth._id), body: { isPublished: false } });
    expect(await sees(ana)).toBe(true);
  });

  test('GET /reviews/{id} shows its text to signed-in people who ask for it, and not to visitors', async () => {
    const { id } = await spoiled();
    const get = async (viewer: Person | null) =>
      (await site.as(viewer).call(calls.getReview, idOf(id))).body.data;
    expect(await get(null)).toMatchObject({ isFolded: true, review: null, reply: null });
    const data = await get(await site.person());
    expect(data).toMatchObject({
      isFolded: false,
      review: 'zqxspoiler: the lamp was a lighthouse.',
      reply: { text: 'zqxspoiler, and a good one.' },
    });
    const unknown = idOf('01900000-0000-7000-8000-000000000000');
    expect((await site.as(null).call(calls.getReview, unknown)).status).toBe(404);
  });
});

describe('POST and DELETE /reviews/{id}/helpful', () => {
  test('count one vote of each other reader', async () => {
    const { story, chapter, by } = await reviewed([4]);
    const { reader: writer, id } = by(0);
    const [ana, bo] = [await ratings.reader(chapter), await site.person()];
    const mark = async (who: Person) => (await site.as(who).call(calls.markHelpful, idOf(id))).body;
    expect(await mark(ana)).toMatchObject({ helpful: 1, isHelpful: true });
    expect(await mark(ana)).toMatchObject({ helpful: 1 });
    expect(await mark(bo)).toMatchObject({ helpful: 2 });
    expect((await list(ana, story)).data[0]).toMatchObject({ helpful: 2, isHelpful: true });
    expect((await list(writer, story)).data[0]).toMatchObject({ helpful: 2, isHelpful: false });
    for (let times = 0; times < 2; times += 1) {
      const { body } = await site.as(ana).call(calls.unmarkHelpful, idOf(id));
      expect(body).toMatchObject({ helpful: 1, isHelpful: false });
    }
    expect(await ratings.wrongCounters()).toEqual([]);
  });

  test('are not for one’s own review, nor for the author of the story', async () => {
    const { author, by } = await reviewed([4]);
    for (const who of [author, by(0).reader])
      expect((await site.as(who).call(calls.markHelpful, idOf(by(0).id))).status).toBe(403);
  });

  test('stay when the review is edited, and end when it is removed', async () => {
    const { story, chapter, by } = await reviewed([4]);
    const { reader: writer, id } = by(0);
    const ana = await ratings.reader(chapter);
    await site.as(ana).call(calls.markHelpful, idOf(id));
    await rate(writer, story, { rating: 4, review: 'Better words.' });
    expect((await list(ana, story)).data[0]).toMatchObject({ helpful: 1, isHelpful: true });
    await rate(writer, story, { rating: 4, review: '' });
    await rate(writer, story, { rating: 4, review: 'Once more.' });
    expect((await list(ana, story)).data[0]).toMatchObject({ _id: id, helpful: 0, isHelpful: false });
    expect(await ratings.wrongCounters()).toEqual([]);
  });
});

describe('PUT and DELETE /reviews/{id}/reply', () => {
  const reply = (who: Person, id: string, text: string) =>
    site.as(who).call(calls.replyToReview, { ...idOf(id), body: { text } });

  test('are for the author of the story: one reply, which can be changed and removed', async () => {
    const { author, story, by } = await reviewed([4]);
    const { reader: writer, id } = by(0);
    for (const who of [writer, await site.person()]) expect((await reply(who, id, 'Me')).status).toBe(403);
    expect((await reply(author, id, ' ')).failure.errors?.[0]?.message).toBe('Please write a reply.');
    expect((await reply(author, id, 'Thank you.')).body.data.reply?.text).toBe('Thank you.');
    minutes(1);
    await reply(author, id, 'Thank you very much.');
    expect((await list(null, story)).data[0]?.reply).toEqual({
      text: 'Thank you very much.',
      at: site.clock.now().toISOString(),
    });
    expect((await site.as(writer).call(calls.removeReply, idOf(id))).status).toBe(403);
    expect((await site.as(author).call(calls.removeReply, idOf(id))).status).toBe(200);
    expect((await site.as(author).call(calls.removeReply, idOf(id))).status).toBe(404);
    expect((await list(null, story)).data[0]?.reply).toBeNull();
  });

  test('a reply stays with an edited review, and goes with a removed one', async () => {
    const { author, story, by } = await reviewed([4]);
    const { reader: writer, id } = by(0);
    await reply(author, id, 'Thank you.');
    await rate(writer, story, { rating: 2, review: 'No.' });
    expect((await list(null, story)).data[0]?.reply?.text).toBe('Thank you.');
    await rate(writer, story, { rating: 2, review: '' });
    await rate(writer, story, { rating: 2, review: 'No, really.' });
    expect((await list(null, story)).data[0]?.reply).toBeNull();
  });
});
