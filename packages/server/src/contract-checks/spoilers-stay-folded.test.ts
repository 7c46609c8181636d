import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { updateChapter } from '@inkling/contract/chapters';
import { postMessage } from '@inkling/contract/chat';
import { postComment } from '@inkling/contract/comments';
import { createCommunity, createPost, joinCommunity } from '@inkling/contract/communities';
import { createPrivateFeed } from '@inkling/contract/feeds';
import { suggestFix } from '@inkling/contract/fixes';
import { saveGlossaryEntry, setRecap } from '@inkling/contract/glossary';
import { markCompleted, saveChapterProgress } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { rateStory, replyToReview } from '@inkling/contract/ratings';
import { setRevisionNote } from '@inkling/contract/revisions';
import { followStory } from '@inkling/contract/story-follows';
import { beforeAll, describe, expect, test } from 'vitest';
import { indexAll } from '../modules/search/index.ts';
import { hour } from '../platform/clock.ts';
import type { Fixtures } from '../testing/examples.ts';
import { listeningPages } from '../testing/listening-pages.ts';
import { giveTime } from '../testing/reading-time.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, inputIn } from './fixtures.ts';

/**
 * The second chapter of a story, and what was written about it, contain marker words. No call returns one unasked to
 * someone who has not read that far (docs/product/labels.md#what-a-reader-sees).
 */
const site = testApp({ PLANS: 'on' });
const write = writing(site);

const markers = {
  chapter: 'zqxchapter',
  comment: 'zqxcomment',
  review: 'zqxreview',
  reply: 'zqxreply',
  chat: 'zqxchat',
  post: 'zqxpost',
  glossary: 'zqxglossary',
  recap: 'zqxrecap',
  fix: 'zqxfix',
  revision: 'zqxrevision',
};
type Marker = keyof typeof markers;

/** What each call returns to a reader who has read everything. For others, all of it is folded. */
const folded: Record<string, Marker[]> = {
  // The chapter's words as the quotation of a comment, and as an excerpt.
  'GET /comments': ['chapter', 'comment'],
  'GET /comments/chapter/{id}': ['chapter', 'comment'],
  'GET /comments/{id}/replies': ['comment'],
  'GET /search': ['chapter'],
  'GET /search/chapters': ['chapter'],
  'GET /stories/{id}/search': ['chapter'],
  'GET /stories/{id}/reviews': ['review', 'reply'],
  'GET /messages': ['chat'],
  'GET /stories/{id}/glossary': ['glossary'],
  'GET /stories/{id}/recaps': ['recap'],
  'GET /chapters/{id}/revision': ['chapter', 'revision'],
  'GET /community/{id}/posts': ['post'],
  'GET /community/{id}/posts/{postId}': ['post'],
  'GET /community/{id}/posts/{postId}/comments': ['comment'],
};

/** Calls that ask for the very text. A new call belongs in one of the two lists only if it returns such texts. */
const asked: Record<string, Marker[]> = {
  'GET /chapters/{id}': ['chapter'],
  'GET /stories/{id}/ebook': ['chapter', 'glossary', 'recap'],
  'GET /comments/{id}': ['chapter', 'comment'],
  'GET /reviews/{id}': ['review', 'reply'],
};

let author: Person;
/** Has opened only the first chapter. */
let partway: Person;
let finished: Person;
/** Has read everything, and suggested a fix. */
let critic: Person;
let ahead: Fixtures;

