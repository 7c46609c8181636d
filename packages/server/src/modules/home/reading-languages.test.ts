import { register } from '@inkling/contract/account';
import { getHome } from '@inkling/contract/home';
import { saveProgress } from '@inkling/contract/library';
import { listRecommended } from '@inkling/contract/recommendations';
import { searchStories } from '@inkling/contract/search';
import * as calls from '@inkling/contract/stories';
import { followUser, updatePreferences } from '@inkling/contract/users';
import { beforeAll, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { refreshGenreRankings } from '../recommendations/index.ts';
import { indexAll } from '../search/index.ts';

/** The languages that a person reads rule lists and recommendations (docs/product/labels.md#languages). */
const site = testApp();
const write = writing(site);
let author: Person;
const titlesOf = (stories: { title: string }[]) => stories.map(({ title }) => title).toSorted();
const reads = async (...languages: string[]) => {
  const reader = await site.person();
  await site.as(reader).call(updatePreferences, { body: { languages } });
  return reader;
};

beforeAll(async () => {
  author = await site.person();
  for (const [title, language] of [
    ['Seen', 'en'],
    ['Read', 'en-GB'],
    ['Gesehen', 'de'],
    ['Visto', 'pt-BR'],
  ] as const)
    await write.published(author, { title, language });
  await write.published(author, { title: 'Adulto', language: 'es', audience: 'mature' });
  await refreshGenreRankings(site.ctx);
});

test('lists have stories in these languages alone, and count no others', async () => {
  const reader = await reads('EN', 'pt-PT');
  const listed = [
    calls.listPopularStories,
    calls.listRecentStories,
    calls.listShortStories,
    calls.listStories,
  ];
  for (const call of listed) {
    const { body } = await site.as(reader).call(call, {});
    expect(titlesOf(body.data)).toEqual(['Read', 'Seen', 'Visto']);
    expect(body.pagination.total).toBe(3);
  }
  const { body } = await site.as(await reads()).call(calls.listStories, {});
  expect(titlesOf(body.data)).toEqual(['Gesehen', 'Read', 'Seen', 'Visto']);
});

test('a list that is asked for a language, an author’s list and searches have others, too', async () => {
  const reader = await reads('en');
  const found = await site.as(reader).call(calls.listStories, { query: { language: 'de' } });
  expect(titlesOf(found.body.data)).toEqual(['Gesehen']);
  const without = await site.as(reader).call(calls.listStories, { query: { notLanguage: 'en' } });
  expect(titlesOf(without.body.data)).toEqual(['Gesehen', 'Visto']);
  const own = await site.as(reader).call(calls.listStoriesOfUser, { params: { id: author.id } });
  expect(own.body.data).toHaveLength(4);
  await indexAll(site.ctx);
  const { data } = (await site.as(reader).call(searchStories, { query: { q: 'gesehen' } })).body;
  expect(data.map(({ title }) => title)).toEqual(['Gesehen']);
});

test('home and recommendations have stories in these languages alone', async () => {
  const reader = await reads('en');
  await site.as(reader).call(followUser, { params: { userId: author.id } });
  const { body } = await site.as(reader).call(listRecommended, {});
  expect(titlesOf(body.data)).toEqual(['Read', 'Seen']);
  const { data: all } = (await site.as(reader).call(calls.listStories, {})).body;
  const id = all.find(({ title }) => title === 'Read')?._id ?? '';
  await site.as(reader).call(saveProgress, { params: { id }, body: { progress: 20 } });
  const { data } = (await site.as(reader).call(getHome, {})).body;
  expect(JSON.stringify(data)).not.toMatch(/Gesehen|Visto/);
  expect(titlesOf(data.personalizedCategories.flatMap(({ stories }) => stories))).toEqual(['Seen']);
  expect(titlesOf(data.recentlyUpdated)).toEqual(['Read', 'Seen']);
});

test('the browser’s languages are the first ones, if the site has stories in any of them for everyone', async () => {
  const languagesOf = async (username: string, languages: string[]) => {
    const body = { username, email: `${username}@example.test`, password: 'a lamp of brass', languages };
    const { body: session } = await site
      .as(null)
      .call(register, { body: { ...body, passwordConfirm: body.password } });
    return session.user.readingPreferences.languages;
  };
  expect(await languagesOf('german', ['de-AT', 'de', 'en-US'])).toEqual(['de', 'en']);
  // They would see nothing; a mature story in Spanish must not show.
  expect(await languagesOf('finnish', ['fi'])).toEqual([]);
  expect(await languagesOf('spanish', ['es'])).toEqual([]);
  expect(await languagesOf('broken', ['no language at all'])).toEqual([]);
});

test('at most 20 well-formed languages are saved', async () => {
  const reader = await site.person();
  for (const languages of [
    ['english!'],
    Array.from({ length: 21 }, (_, index) => `a${String.fromCharCode(97 + index)}`),
  ]) {
    const { status, failure } = await site.as(reader).call(updatePreferences, { body: { languages } });
    expect([status, failure.errors?.[0]?.path.startsWith('languages')]).toEqual([400, true]);
  }
});

test('a search finds stories in these languages before others, but first the one with exactly this title', async () => {
  for (const [title, language] of [
    ['Lantern', 'en'],
    ['Lantern Lantern Nacht', 'de'],
    ['The Lantern Road', 'en'],
    ['Weg', 'de'],
  ] as const)
    await write.published(author, { title, language, description: 'Lantern, lantern, lantern.' });
  await indexAll(site.ctx);
  const found = async (reader: Person | null, q: string) =>
    (await site.as(reader).call(searchStories, { query: { q } })).body.data.map(({ title }) => title);
  const german = await found(await reads('de'), 'lantern');
  expect(german.slice(0, 3)).toEqual(['Lantern', 'Lantern Lantern Nacht', 'Weg']);
  expect(german.slice(3)).toEqual(['The Lantern Road']);
  const all = await found(null, 'lantern');
  expect(all.toSorted()).toEqual(german.toSorted());
  expect(await found(await reads(), 'lantern')).toEqual(all);
  expect((await found(await reads('en'), 'lantern')).slice(0, 2)).toEqual(['Lantern', 'The Lantern Road']);
});
