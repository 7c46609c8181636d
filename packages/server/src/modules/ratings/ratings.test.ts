import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { markCompleted } from '@inkling/contract/library';
import * as calls from '@inkling/contract/ratings';
import { deleteStory, getStory, listStories, listTopRated, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { ratingSaved } from './ratings.events.ts';
import { rating } from './ratings-for-tests.fixture.ts';

const site = testApp();
const { read, rate, list, story: published, reader, wrongCounters } = rating(site);
const idOf = (id: string) => ({ params: { id } });

describe('PUT /stories/{id}/rating', () => {
  test('needs time in a chapter, and its end or the story completed', async () => {
    const { story, chapters } = await published(2);
    const [ana, bo] = [await site.person(), await site.person()];
    expect((await list(ana, story)).refusal).toBe('not-read');
    await read(ana, chapters[0] ?? '', 99);
    const refused = await rate(ana, story, { rating: 4 });
    expect([refused.status, refused.failure.message]).toEqual([
      403,
      'Read a chapter online to rate this story.',
    ]);
    await read(ana, chapters[0] ?? '', 100);
    expect((await rate(ana, story, { rating: 4 })).status).toBe(403);
    await giveTime(site, ana, [chapters[0] ?? '']);
    // Going back in the chapter does not unread it.
    await read(ana, chapters[0] ?? '', 10);
    expect((await list(ana, story)).refusal).toBeNull();
    expect((await rate(ana, story, { rating: 4 })).body.summary).toMatchObject({ averageRating: 4 });
    await site.as(bo).call(markCompleted, idOf(story));
    expect((await rate(bo, story, { rating: 1 })).status).toBe(403);
    await giveTime(site, bo, [chapters[1] ?? '']);
    expect((await rate(bo, story, { rating: 1 })).body.summary).toEqual({
      averageRating: 2.5,
      ratingsCount: 2,
      reviewsCount: 0,
      distribution: [1, 0, 0, 1, 0],
    });
  });

  test('is for readers: not for visitors, and not for the author', async () => {
    const { author, story, chapters } = await published();
    expect((await list(null, story)).refusal).toBe('signed-out');
    expect((await site.as(null).call(calls.rateStory, { ...idOf(story), body: { rating: 5 } })).status).toBe(
      401,
    );
    await read(author, chapters[0] ?? '');
    expect((await list(author, story)).refusal).toBe('author');
    expect((await rate(author, story, { rating: 5 })).failure.message).toBe('You can’t rate your own story.');
    expect((await list(null, story)).summary.ratingsCount).toBe(0);
  });

  test('takes one to five stars, and at most 5,000 characters', async () => {
    const { story, chapters } = await published();
    const ana = await reader(chapters[0] ?? '');
    for (const stars of [0, 6, 2.5]) expect((await rate(ana, story, { rating: stars })).status).toBe(400);
    const long = await rate(ana, story, { rating: 3, review: 'x'.repeat(5001) });
    expect(long.failure.errors).toEqual([
      { path: 'review', message: 'Please use at most 5,000 characters.' },
    ]);
    expect((await rate(ana, story, { rating: 3, review: 'x'.repeat(5000) })).status).toBe(200);
  });

  test('replaces the reader’s rating; what is left out stays, and an empty text removes the review', async () => {
    const { story, chapters } = await published();
    const ana = await reader(chapters[0] ?? '');
    const first = (await rate(ana, story, { rating: 2, review: 'Slow.', isSpoiler: true })).body.data;
    expect((await rate(ana, story, { rating: 3 })).body.data).toEqual({
      ...first,
      ...{ rating: 3, review: 'Slow.', isSpoiler: true },
    });
    expect((await list(ana, story)).mine).toMatchObject({ _id: first?._id, rating: 3 });
    // Only characters that cannot be seen are no text.
    const emptied = (await rate(ana, story, { rating: 3, review: '\u200b' })).body;
    expect(emptied.data).toMatchObject({ review: '', isSpoiler: false });
    expect(emptied.summary).toMatchObject({ ratingsCount: 1, reviewsCount: 0 });
    expect((await list(null, story)).data).toEqual([]);
  });

  test('stays possible for what was rated, even if the chapter is gone', async () => {
    const { author, story, chapters } = await published(2);
    const [ana, bo] = [await reader(chapters[0] ?? ''), await reader(chapters[0] ?? '')];
    await rate(ana, story, { rating: 5, review: 'Warm.' });
    await site.as(author).call(deleteChapter, idOf(chapters[0] ?? ''));
    expect((await list(null, story)).summary.ratingsCount).toBe(1);
    expect((await rate(ana, story, { rating: 4 })).status).toBe(200);
    expect((await rate(bo, story, { rating: 4 })).status).toBe(403);
  });

  test('does not count a chapter that was unpublished', async () => {
    const { author, story, chapters } = await published(2);
    const ana = await reader(chapters[0] ?? '');
    await site.as(author).call(updateChapter, { ...idOf(chapters[0] ?? ''), body: { isPublished: false } });
    expect((await rate(ana, story, { rating: 4 })).status).toBe(403);
  });

  test('is a 404 for a story that the reader cannot see', async () => {
    const { author, story, chapters } = await published();
    const ana = await reader(chapters[0] ?? '');
    await rate(ana, story, { rating: 4, review: 'zqx' });
    await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: false } });
    for (const viewer of [null, ana])
      expect((await site.as(viewer).call(calls.listReviews, idOf(story))).status).toBe(404);
    expect((await rate(ana, story, { rating: 4 })).status).toBe(404);
    expect((await list(author, story)).data).toHaveLength(1);
    await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: true } });
    expect((await list(null, story)).summary).toMatchObject({ ratingsCount: 1, reviewsCount: 1 });
  });
});

