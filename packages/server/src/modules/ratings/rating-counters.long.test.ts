import { deleteMe } from '@inkling/contract/personal-data';
import * as calls from '@inkling/contract/ratings';
import { getStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { rating } from './ratings-for-tests.fixture.ts';

const site = testApp();
const ratings = rating(site);
const { rate, list } = ratings;
const idOf = (id: string) => ({ params: { id } });

const readers = (chapter: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => ratings.reader(chapter)));

test('200 parallel changes of ratings, reviews, votes and replies leave counters that equal their rows', async () => {
  const { author, story, chapters } = await ratings.story();
  const people = await readers(chapters[0] ?? '', 20);
  const reviews = await Promise.all(
    people.map(async (reader, index) => {
      const { body } = await rate(reader, story, { rating: 1 + (index % 5), review: `Review ${index}` });
      return body.data?._id ?? '';
    }),
  );
  const one = <T>(items: T[], index: number): T => items[index % items.length] as T;
  const kinds = [
    (n: number) =>
      rate(one(people, n), story, { rating: 1 + (n % 5), review: n % 3 === 0 ? '' : `Text ${n}` }),
    (n: number) => site.as(one(people, n)).call(calls.removeRating, idOf(story)),
    (n: number) => site.as(one(people, n + 3)).call(calls.markHelpful, idOf(one(reviews, n))),
    (n: number) => site.as(one(people, n + 3)).call(calls.unmarkHelpful, idOf(one(reviews, n * 7))),
    (n: number) =>
      site.as(author).call(calls.replyToReview, { ...idOf(one(reviews, n)), body: { text: `Reply ${n}` } }),
    (n: number) => site.as(one(people, n)).call(updateProfile, { body: { displayName: `Name ${n}` } }),
  ];
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => one(kinds, n * 5 + Math.floor(n / 6))(n)),
  );
  // Refusals are fine; a deadlock or a lost connection is not.
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(await ratings.wrongCounters()).toEqual([]);
  const { summary, data, pagination } = await list(null, story, { limit: 100 });
  expect([data.length, pagination.total]).toEqual([summary.reviewsCount, summary.reviewsCount]);
});

test('200 parallel writes of one reader leave one rating', async () => {
  const { story, chapters } = await ratings.story();
  const ana = await ratings.reader(chapters[0] ?? '');
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, n) => rate(ana, story, { rating: 1 + (n % 5), review: `Words ${n}` })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => body.data?._id)).size).toBe(1);
  expect((await list(ana, story)).summary).toMatchObject({ ratingsCount: 1, reviewsCount: 1 });
  expect(await ratings.wrongCounters()).toEqual([]);
});

test('the counters equal their rows after any sequence of changes', async () => {
  const { author, story, chapters } = await ratings.story();
  const people = await readers(chapters[0] ?? '', 3);
  const who = fc.integer({ min: 0, max: 2 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('rate' as const),
      who,
      rating: fc.integer({ min: 1, max: 5 }),
      review: fc.constantFrom(undefined, '', 'One', 'Two'),
      isSpoiler: fc.constantFrom(undefined, true, false),
    }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'reply' as const, 'unreply' as const), who }),
    fc.record({ kind: fc.constantFrom('mark' as const, 'unmark' as const), who, by: who }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const ratingOf = async (reader: Person) => (await list(reader, story)).mine?._id ?? story;
      for (const one of steps) {
        const reader = people[one.who] as Person;
        if (one.kind === 'rate') {
          const { rating, review, isSpoiler } = one;
          await rate(reader, story, {
            rating,
            ...(review !== undefined && { review }),
            ...(isSpoiler !== undefined && { isSpoiler }),
          });
        } else if (one.kind === 'remove') await site.as(reader).call(calls.removeRating, idOf(story));
        else if (one.kind === 'reply') {
          const body = { text: 'Thank you.' };
          await site.as(author).call(calls.replyToReview, { ...idOf(await ratingOf(reader)), body });
        } else if (one.kind === 'unreply')
          await site.as(author).call(calls.removeReply, idOf(await ratingOf(reader)));
        else if (one.kind === 'mark' || one.kind === 'unmark') {
          const call = one.kind === 'mark' ? calls.markHelpful : calls.unmarkHelpful;
          await site.as(people[one.by] as Person).call(call, idOf(await ratingOf(reader)));
        }
      }
      expect(await ratings.wrongCounters()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

test('a deleted account takes its ratings, reviews and votes with it, and the averages follow', async () => {
  const { story, chapters } = await ratings.story();
  const [ana, bo] = (await readers(chapters[0] ?? '', 2)) as [Person, Person];
  await rate(ana, story, { rating: 1, review: 'No.' });
  const { _id = '' } = (await rate(bo, story, { rating: 5, review: 'Yes.' })).body.data ?? {};
  await site.as(ana).call(calls.markHelpful, idOf(_id));
  const average = async () => (await site.as(null).call(getStory, idOf(story))).body.data.stats.averageRating;
  expect(await average()).toBe(3);
  await site.as(ana).call(deleteMe, { body: { password: testPassword } });
  // During the grace period only the review is hidden: the account may be restored.
  expect([await average(), (await list(null, story)).data.length]).toEqual([3, 1]);
  site.clock.advance(8 * day);
  await deleteDue(site.ctx);
  expect(await average()).toBe(5);
  const { data, summary } = await list(null, story);
  expect([data[0]?.helpful, summary.ratingsCount, summary.distribution]).toEqual([0, 1, [0, 0, 0, 0, 1]]);
  expect(await ratings.wrongCounters()).toEqual([]);
});
