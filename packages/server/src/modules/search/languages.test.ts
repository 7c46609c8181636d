import {
  type FoundStory,
  search,
  searchChapters,
  searchStories,
  searchSuggestions,
  searchUsers,
} from '@inkling/contract/search';
import { updateStory } from '@inkling/contract/stories';
import { updatePreferences, updateProfile } from '@inkling/contract/users';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { indexAll } from './index.ts';

/** Words in several languages, spellings and joined words (docs/product/search.md#words). */
const site = testApp();
const write = writing(site);
let author: Person;
let reader: Person;

const index = () => indexAll(site.ctx);
const found = async (q: string, who: Person | null = reader) =>
  (await site.as(who).call(searchStories, { query: { q } })).body.data;
const titles = async (q: string, who?: Person) => (await found(q, who)).map(({ title }) => title).toSorted();
const marked = ({ text, matches }: { text: string; matches: [number, number][] }) =>
  matches.map(([start, end]) => text.slice(start, end));
const markedTitle = ({ title, marks }: FoundStory) => marked({ text: title, matches: marks.title });
const corrected = async (q: string, who: Person | null = reader) =>
  (await site.as(who).call(search, { query: { q } })).body.corrected;

async function story(title: string, more: Parameters<typeof write.draft>[1] & { content?: string } = {}) {
  const { content = '', ...details } = more;
  const draft = await write.draft(author, { title, description: 'x', ...details });
  await write.chapter(author, draft._id, { title: 'One', content: `${content}\n${textOf(210, 'filler')}` });
  await site.as(author).call(updateStory, { params: { id: draft._id }, body: { isPublished: true } });
}

beforeAll(async () => {
  author = await site.person();
  reader = await site.person();
  await story('The Night Stage', { description: 'The theater and the nights of the city.' });
  await story('Un escenario', { language: 'es', description: 'El teatro de las casas.' });
  await story('Die Bühne', { language: 'de', description: 'Von den Häusern.' });
  await index();
});

test('a word is stemmed as in the language of a text: a stem of another language marks nothing', async () => {
  // The Spanish stemmer makes 'nigh' of 'nighes', and 'casa' has the Spanish stem 'cas'.
  await story('Case', { description: 'The cases of the house.' });
  await index();
  expect(await titles('casa')).toEqual(['Un escenario']);
  expect(await titles('haus')).toEqual(['Die Bühne']);
  const [stage] = await found('theater');
  expect(stage && marked(stage.marks.description)).toEqual(['theater']);
  // Stems of each language in use, and of no other.
  const { rows } = await sql<{ stem: string }>`
    select unnest(ts_lexize('search_spanish', 'cites')) as stem`.execute(site.ctx.db);
  await story('Stem', { description: `A ${rows[0]?.stem} and no more.` });
  await index();
  expect(await titles('cites')).not.toContain('Stem');
});

test('a query is stemmed in the languages that its reader has named', async () => {
  const spanish = await site.person();
  await site.as(spanish).call(updatePreferences, { body: { languages: ['es-MX'] } });
  expect(await titles('casa', spanish)).toEqual(['Un escenario']);
  expect(await titles('night', spanish)).toEqual(['The Night Stage']);
  const english = await site.person();
  await site.as(english).call(updatePreferences, { body: { languages: ['en'] } });
  expect(await titles('theaters', english)).toEqual(['The Night Stage']);
  expect(await titles('"casa"', english)).toEqual([]);
  // A word as it stands in the index is found all the same.
  expect(await titles('escenario', english)).toEqual(['Un escenario']);
});

test('a correction never ends at the stem of a frequent word, and a transposition is one error', async () => {
  // 'ands' has the stem 'and', which the other story has.
  await story('Ampersand ands');
  await story('Quarkish', { description: 'This and that.' });
  await index();
  expect(await corrected('quarkish ansd')).toBeNull();
  expect(await corrected('ampersand ansd')).toBe('ampersand ands');
  expect(await corrected('thaeter')).toBe('theater');
  expect(await corrected('nihgt')).toBe('night');
});