test('DELETE /stories/{id}/rating removes the rating with its review', async () => {
  const { story, chapters } = await published();
  const ana = await reader(chapters[0] ?? '');
  expect((await site.as(ana).call(calls.removeRating, idOf(story))).status).toBe(404);
  await rate(ana, story, { rating: 4, review: 'Warm.' });
  const { body } = await site.as(ana).call(calls.removeRating, idOf(story));
  expect([body.data, body.summary.ratingsCount, body.summary.averageRating]).toEqual([null, 0, null]);
  expect(await list(null, story)).toMatchObject({ data: [], pagination: { total: 0 } });
});

test('a rating can be removed while its story is unpublished or deleted, which tells nothing of the story', async () => {
  const hide = {
    unpublished: (author: Person, story: string) =>
      site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: false } }),
    deleted: (author: Person, story: string) => site.as(author).call(deleteStory, idOf(story)),
  };
  for (const [how, act] of Object.entries(hide)) {
    const { author, story, chapters } = await published();
    const [ana, bo, cy] = [
      await reader(chapters[0] ?? ''),
      await reader(chapters[0] ?? ''),
      await reader(chapters[0] ?? ''),
    ];
    for (const one of [ana, bo]) await rate(one, story, { rating: 4, review: 'Warm.' });
    await act(author, story);
    const remove = (who: Person) => site.as(who).call(calls.removeRating, idOf(story));
    const { body } = await remove(ana);
    expect(body, how).toMatchObject({ data: null, summary: { ratingsCount: 0, reviewsCount: 0 } });
    // As for a story that does not exist.
    const { status, failure } = await remove(ana);
    const missing = await site.as(cy).call(calls.removeRating, idOf('0199a000-0000-7000-8000-000000000000'));
    expect([status, failure.message], how).toEqual([404, missing.failure.message]);
    expect((await remove(cy)).failure.message, how).toBe(missing.failure.message);
    expect(await wrongCounters()).toEqual([]);
    if (how === 'deleted') continue;
    await site.as(author).call(updateStory, { ...idOf(story), body: { isPublished: true } });
    expect((await list(null, story)).summary).toMatchObject({ ratingsCount: 1, reviewsCount: 1 });
  }
});

describe('the average of a story', () => {
  test('is right at once on its page, in lists and by rating', async () => {
    const { story, chapters } = await published();
    const viewer = site.as(await site.person());
    const stats = async () => {
      const { data } = (await viewer.call(getStory, idOf(story))).body;
      const listed = (await viewer.call(listStories, { query: { limit: 100 } })).body.data;
      const top = (await viewer.call(listTopRated, { query: { limit: 100 } })).body.data;
      const inList = listed.find(({ _id }) => _id === story)?.stats;
      expect(inList).toEqual(data.stats);
      const inTop = top.find(({ _id }) => _id === story);
      return [data.stats.averageRating, data.stats.ratingsCount, inTop?.stats.averageRating];
    };
    expect(await stats()).toEqual([null, 0, undefined]);
    const [ana, bo, cy] = [
      await reader(chapters[0] ?? ''),
      await reader(chapters[0] ?? ''),
      await reader(chapters[0] ?? ''),
    ];
    await rate(ana, story, { rating: 5 });
    expect(await stats()).toEqual([5, 1, 5]);
    await rate(bo, story, { rating: 4 });
    await rate(cy, story, { rating: 4 });
    expect(await stats()).toEqual([4.33, 3, 4.33]);
    await rate(ana, story, { rating: 1 });
    expect(await stats()).toEqual([3, 3, 3]);
    await site.as(ana).call(calls.removeRating, idOf(story));
    await site.as(bo).call(calls.removeRating, idOf(story));
    await site.as(cy).call(calls.removeRating, idOf(story));
    expect(await stats()).toEqual([null, 0, undefined]);
    expect(await wrongCounters()).toEqual([]);
  });
});

test('rating.saved is emitted for a new rating and for each change, and for nothing else', async () => {
  const { story, chapters } = await published();
  const ana = await reader(chapters[0] ?? '');
  const ratings = () => emittedEvents(site, ratingSaved, ana.id);
  await rate(ana, story, { rating: 4 });
  await rate(ana, story, { rating: 4 });
  await rate(ana, story, { rating: 5, review: 'The lamp goes out at last.' });
  const saved = { raterId: ana.id, storyId: story };
  expect(await ratings()).toEqual([
    { ...saved, rating: 4, hasReview: false, isNew: true },
    { ...saved, rating: 5, hasReview: true, isNew: false },
  ]);
  await site.as(ana).call(calls.removeRating, idOf(story));
  expect(await ratings()).toHaveLength(2);
});
