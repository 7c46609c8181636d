import { allCalls } from '@inkling/contract/all';
import { addBetaComment, createBetaLink } from '@inkling/contract/beta-links';
import { createChapter, saveDraft, updateChapter } from '@inkling/contract/chapters';
import { addToCollection, createCollection } from '@inkling/contract/collections';
import { postComment } from '@inkling/contract/comments';
import { suggestFix } from '@inkling/contract/fixes';
import { saveGlossaryEntry, setRecap } from '@inkling/contract/glossary';
import { saveChapterProgress, toggleBookmark } from '@inkling/contract/library';
import { rateStory, replyToReview } from '@inkling/contract/ratings';
import { setRevisionNote } from '@inkling/contract/revisions';
import { arrangeSeries, createSeries } from '@inkling/contract/series';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { saveBibleEntry } from '@inkling/contract/story-bible';
import { followStory } from '@inkling/contract/story-follows';
import { postStoryNote } from '@inkling/contract/story-notes';
import { updatePreferences } from '@inkling/contract/users';
import { createVolume } from '@inkling/contract/volumes';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { indexAll } from '../modules/search/index.ts';
import { setAdmin } from '../modules/users/index.ts';
import { apiPrefix } from '../platform/http/bind.ts';
import { anId } from '../testing/drafts-for-tests.ts';
import type { Fixtures } from '../testing/examples.ts';
import { promote, refreshLists } from '../testing/listed-stories.ts';
import { giveTime } from '../testing/reading-time.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, paramsIn } from './fixtures.ts';

/**
 * Marker words that occur only in drafts and in unpublished or deleted content. No call may return one of them to
 * anyone but the author.
 */
const site = testApp({ PLANS: 'on' });
const write = writing(site);
const canary = 'zqxdraft';
const hidden = (words: number) => textOf(words, canary);

let author: Person;
let reader: Person;
let admin: Person;
let fantasy: string;
const allFixtures: Fixtures[] = [];

/** The lists that had marked stories before those were withdrawn. */
const lists = [
  '/stories',
  '/stories/recent',
  '/stories/popular',
  '/stories/new-releases',
  '/stories/completed',
  '/stories/short',
  '/stories/long',
  '/stories/trending',
  '/stories/featured',
  '/stories/editors-picks',
  '/stories/top-rated',
  '/stories/most-commented',
  '/stories/genre/Fantasy',
  '/stories/recommended',
  '/categories/personalized',
  '/home',
  '/chapters',
  `/search?q=${canary}`,
  `/search/stories?q=${canary}`,
  `/search/chapters?q=${canary}`,
  `/search/suggestions?q=${canary.slice(0, -2)}`,
  '/collections',
];
const listed = new Map<string, boolean>();
const isListed = async (path: string): Promise<boolean> =>
  (
    await site.app.http.inject({
      url: `${apiPrefix}${path}`,
      headers: { authorization: `Bearer ${reader.token}` },
    })
  ).body.includes(`${canary} `);

