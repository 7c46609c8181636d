import {
  addToSearchHistory,
  clearSearchHistory,
  removeFromSearchHistory,
  search,
  searchCommunities,
  searchHistory,
  trendingSearches,
} from '@inkling/contract/search';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { updateTrending } from './history.service.ts';
import { indexAll } from './index.ts';

const site = testApp();
const add = (who: Person, searchTerm: string) =>
  site.as(who).call(addToSearchHistory, { body: { searchTerm } });
const history = async (who: Person) => (await site.as(who).call(searchHistory, {})).body.data;
const trending = async () => (await site.as(null).call(trendingSearches, {})).body.data;
const trendingCount = async () => (await site.as(null).call(trendingSearches, {})).body.trending;

describe('the search history', () => {
  test('has the last ten distinct terms, newest first, without regard to case', async () => {
    const ada = await site.person();
    for (let number = 1; number <= 12; number += 1) await add(ada, `term ${number}`);
    await add(ada, 'Term 5');
    expect(await history(ada)).toEqual([
      'Term 5',
      ...[12, 11, 10, 9, 8, 7, 6, 4, 3].map((number) => `term ${number}`),
    ]);
  });

  test('has no terms without letters or digits, which find nothing', async () => {
    const cleo = await site.person();
    for (const term of ['..', '.', '*', '७']) expect((await add(cleo, term)).status).toBe(200);
    expect(await history(cleo)).toEqual(['७']);
  });

  test('is deleted by term and as a whole', async () => {
    const bea = await site.person();
    for (const term of ['one', 'two / three?', 'four']) await add(bea, term);
    const removed = await site.as(bea).call(removeFromSearchHistory, { params: { term: 'TWO / three?' } });
    expect(removed.body.data).toEqual(['four', 'one']);
    await site.as(bea).call(clearSearchHistory, {});
    expect(await history(bea)).toEqual([]);
  });

  test('never exceeds ten when many searches are added at once', async () => {
    const cleo = await site.person();
    await Promise.all(Array.from({ length: 30 }, (_, number) => add(cleo, `at once ${number}`)));
    expect(await history(cleo)).toHaveLength(10);
    const { rows } = await site.database.pool.query('select from search_history where user_id = $1', [
      cleo.id,
    ]);
    expect(rows).toHaveLength(10);
  });

  test('belongs to one person, and a search alone adds nothing', async () => {
    const [dora, emma] = [await site.person(), await site.person()];
    await add(dora, 'mine');
    await site.as(emma).call(search, { query: { q: 'mine' } });
    expect(await history(emma)).toEqual([]);
  });
});

describe('trending terms', () => {
  const usual = ['fantasy adventure', 'romance', 'sci-fi', 'mystery', 'thriller'];

  test('are the default ones until five people whose accounts are a week old have searched for the same term in the last seven days', async () => {
    const author = await site.person();
    await writing(site).published(author, { title: 'Clockwork whale' });
    await indexAll(site.ctx);
    const people = await Promise.all(Array.from({ length: 5 }, () => site.person()));
    site.clock.advance(7 * day + 1);
    const newcomer = await site.person();
    for (const person of people) await add(person, 'nothing like this');
    // A story has one of these words, but none has all.
    for (const person of people) await add(person, 'whale pills at example.com');
    for (const person of people.slice(1)) await add(person, 'Clockwork Whale');
    await updateTrending(site.ctx);
    expect((await trending()).slice(0, 5)).toEqual(usual);
    expect(await trendingCount()).toBe(0);
    // The same person again is still one person, and a new account does not count.
    await add(people[1] as Person, 'clockwork whale');
    await add(newcomer, 'clockwork whale');
    await updateTrending(site.ctx);
    expect(await trending()).not.toContain('Clockwork Whale');
    await add(people[0] as Person, 'clockwork whale');
    await updateTrending(site.ctx);
    expect((await trending()).slice(0, 2)).toEqual(['Clockwork Whale', 'fantasy adventure']);
    expect(await trending()).toHaveLength(10);
    expect(await trendingCount()).toBe(1);
    site.clock.advance(8 * day);
    await updateTrending(site.ctx);
    expect((await trending()).slice(0, 5)).toEqual(usual);
  });
});

test('no community is found, since there are none', async () => {
  const { body } = await site.as(null).call(searchCommunities, { query: { q: 'lamp' } });
  expect(body.data).toEqual([]);
  expect(body.pagination.total).toBe(0);
});