beforeAll(async () => {
  [author, partway, finished] = [await site.person(), await site.person(), await site.person()];
  const fixtures = await createFixtures(site, author);
  const draft = await write.published(author, { allowsEbook: true });
  const story = draft.story._id;
  const { _id: chapter } = await write.chapter(author, story, { content: textOf(210, markers.chapter) });
  critic = await site.person();
  const read = (reader: Person, id: string, progress: number) =>
    site.as(reader).call(saveChapterProgress, { params: { id }, body: { progress } });
  await giveTime(site, critic, [chapter]);
  await read(critic, chapter, 100);
  await read(partway, draft.chapters[0]?._id ?? '', 100);
  await site.as(finished).call(markCompleted, { params: { id: story } });
  const ofChapter = { params: { id: chapter } };
  const position = { paragraph: 1, offset: 0, version: 1 };
  await site.as(finished).call(saveChapterProgress, { ...ofChapter, body: { progress: 100, position } });
  const comment = async (target: object) => {
    const body = { ...target, content: `${markers.comment} text` };
    return (await site.as(critic).call(postComment, { body })).body.data._id;
  };
  const id = await comment({ chapter, passage: { version: 1, startOffset: 0, endOffset: 10 } });
  await comment({ parent: id });
  const rating = { rating: 4, review: `${markers.review} text`, isSpoiler: true };
  const rated = await site.as(critic).call(rateStory, { params: { id: story }, body: rating });
  const review = rated.body.data?._id ?? '';
  await site
    .as(author)
    .call(replyToReview, { params: { id: review }, body: { text: `${markers.reply} text` } });
  const message = { storyId: story, chapterId: chapter, message: `${markers.chat} text` };
  const chatMessage = (await site.as(critic).call(postMessage, { body: message })).body.data._id;
  const belongsTo = { kind: 'story' as const, storyId: story };
  const about = { name: 'Readers', description: 'Of the story.', belongsTo };
  const { _id: community } = (await site.as(author).call(createCommunity, { body: about })).body.data;
  await site.as(critic).call(joinCommunity, { params: { id: community } });
  const upTo = { title: `${markers.post} title`, content: `${markers.post} text`, tags: [markers.post] };
  const posted = { params: { id: community }, body: { ...upTo, chapterId: chapter } };
  const { _id: post } = (await site.as(critic).call(createPost, posted)).body.data;
  await comment({ post });
  // One entry is of the chapter, another one is known before and has an addition of the chapter.
  const addition = { chapter, text: `${markers.glossary} text` };
  const known = { chapter: draft.chapters[0]?._id ?? '', text: 'She tends the lamp.' };
  for (const [name, notes] of [
    [`${markers.glossary} name`, [addition]],
    ['Mara', [known, addition]],
  ] as const)
    await site.as(author).call(saveGlossaryEntry, {
      params: { id: story, entryId: newId(site.clock.now().getTime()) },
      body: { kind: 'person', names: [name], notes: [...notes] },
    });
  await site.as(author).call(setRecap, { params: { id: chapter }, body: { recap: `${markers.recap} text` } });
  const selectedText = `${markers.chapter}0 ${markers.chapter}1`;
  const selected = { version: 1, selectedText, startOffset: 0, endOffset: selectedText.length };
  const words = { replacement: `${markers.fix} words`, note: `${markers.fix} note` };
  await site
    .as(critic)
    .call(suggestFix, { body: { storyId: story, chapterId: chapter, ...selected, ...words } });
  const content = `${textOf(210, markers.chapter)}\n${textOf(30, markers.chapter)}`;
  await site.as(author).call(updateChapter, { ...ofChapter, body: { content } });
  const revised = { ...ofChapter, body: { note: `${markers.revision} note` } };
  await site.as(author).call(setRevisionNote, revised);
  ahead = { ...fixtures, story, chapter, comment: id, review, chatMessage, community, post };
  ahead = { ...ahead, foreignStory: story, foreignReview: review, fixedStory: story, fixableStory: story };
  await site.runEvents();
  await indexAll(site.ctx);
});

/** The markers that a call returns to a viewer, for inputs that name the story, the chapter and what is about them. */
async function returned(call: Call, viewer: Person | null): Promise<Marker[]> {
  const { story, chapter } = ahead;
  const input = inputIn(ahead, call);
  const names = { story, chapter, storyId: story, chapterId: chapter, paragraphs: '1,2,3' };
  const accepted = Object.keys(call.query?.shape ?? {});
  const known = Object.fromEntries(Object.entries(names).filter(([name]) => accepted.includes(name)));
  const searches = accepted.includes('q') ? Object.values(markers).map((q) => ({ q })) : [{}];
  const found = new Set<Marker>();
  for (const search of searches) {
    const query = { ...input.query, ...known, ...search };
    const response = await site.app.http.inject(
      requestOfKey(call.key, { ...input, query }, viewer?.token ?? null),
    );
    // A response may repeat what was searched for.
    const text = Object.values(search).reduce(
      (rest, typed) => rest.replaceAll(`"${typed}"`, ''),
      responseText(response),
    );
    for (const [name, word] of Object.entries(markers)) if (text.includes(word)) found.add(name as Marker);
  }
  return [...found].toSorted();
}