beforeAll(async () => {
  [author, reader, admin] = [await site.person(), await site.person(), await site.person()];
  await setAdmin(site.ctx.db, admin.id, true);
  const { rows } = await sql<{ id: string }>`select id from genres where name = 'Fantasy'`.execute(
    site.ctx.db,
  );
  fantasy = rows[0]?.id ?? '';
  await site.as(reader).call(updatePreferences, { body: { favoriteGenres: [fantasy] } });
  const published = await createFixtures(site, author);
  allFixtures.push(published);
  // A draft story with a chapter; a published story with a draft chapter, an unpublished one and a saved draft.
  const draft = await write.draft(author, { title: `${canary} story`, description: `${canary} description` });
  const draftChapter = await write.chapter(author, draft._id, {
    title: `${canary} chapter`,
    content: hidden(210),
  });
  allFixtures.push({ ...published, story: draft._id, chapter: draftChapter._id });
  // A beta reader's comment on the draft.
  const label = { label: `${canary} label`, comments: 'all' as const, chapters: [draftChapter._id] };
  const link = await site.as(author).call(createBetaLink, { params: { id: draft._id }, body: label });
  const { token } = link.body.data;
  const text = `${canary} beta`;
  const place = { chapter: draftChapter._id, version: 1, startOffset: 0, endOffset: 9 };
  const written = { token, secret: 's'.repeat(43), ...place, text, name: `${canary} name` };
  const betaComment = (await site.as(null).call(addBetaComment, { body: written })).body.data._id;
  const beta = { betaStory: draft._id, betaChapter: draftChapter._id, betaComment, betaToken: token };
  allFixtures.push({ ...published, story: draft._id, ...beta, betaLink: link.body.data._id });
  // The author's private notes on both.
  for (const story of [draft._id, published.story]) {
    const bibleEntry = anId();
    await site.as(author).call(saveBibleEntry, {
      params: { id: story, entryId: bibleEntry },
      body: { title: `${canary} entry`, text: `${canary} private`, baseVersion: 0 },
    });
    allFixtures.push({ ...published, story, bibleEntry });
  }
  await site.as(reader).call(followStory, { params: { id: published.story } });
  // In the author's public collection, as is what is unpublished and deleted below.
  const collect = (storyId: string) =>
    site.as(author).call(addToCollection, { params: { id: published.collection }, body: { storyId } });
  await collect(draft._id);
  const draftInPublished = await site.as(author).call(createChapter, {
    body: {
      story: published.story,
      title: `${canary} next`,
      content: hidden(30),
      authorNotes: `${canary} note`,
      endNotes: `${canary} end`,
    },
  });
  allFixtures.push({ ...published, chapter: draftInPublished.body.data._id });
  // A volume without published chapters, and one without any.
  const firstChapter = draftInPublished.body.data._id;
  for (const body of [{ title: `${canary} volume`, firstChapter }, { title: `${canary} empty volume` }]) {
    await site.as(author).call(createVolume, { params: { id: published.story }, body });
  }
  const unpublished = await write.chapter(author, published.story, {
    title: `${canary} unpublished`,
    content: hidden(210),
  });
  await site
    .as(reader)
    .call(saveChapterProgress, { params: { id: unpublished._id }, body: { progress: 50 } });
  for (const id of [unpublished._id, firstChapter]) {
    await site.as(author).call(saveGlossaryEntry, {
      params: { id: published.story, entryId: anId() },
      body: { kind: 'term', names: [`${canary} name`], notes: [{ chapter: id, text: `${canary} text` }] },
    });
    await site.as(author).call(setRecap, { params: { id }, body: { recap: `${canary} recap` } });
    await site
      .as(author)
      .call(setRevisionNote, { params: { id }, body: { note: `${canary} revision note` } });
  }
  const [comment] = await commented(published.story, unpublished._id);
  const selectedText = `${canary}0 ${canary}1`;
  const words = { version: 1, selectedText, startOffset: 0, endOffset: selectedText.length };
  const fix = { ...words, replacement: `${canary} fix`, note: `${canary} note` };
  const fixed = { storyId: published.story, chapterId: unpublished._id, ...fix };
  await site.as(await site.person()).call(suggestFix, { body: fixed });
  // What was published is in the search index, and is not removed from there yet.
  await indexAll(site.ctx);
  await site
    .as(author)
    .call(updateChapter, { params: { id: unpublished._id }, body: { isPublished: false } });
  allFixtures.push({ ...published, chapter: unpublished._id, comment: comment ?? '' });
  allFixtures.push({ ...published, chapter: unpublished._id, fixedStory: published.story });
  await site.as(author).call(saveDraft, {
    params: { id: published.story, chapterId: anId() },
    body: {
      device: anId(),
      updatedAt: site.clock.now().toISOString(),
      title: `${canary} typing`,
      content: hidden(10),
      authorNotes: '',
    },
  });
  const inSeries = [published.story, draft._id];
  // One with only drafts, whose name nobody else may see.
  const name = `${canary} series`;
  const body = { name, description: canary };
  const ofDrafts = (await site.as(author).call(createSeries, { body })).body.data._id;
  allFixtures.push({ ...published, series: ofDrafts });
  const ended = [];
  // A shelf has at least three stories.
  await write.published(author, { genres: [fantasy] });
  for (const end of ['unpublish', 'delete'] as const) {
    for (const isLong of [false, true]) {
      const story = await write.draft(author, {
        title: `${canary} ${end}d`,
        description: canary,
        genres: [fantasy],
        status: 'completed',
      });
      const chapter = await write.chapter(author, story._id, {
        title: `${canary} chapter`,
        content: hidden(210),
      });
      await site.as(author).call(updateStory, { params: { id: story._id }, body: { isPublished: true } });
      await site.as(reader).call(followStory, { params: { id: story._id } });
      await site.as(author).call(postStoryNote, {
        params: { id: story._id },
        body: { text: `${canary} note to followers` },
      });
      await collect(story._id);
      inSeries.push(story._id);
      const own = { name: 'Mine', visibility: 'public' as const, storyId: story._id };
      const { body } = await site.as(reader).call(createCollection, { body: own });
      allFixtures.push({ ...published, collection: body.data._id });
      // Only the short stories are in the reader's library: what is there is not recommended.
      if (!isLong) {
        await site.as(reader).call(toggleBookmark, { params: { id: story._id } });
        await site
          .as(reader)
          .call(saveChapterProgress, { params: { id: chapter._id }, body: { progress: 40 } });
      }
      const review = await reviewed(story._id, chapter._id);
      await promote(site, admin, story._id, { isLong });
      const comments = await commented(story._id, chapter._id, `${canary} comment`);
      ended.push({ end, id: story._id, chapter: chapter._id, review, comments });
    }
  }
  await arrange(published.series, 1, inSeries);
  await arrange(ofDrafts, 0, [(await write.draft(author, { title: `${canary} alone` }))._id]);
  await site.runEvents();
  await refreshLists(site);
  // The lists and their caches have them, until they are withdrawn.
  for (const key of lists) listed.set(key, await isListed(key));
  for (const { end, id, chapter, review, comments } of ended) {
    if (end === 'delete') await site.as(author).call(deleteStory, { params: { id } });
    else await site.as(author).call(updateStory, { params: { id }, body: { isPublished: false } });
    for (const comment of comments) allFixtures.push({ ...published, story: id, chapter, review, comment });
  }
});

