import type { Call, InputOf } from '@inkling/contract/call';
import { search, searchSuggestions, searchUsers } from '@inkling/contract/search';
import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { indexAll } from './index.ts';

const site = testApp();
let reader: Person;

beforeAll(async () => {
  const author = await site.person('lamplighter');
  reader = await site.person();
  for (const title of ['The lamp', 'Lamplight']) await writing(site).published(author, { title });
  await indexAll(site.ctx);
  // What is read once in a while: the session, and how frequent words are.
  await site.as(reader).call(search, { query: { q: 'warming' } });
});

/** The statements of a call, but for the one that finds its session. */
async function statementsOf<C extends Call>(call: C, input: InputOf<C>): Promise<string[]> {
  const recorded = recordStatements();
  const { status } = await site.as(reader).call(call, input);
  const statements = recorded();
  expect(status).toBe(200);
  return statements.filter((text) => !text.includes('from sessions t join users u'));
}

/** Communities are found as they are shown, together with people. */
const findsInIndex = (text: string): boolean => text.includes('@@') && !text.includes('from communities');

test('a search takes one statement for each type of results to find it, and one to show it', async () => {
  const found = await statementsOf(search, { query: { q: 'lamp' } });
  // Stories, chapters and people.
  expect(found.filter(findsInIndex)).toHaveLength(3);
  // The stems of its words, people and communities, stories with their cards, chapters, and the stems of words for marks.
  expect(found.length).toBeLessThanOrEqual(9);
  expect((await statementsOf(searchUsers, { query: { q: 'lamp' } })).length).toBeLessThanOrEqual(5);
});

test('quick results take seven statements, and a corrected search eighteen', async () => {
  const quick = await statementsOf(searchSuggestions, { query: { q: 'lam' } });
  expect(quick.length).toBeLessThanOrEqual(7);
  const corrected = await statementsOf(search, { query: { q: 'lmap' } });
  expect(corrected.length).toBeLessThanOrEqual(18);
});