const calls = allCalls.map(({ call }) => call);
const reads = calls.filter(({ method }) => method === 'GET');
const changes = calls.filter(({ method }) => method !== 'GET');

describe('what gives away a chapter that a reader has not reached', () => {
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s returns it to no visitor, by any id',
    async (_key, call) => expect(await returned(call, null)).toEqual([]),
  );

  test.each(reads.filter(({ key }) => !(key in asked)).map((call) => [call.key, call] as const))(
    '%s does not return it unasked',
    async (_key, call) => {
      expect(await returned(call, partway)).toEqual([]);
    },
  );

  test('is returned by no change that names it, either', async () => {
    const { story, chapter, comment, review, chatMessage, post } = ahead;
    const ids = [story, chapter, comment, review, chatMessage, post];
    const naming = changes.filter((call) => {
      const { params, body } = inputIn(ahead, call);
      return ids.some((id) => JSON.stringify([params, body]).includes(id));
    });
    expect(naming.length).toBeGreaterThan(30);
    for (const call of naming)
      expect([call.key, await returned(call, await site.person())]).toEqual([call.key, []]);
  });

  test('is in no book of all chapters, but for their texts', async () => {
    const call = reads.find(({ key }) => key === 'GET /stories/{id}/ebook');
    expect(call && (await returned(call, partway))).toEqual(['chapter']);
  });

  test('is in no feed, but for the beginnings of chapters: all in public ones, the next in a reader’s own', async () => {
    site.clock.advance(hour);
    const { story } = ahead;
    const wordsIn = (body: string) => Object.values(markers).filter((word) => body.includes(word));
    for (const path of [`/feeds/story/${story}`, `/feeds/user/${author.username}`])
      for (const format of ['atom', 'json']) {
        const { statusCode, body } = await site.app.http.inject(`${path}.${format}`);
        expect([statusCode, wordsIn(body)]).toEqual([200, [markers.chapter]]);
      }
    for (const [reader, found] of [
      [await site.person(), []],
      [partway, [markers.chapter]],
    ] as const) {
      await site.as(reader).call(followStory, { params: { id: story } });
      const { atom } = (await site.as(reader).call(createPrivateFeed, {})).body.data;
      const { body } = await site.app.http.inject(new URL(atom).pathname);
      expect([body.includes('<entry'), wordsIn(body)]).toEqual([true, found]);
    }
  });

  test('is on no page of its community for visitors', async () => {
    const pages = await listeningPages(site);
    const { community, post } = ahead;
    for (const path of [`/community/${community}`, `/community/${community}/posts/${post}`]) {
      const { status, body } = await pages.get(path);
      expect([path, status]).toEqual([path, 200]);
      for (const word of Object.values(markers)) expect(body).not.toContain(word);
    }
    await pages.close();
  });

  // Without this, the tests above would pass for texts that no one sees.
  test('is returned to those who have read everything, and to those who ask', async () => {
    const open: Record<string, Marker[]> = {};
    for (const call of reads) {
      const found = await returned(call, finished);
      if (found.length > 0) open[call.key] = found;
    }
    const shown = async (key: string, viewer: Person) => {
      const call = reads.find((one) => one.key === key);
      return call && (await returned(call, viewer));
    };
    expect(await shown('GET /fixes', critic)).toEqual(['chapter', 'fix']);
    expect(await shown('GET /stories/{id}/fixes', author)).toEqual(['chapter', 'fix']);
    const sorted = Object.entries({ ...folded, ...asked }).map(([key, found]) => [key, found.toSorted()]);
    expect(open).toEqual(Object.fromEntries(sorted));
    for (const key of ['GET /comments/{id}', 'GET /reviews/{id}', 'GET /chapters/{id}']) {
      const call = reads.find((one) => one.key === key);
      expect(call && (await returned(call, partway))).toEqual(asked[key]?.toSorted());
    }
  });
});