const arrange = (id: string, version: number, stories: string[]) =>
  site.as(author).call(arrangeSeries, { params: { id }, body: { stories, version } });

/** Another reader's review of a story with the author's reply; returns its id. */
async function reviewed(story: string, chapter: string): Promise<string> {
  const other = await site.person();
  await giveTime(site, other, [chapter]);
  await site.as(other).call(saveChapterProgress, { params: { id: chapter }, body: { progress: 100 } });
  const { body } = await site
    .as(other)
    .call(rateStory, { params: { id: story }, body: { rating: 4, review: `${canary} review` } });
  const id = body.data?._id ?? '';
  await site.as(author).call(replyToReview, { params: { id }, body: { text: `${canary} reply` } });
  return id;
}

/** Another reader's comments on a passage of a chapter and, with this text, on the story; returns their ids. */
async function commented(story: string, chapter: string, onStory?: string): Promise<string[]> {
  const other = site.as(await site.person());
  const content = `${canary} comment`;
  const passage = { version: 1, startOffset: 0, endOffset: 30 };
  const comments = [await other.call(postComment, { body: { chapter, passage, content } })];
  if (onStory !== undefined)
    comments.push(await other.call(postComment, { body: { story, content: onStory } }));
  expect(comments[0]?.body.data.passage?.quote).toContain(canary);
  return comments.map(({ body }) => body.data._id);
}

describe('drafts and unpublished content [R13]', () => {
  const reads = allCalls.map(({ call }) => call).filter(({ method }) => method === 'GET');
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s does not return them to others',
    async (_key, call) => {
      const accepted = Object.keys(call.query?.shape ?? {});
      // Most fixtures differ in what this call does not ask for: each request is sent once.
      const sent = new Set<string>();
      for (const fixtures of allFixtures) {
        const queries = [
          {},
          { search: canary, limit: 100 },
          { title: canary, limit: 100 },
          { story: fixtures.story },
          { chapter: fixtures.chapter },
          { q: canary },
          { q: `${canary}0` },
          // Corrections must not lead to it either.
          { q: canary.replace('q', 'p') },
        ];
        for (const all of queries) {
          const query = Object.fromEntries(Object.entries(all).filter(([name]) => accepted.includes(name)));
          for (const viewer of [null, reader]) {
            const request = requestOfKey(
              call.key,
              { params: paramsIn(fixtures, call), query },
              viewer?.token ?? null,
            );
            const key = `${viewer?.id} ${request.url}`;
            if (sent.has(key)) continue;
            sent.add(key);
            const response = await site.app.http.inject(request);
            expect(
              responseText(response).includes(canary),
              `${call.key} ${JSON.stringify(query)} → ${response.body.slice(0, 300)}`,
            ).toBe(false);
          }
        }
      }
      expect(sent.size).toBeGreaterThanOrEqual(2);
    },
  );

  // Without this, the test above would pass for lists that never had them.
  test.each(lists)('%s had withdrawn stories until then, and has none of them now', async (path) => {
    expect([listed.get(path), await isListed(path)]).toEqual([true, false]);
  });

  test('are visible to their author', async () => {
    const fixtures = allFixtures[1];
    if (!fixtures) throw new Error('The fixtures are missing.');
    const response = await site.app.http.inject(
      requestOfKey('GET /stories/{id}', { params: { id: fixtures.story } }, author.token),
    );
    expect(response.body).toContain(canary);
    for (const key of [
      'GET /stories/{id}/beta-links',
      'GET /stories/{id}/beta-comments',
      'GET /stories/{id}/fixes',
      'GET /stories/{id}/bible',
      'GET /stories/{id}/notes',
    ] as const) {
      const found = [];
      for (const { story, betaStory, fixedStory } of allFixtures)
        for (const id of [story, betaStory, fixedStory]) {
          const { body } = await site.app.http.inject(requestOfKey(key, { params: { id } }, author.token));
          found.push(body.includes(canary));
        }
      expect([key, found.includes(true)]).toEqual([key, true]);
    }
  });

  test('are not counted for others', async () => {
    const [published] = allFixtures;
    const counts = async (token: string | null) => {
      const response = await site.app.http.inject(
        requestOfKey('GET /stories/{id}', { params: { id: published?.story ?? '' } }, token),
      );
      const { chapterCount, stats } = response.json().data;
      return [chapterCount, stats.totalWordCount];
    };
    expect(await counts(null)).toEqual([1, 210]);
    expect(await counts(reader.token)).toEqual([1, 210]);
    expect(await counts(author.token)).toEqual([3, 450]);
  });
});
