import { allCalls } from '@inkling/contract/all';
import { createChapter, saveDraft, updateChapter } from '@inkling/contract/chapters';
import { saveChapterProgress, toggleBookmark } from '@inkling/contract/library';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOfKey } from '../platform/http/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, type Fixtures, paramsIn } from './fixtures.ts';

/**
 * Words that stand only in drafts, unpublished and deleted things. No call of the contract may ever give one of
 * them to anybody but the author.
 */
const site = testApp();
const write = writing(site);
const canary = 'zqxdraft';
const hidden = (words: number) => textOf(words, canary);

let author: Person;
let reader: Person;
const worlds: Fixtures[] = [];

beforeAll(async () => {
  [author, reader] = [await site.person(), await site.person()];
  const open = await createFixtures(site, author);
  worlds.push(open);
  // A draft story with a chapter; a published story with a draft chapter, an unpublished one and a kept draft.
  const draft = await write.draft(author, { title: `${canary} story`, description: `${canary} description` });
  const draftChapter = await write.chapter(author, draft._id, {
    title: `${canary} chapter`,
    content: hidden(210),
  });
  worlds.push({ ...open, story: draft._id, chapter: draftChapter._id });
  const half = await site.as(author).call(createChapter, {
    body: { story: open.story, title: `${canary} next`, content: hidden(30), authorNotes: `${canary} note` },
  });
  worlds.push({ ...open, chapter: half.body.data._id });
  const taken = await write.chapter(author, open.story, {
    title: `${canary} taken back`,
    content: hidden(210),
  });
  await site.as(reader).call(saveChapterProgress, { params: { id: taken._id }, body: { progress: 50 } });
  await site.as(author).call(updateChapter, { params: { id: taken._id }, body: { isPublished: false } });
  worlds.push({ ...open, chapter: taken._id });
  await site.as(author).call(saveDraft, {
    params: { id: open.story, slot: 'new' },
    body: { title: `${canary} typing`, content: hidden(10), authorNotes: '' },
  });
  for (const end of ['unpublish', 'delete'] as const) {
    const { story, chapters } = await write.published(author, {
      title: `${canary} ${end}d`,
      description: canary,
    });
    await site.as(reader).call(toggleBookmark, { params: { id: story._id } });
    await site
      .as(reader)
      .call(saveChapterProgress, { params: { id: chapters[0]?._id ?? '' }, body: { progress: 40 } });
    if (end === 'delete') await site.as(author).call(deleteStory, { params: { id: story._id } });
    else await site.as(author).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
    worlds.push({ ...open, story: story._id, chapter: chapters[0]?._id ?? '' });
  }
});

describe('drafts, and what was taken back', () => {
  const reads = allCalls.map(({ call }) => call).filter(({ method }) => method === 'GET');
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s tells nobody else of them',
    async (_key, call) => {
      let looked = 0;
      for (const world of worlds) {
        for (const who of [null, reader]) {
          const queries = [
            {},
            { search: canary, limit: 100 },
            { title: canary, limit: 100 },
            { story: world.story },
          ];
          for (const query of call.query === undefined ? [{}] : queries) {
            const response = await site.app.http.inject(
              requestOfKey(call.key, { params: paramsIn(world, call), query }, who?.token ?? null),
            );
            expect(
              responseText(response).includes(canary),
              `${call.key} ${JSON.stringify(query)} → ${response.body.slice(0, 300)}`,
            ).toBe(false);
            looked += 1;
          }
        }
      }
      expect(looked).toBeGreaterThanOrEqual(worlds.length * 2);
    },
  );

  test('their author sees them', async () => {
    const world = worlds[1];
    if (!world) throw new Error('The worlds are not there.');
    const response = await site.app.http.inject(
      requestOfKey('GET /stories/{id}', { params: { id: world.story } }, author.token),
    );
    expect(response.body).toContain(canary);
  });

  test('counts are those of what is published', async () => {
    const [open] = worlds;
    const counts = async (token: string | null) => {
      const response = await site.app.http.inject(
        requestOfKey('GET /stories/{id}', { params: { id: open?.story ?? '' } }, token),
      );
      const { chapterCount, stats } = response.json().data;
      return [chapterCount, stats.totalWordCount];
    };
    expect(await counts(null)).toEqual([1, 210]);
    expect(await counts(reader.token)).toEqual([1, 210]);
    expect(await counts(author.token)).toEqual([3, 450]);
  });
});
