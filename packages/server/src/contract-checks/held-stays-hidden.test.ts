import { allCalls } from '@inkling/contract/all';
import { postMessage } from '@inkling/contract/chat';
import { createCollection } from '@inkling/contract/collections';
import { postComment } from '@inkling/contract/comments';
import { createPost, joinCommunity } from '@inkling/contract/communities';
import { saveChapterProgress } from '@inkling/contract/library';
import { rateStory } from '@inkling/contract/ratings';
import { arrangeSeries, createSeries } from '@inkling/contract/series';
import { postStoryNote } from '@inkling/contract/story-notes';
import { beforeAll, expect, test } from 'vitest';
import { hour } from '../platform/clock.ts';
import type { Fixtures } from '../testing/examples.ts';
import { listeningPages } from '../testing/listening-pages.ts';
import { giveTime } from '../testing/reading-time.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, inputIn } from './fixtures.ts';

/**
 * A person with a new account has written texts of every kind with a marker word and a link. No call returns the word to
 * others, but for the queues of those who decide (docs/product/spam.md#holds).
 */
const site = testApp({ PLANS: 'on', NEW_ACCOUNT_HOURS: '24' });
const word = 'zqxheld';

let owner: Person;
let writer: Person;
let reader: Person;
const written: Fixtures[] = [];

beforeAll(async () => {
  [owner, writer, reader] = [await site.person(), await site.person(), await site.person()];
  const all = await createFixtures(site, owner);
  const { community } = all;
  const { story, chapters } = await writing(site).published(owner);
  const [id, chapter] = [story._id, chapters[0]?._id ?? ''];
  const content = `${word} @${reader.username} @${owner.username} https://lamps.example`;
  const as = site.as(writer);
  const comment = async (body: object, who = writer, text = content) =>
    (await site.as(who).call(postComment, { body: { ...body, content: text } })).body.data;
  const parent = await comment({ story: id }, reader, 'Which lamp?');
  const onStory = await comment({ story: id });
  const onChapter = await comment({ chapter });
  const reply = await comment({ parent: parent._id });
  await giveTime(site, writer, [chapter]);
  await as.call(saveChapterProgress, { params: { id: chapter }, body: { progress: 100 } });
  const rated = await as.call(rateStory, { params: { id }, body: { rating: 4, review: content } });
  const message = (await as.call(postMessage, { body: { storyId: id, message: content } })).body.data;
  for (const who of [writer, reader]) await site.as(who).call(joinCommunity, { params: { id: community } });
  const posted = { title: word, content };
  const post = (await as.call(createPost, { params: { id: community }, body: posted })).body.data;
  const words = { name: `${word} lamps`, description: content };
  const shared = { ...words, visibility: 'public' as const, storyId: id };
  const collection = (await as.call(createCollection, { body: shared })).body.data;
  const series = (await as.call(createSeries, { body: words })).body.data;
  const stories = [(await writing(site).published(writer)).story._id];
  const noted = { params: { id: stories[0] ?? '' }, body: { text: content } };
  const note = (await as.call(postStoryNote, noted)).body.data;
  await as.call(arrangeSeries, { params: { id: series._id }, body: { stories, version: 0 } });
  for (const { withheld } of [collection, series, note]) expect(withheld).toBe('held');
  for (const { isHeld } of [onStory, onChapter, reply, message, post]) expect(isHeld).toBe(true);
  expect(rated.body.data?.isHeld).toBe(true);
  const about = {
    ...all,
    story: id,
    chapter,
    chatMessage: message._id,
    review: rated.body.data?._id ?? '',
    collection: collection._id,
    series: series._id,
  };
  for (const one of [onStory, onChapter, reply, parent])
    written.push({ ...about, comment: one._id, post: post._id });
  written.push({ ...about, owner: writer, story: stories[0] ?? '' });
  await site.runEvents();
});

/** The calls that return the word to a viewer. */
async function returning(viewer: Person | null): Promise<string[]> {
  const found = new Set<string>();
  const sent = new Set<string>();
  for (const { call } of allCalls.filter(({ call: { method } }) => method === 'GET')) {
    const accepted = Object.keys(call.query?.shape ?? {});
    for (const fixtures of written) {
      const { story, chapter, post } = fixtures;
      const input = inputIn(fixtures, call);
      for (const names of [{ story }, { chapter }, { post }, { storyId: story }]) {
        const all = { ...names, q: word, limit: 50 };
        const query = Object.fromEntries(Object.entries(all).filter(([name]) => accepted.includes(name)));
        const request = requestOfKey(
          call.key,
          { ...input, query: { ...input.query, ...query } },
          viewer?.token,
        );
        if (sent.has(String(request.url))) continue;
        sent.add(String(request.url));
        // A response may repeat what was searched for.
        const text = responseText(await site.app.http.inject(request)).replaceAll(`"${word}"`, '');
        if (text.includes(word)) found.add(call.key);
      }
    }
  }
  return [...found].toSorted();
}

test('what is held is returned to its writer, and otherwise to those who decide alone', async () => {
  expect(await returning(writer)).toEqual([
    'GET /collections',
    'GET /collections/{id}',
    'GET /comments',
    'GET /comments/chapter/{id}',
    'GET /comments/story/{id}',
    'GET /comments/{id}',
    'GET /comments/{id}/replies',
    'GET /community/{id}/posts',
    'GET /community/{id}/posts/{postId}',
    'GET /messages',
    'GET /reviews/{id}',
    'GET /series',
    'GET /series/{id}',
    'GET /stories/{id}/my-collections',
    'GET /stories/{id}/notes',
    'GET /stories/{id}/reviews',
    'GET /stories/{id}/series',
    'GET /users/me/export',
    'GET /users/{username}/series',
  ]);
  expect(await returning(reader)).toEqual([]);
  expect(await returning(null)).toEqual([]);
  // The founder of the community, and the author of the story.
  expect(await returning(owner)).toEqual(['GET /community/{id}/reports']);
});

test('what is held is on no page of its community or story and in no feed for visitors', async () => {
  site.clock.advance(hour);
  const pages = await listeningPages(site);
  const { community, post } = written[0] as Fixtures;
  const { story } = written.at(-1) as Fixtures;
  for (const [path, found] of [
    [`/community/${community}`, 200],
    [`/community/${community}/posts/${post}`, 404],
    [`/story/${story}`, 200],
    [`/feeds/story/${story}.atom`, 200],
    [`/feeds/story/${story}.json`, 200],
  ] as const) {
    const { status, body } = await pages.get(path);
    expect([path, status, body.includes(word)]).toEqual([path, found, false]);
  }
  await pages.close();
});
