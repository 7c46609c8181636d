import { type Call, type InputOf, isFileResponse } from '@inkling/contract/call';
import { addToCollection, createCollection, getCollection } from '@inkling/contract/collections';
import { getHome } from '@inkling/contract/home';
import { getMyLibrary, saveChapterProgress, toggleBookmark } from '@inkling/contract/library';
import { listHistory } from '@inkling/contract/reading-history';
import { listStories } from '@inkling/contract/stories';
import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

let reader: Person;
let collection: string;

const isTokenLookup = (text: string): boolean => text.includes('from sessions t join users u');

/**
 * The number of statements of a call, but for the one that finds its session. The response must be what the contract says:
 * these are joined from cached JSON, which nothing else compares with it.
 */
async function statementsOf<C extends Call>(call: C, input: InputOf<C>): Promise<number> {
  const recorded = recordStatements();
  const { body } = await site.as(reader).call(call, input);
  const statements = recorded().filter((text) => !isTokenLookup(text));
  if (isFileResponse(call.response)) throw new Error('A file is not JSON.');
  expect(call.response.parse(body)).toEqual(body);
  return statements.length;
}

beforeAll(async () => {
  const author = await site.person();
  reader = await site.person();
  const body = { name: 'Lamps', visibility: 'public' as const };
  const owner = site.as(author);
  collection = (await owner.call(createCollection, { body })).body.data._id;
  for (let number = 0; number < 30; number += 1) {
    const { story, chapters } = await write.published(author, { title: `Story ${number}` });
    const params = { id: collection };
    await owner.call(addToCollection, { params, body: { storyId: story._id } });
    if (number >= 8) continue;
    await site.as(reader).call(toggleBookmark, { params: { id: story._id } });
    const chapter = { id: chapters[0]?._id ?? '' };
    await site.as(reader).call(saveChapterProgress, { params: chapter, body: { progress: 50 } });
  }
});

const pages: [name: string, most: number, count: () => Promise<number>][] = [
  ['home', 5, () => statementsOf(getHome, {})],
  ['library', 1, () => statementsOf(getMyLibrary, {})],
  ['library, searched', 1, () => statementsOf(getMyLibrary, { query: { q: 'Story', sort: 'title' } })],
  ['history', 2, () => statementsOf(listHistory, {})],
  ['collection', 2, () => statementsOf(getCollection, { params: { id: collection } })],
  ['Discover', 4, () => statementsOf(listStories, { query: { status: 'ongoing', limit: 20 } })],
];

// The first request may also find that nothing of the site is cached yet.
test.each(pages)('%s takes at most %i statements', async (_name, most, count) => {
  expect(await count()).toBeLessThanOrEqual(most + 4);
  expect(await count()).toBeLessThanOrEqual(most);
});
