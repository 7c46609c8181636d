import { allCalls } from '@inkling/contract/all';
import { blockUser, muteUser, unblockUser, unmuteUser } from '@inkling/contract/blocks';
import type { Call } from '@inkling/contract/call';
import { postMessage } from '@inkling/contract/chat';
import { pinComment, postComment } from '@inkling/contract/comments';
import { commentOnPost, createCommunity, createPost, joinCommunity } from '@inkling/contract/communities';
import { saveChapterProgress } from '@inkling/contract/library';
import { rateStory, replyToReview } from '@inkling/contract/ratings';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Fixtures } from '../testing/examples.ts';
import { giveTime } from '../testing/reading-time.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, inputIn } from './fixtures.ts';

/**
 * Two people have written about a story of each and of a third, and in a community of the third, each with a marker word
 * of their own. Once one has blocked
 * the other, no call returns the other's word to either of them (docs/product/blocking.md#what-is-hidden).
 */
const site = testApp({ PLANS: 'on' });
const write = writing(site);

interface Writer {
  person: Person;
  word: string;
  /** Inputs of calls, by what this person wrote. */
  fixtures: Fixtures[];
}

let ana: Writer;
let bo: Writer;

/** The calls that return what people wrote. A new call belongs here if it does. */
const shown = [
  'GET /comments',
  'GET /comments/chapter/{id}',
  'GET /comments/story/{id}',
  'GET /comments/{id}',
  'GET /comments/{id}/replies',
  'GET /community/user/posts',
  'GET /community/{id}/posts',
  'GET /community/{id}/posts/{postId}',
  'GET /community/{id}/posts/{postId}/comments',
  'GET /inbox',
  'GET /messages',
  'GET /notifications',
  'GET /reviews/{id}',
  'GET /stories/{id}/reviews',
  // An author's replies to one's reviews.
  'GET /users/me/export',
];

beforeAll(async () => {
  const fixtures = await createFixtures(site, await site.person());
  const people = [await site.person(), await site.person(), await site.person()] as const;
  const stories = await Promise.all(people.map((author) => write.published(author)));
  const writers = [people[0], people[1]].map((person, index) => ({
    person,
    word: ['zqxana', 'zqxbo'][index] ?? '',
    fixtures: [] as Fixtures[],
  }));
  const threads: string[] = [];
  for (const [index, { story, chapters }] of stories.entries()) {
    const [id, chapter] = [story._id, chapters[0]?._id ?? ''];
    for (const { person, word, fixtures: own } of writers) {
      const as = site.as(person);
      const comment = async (target: object) =>
        (await as.call(postComment, { body: { ...target, content: `${word} @${people[0].username}` } })).body
          .data._id;
      await giveTime(site, person, [chapter]);
      await as.call(saveChapterProgress, { params: { id: chapter }, body: { progress: 100 } });
      const onStory = await comment({ story: id });
      const onChapter = await comment({ chapter });
      threads.push(onStory);
      for (const parent of threads) await comment({ parent });
      const body = { rating: 4, review: `${word} review` };
      const rated = await as.call(rateStory, { params: { id }, body });
      const chat = { storyId: id, message: `${word} message` };
      const chatMessage = (await as.call(postMessage, { body: chat })).body.data._id;
      const written = { ...fixtures, story: id, chapter, chatMessage };
      const review = people[index] === person ? '' : (rated.body.data?._id ?? '');
      for (const one of [onStory, onChapter]) own.push({ ...written, comment: one, review });
      if (review !== '') {
        const author = writers.find((writer) => writer.person === people[index]);
        const text = `${author?.word ?? 'third'} reply`;
        await site.as(people[index] ?? null).call(replyToReview, { params: { id: review }, body: { text } });
      }
    }
    const pinned = writers[index]?.fixtures.at(-1)?.comment ?? '';
    if (pinned !== '') await site.as(people[index] ?? null).call(pinComment, { params: { id: pinned } });
  }
  await writeInCommunity(people[2], writers, fixtures);
  [ana, bo] = writers as [Writer, Writer];
  await site.runEvents();
});

/** Both write a post, and comment on that of the founder. */
async function writeInCommunity(founder: Person, writers: Writer[], fixtures: Fixtures): Promise<void> {
  const about = { name: 'Night Readers', description: 'By lamplight.' };
  const id = (await site.as(founder).call(createCommunity, { body: about })).body.data._id;
  const post = async (who: Person, text: string) =>
    (await site.as(who).call(createPost, { params: { id }, body: { title: text, content: text } })).body.data
      ._id;
  const first = await post(founder, 'Which lamp?');
  for (const { person, word, fixtures: own } of writers) {
    await site.as(person).call(joinCommunity, { params: { id } });
    const body = { content: `${word} comment` };
    const commented = await site.as(person).call(commentOnPost, { params: { id, postId: first }, body });
    const inCommunity = { ...fixtures, community: id, comment: commented.body.data._id };
    own.push({ ...inCommunity, post: await post(person, `${word} post`) }, { ...inCommunity, post: first });
  }
}

const reads = allCalls.map(({ call }) => call).filter(({ method }) => method === 'GET');

/** Whether a call returns someone's word to a viewer, for any of the inputs that lead to it. */
async function isReturned(call: Call, viewer: Person, { word, fixtures: written }: Writer): Promise<boolean> {
  const accepted = Object.keys(call.query?.shape ?? {});
  const sent = new Set<string>();
  for (const fixtures of written) {
    const { story, chapter } = fixtures;
    const input = inputIn(fixtures, call);
    for (const names of [{ story }, { chapter }, { storyId: story }]) {
      const all = { ...names, q: word, limit: 100 };
      const query = Object.fromEntries(Object.entries(all).filter(([name]) => accepted.includes(name)));
      const request = requestOfKey(call.key, { ...input, query: { ...input.query, ...query } }, viewer.token);
      if (sent.has(String(request.url))) continue;
      sent.add(String(request.url));
      // A response may repeat what was searched for.
      const text = responseText(await site.app.http.inject(request)).replaceAll(`"${word}"`, '');
      if (text.includes(word)) return true;
    }
  }
  return false;
}

const returning = async (viewer: Writer, other: Writer, calls = reads): Promise<string[]> => {
  const found = [];
  for (const call of calls) if (await isReturned(call, viewer.person, other)) found.push(call.key);
  return found.toSorted();
};

describe('what someone wrote, of whom one has blocked the other', () => {
  const about = (
    call: typeof blockUser | typeof unblockUser | typeof muteUser | typeof unmuteUser,
    other: Writer,
  ) => site.as(ana.person).call(call, { params: { id: other.person.id } });
  const shownReads = reads.filter(({ key }) => shown.includes(key));

  // Without this, the tests below would pass for texts that no one sees.
  test('is returned to both before', async () => {
    expect(await returning(ana, bo)).toEqual(shown);
    expect(await returning(bo, ana, shownReads)).toEqual(shown);
  });

  test('is returned by no call to either of them [R19]', async () => {
    await about(blockUser, bo);
    expect(await returning(ana, bo)).toEqual([]);
    expect(await returning(bo, ana)).toEqual([]);
    await about(unblockUser, bo);
    expect(await returning(bo, ana, shownReads)).toEqual(shown);
  });

  test('is returned by no call to one who muted the other, who notices nothing', async () => {
    await about(muteUser, bo);
    expect(await returning(ana, bo, shownReads)).toEqual([]);
    expect(await returning(bo, ana, shownReads)).toEqual(shown);
    await about(unmuteUser, bo);
  });
});