test.each([
  ['harbour', 'harbor'],
  ['grey', 'gray'],
  ['colours', 'colors'],
  ['theatre', 'theater'],
  ['realising', 'realizing'],
  ['travelled', 'traveled'],
  ['catalogue', 'catalog'],
])('%s and %s find each other, marked and without a correction', async (british, american) => {
  await story(`British ${british}`, { content: `Some ${british} text.` });
  await story(`American ${american}`, { content: `Some ${american} text.` });
  await index();
  for (const q of [british, american]) {
    const { body } = await site.as(author).call(search, { query: { q } });
    expect(body.corrected).toBeNull();
    const both = body.data.stories.filter(({ title }) => /^(British|American)/.test(title));
    expect(both.flatMap(markedTitle).toSorted()).toEqual([british, american].toSorted());
    const texts = (await site.as(author).call(searchChapters, { query: { q } })).body.data;
    const marks = texts.flatMap(({ excerpt }) => (excerpt === null ? [] : marked(excerpt)));
    expect(marks).toEqual(expect.arrayContaining([british, american]));
  }
});

test('names of genres are found in both spellings, whatever the language of the story', async () => {
  const { rows } = await sql<{ id: string }>`insert into genres (id, name, name_key)
    values (uuidv7(), 'Cozy Quests', 'cozy quests') returning id`.execute(site.ctx.db);
  const genres = rows.map(({ id }) => id);
  await story('Teestunde', { language: 'de', genres });
  await story('Tea', { genres });
  await index();
  for (const q of ['cozy quests', 'cosy quests', 'cosy quest'])
    expect(await titles(q)).toEqual(['Tea', 'Teestunde']);
});

test('words of a title are found as one, and marked', async () => {
  await story('Time Loop', { tags: ['slow burn'] });
  await index();
  const [loop] = await found('timeloop');
  expect(loop && markedTitle(loop)).toEqual(['Time Loop']);
  expect(await titles('slowburn')).toEqual(['Time Loop']);
  expect(await titles('"loop time"')).toEqual([]);
});

test('two words of a query, or words with a hyphen, find a title, a tag or a name that is one word', async () => {
  await story('Timewarp', { tags: ['slowmotion'] });
  const person = await site.person();
  const apart = await site.person();
  await site.as(person).call(updateProfile, { body: { displayName: 'Ferrymoon' } });
  await site.as(apart).call(updateProfile, { body: { displayName: 'Ferry Sun' } });
  await index();
  for (const q of ['time warp', 'time-warp', 'a time warp', 'slow motion', 'time warp slow-motion'])
    expect(await titles(q)).toEqual(['Timewarp']);
  const [warp] = await found('time-warp');
  expect(warp && markedTitle(warp)).toEqual(['Timewarp']);
  expect(await titles('"time warp"')).toEqual([]);
  const people = async (q: string) =>
    (await site.as(reader).call(searchUsers, { query: { q } })).body.data.map(({ _id }) => _id);
  for (const q of ['ferry moon', 'ferry-moon']) expect(await people(q)).toEqual([person.id]);
  expect(await people('ferrysun')).toEqual([apart.id]);
});

test('quick results find joined words and the other spelling of a word that is still being typed', async () => {
  await story('The Color of Magic');
  await index();
  const quick = async (q: string) =>
    (await site.as(reader).call(searchSuggestions, { query: { q } })).body.data.map(
      (one) => 'title' in one && one.title,
    );
  for (const q of ['time wa', 'time-wa', 'timewa']) expect(await quick(q)).toContain('Timewarp');
  for (const q of ['colou', 'colour', 'colour o', 'colour of m', 'colour of ma', 'the colour of mag'])
    expect(await quick(q)).toContain('The Color of Magic');
});

test('chapters of a story follow each other, and nothing hidden stands between them', async () => {
  for (const title of ['Grouped one', 'Grouped two', 'Grouped three'])
    await write.published(author, { title, chapters: 3 });
  await write.published(author, { title: 'Grouped adult', chapters: 3, audience: 'mature' });
  await sql`update chapters c set title = 'Quokka ' || repeat('quokka ', (random() * 5)::int) || c.position
    where story_id in (select id from stories where title like 'Grouped%')`.execute(site.ctx.db);
  await sql`update stories set revision = revision + 1`.execute(site.ctx.db);
  await sql`update search_pieces set stemmer = '' where piece = 0`.execute(site.ctx.db);
  await index();
  const { body } = await site.as(reader).call(searchChapters, { query: { q: 'quokka' } });
  const stories = body.data.map((one) => one.story.title);
  expect(stories).toHaveLength(9);
  expect(body.pagination.total).toBe(9);
  const groups = stories.filter((title, place) => title !== stories[place - 1]);
  expect(groups.toSorted()).toEqual(['Grouped one', 'Grouped three', 'Grouped two']);
});
