import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { search, searchChapters, searchStories, searchUsers } from '@inkling/contract/search';
import { updateProfile } from '@inkling/contract/users';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillDemoLibrary } from '../../demo/demo.ts';
import { sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { parseBook, saveBook } from '../imports/index.ts';
import { indexAll } from './index.ts';

/** The demo library, and five complete novels where they are (modules/imports/parse/books.long.test.ts). */
const folder = process.env.INKLING_BOOKS ?? resolve(import.meta.dirname, '../../../../../../shared/books');
const hasBooks = existsSync(folder);
const site = testApp();
let reader: Person;

const authors: Record<string, [string, string]> = {
  'great-expectations.epub': ['dickens', 'Charles Dickens'],
  'pride-and-prejudice.epub': ['austen', 'Jane Austen'],
  'the-adventures-of-sherlock-holmes.epub': ['doyle', 'Arthur Conan Doyle'],
  'the-war-of-the-worlds.epub': ['wells', 'H. G. Wells'],
  'treasure-island.epub': ['stevenson', 'Robert Louis Stevenson'],
};

async function addBooks(): Promise<void> {
  for (const file of await readdir(folder)) {
    const [username, displayName] = authors[file] ?? ['another', 'Another Author'];
    const author = await site.person(username);
    await site.as(author).call(updateProfile, { body: { displayName } });
    const book = await parseBook({ name: file, bytes: await readFile(join(folder, file)) });
    await saveBook(site.ctx, { ...author, display_name: displayName }, book, {
      signal: new AbortController().signal,
      onChapters: () => {},
    });
  }
  // As if their authors had published them.
  await sql`update chapters set is_published = true, published_number = position, published_at = now()
    where not is_published`.execute(site.ctx.db);
  await sql`update stories set is_published = true, published_at = now(), last_updated = now()
    where not is_published`.execute(site.ctx.db);
}

/** What people remember, and the story that comes first. */
type Table = Record<string, [string, string][]>;

const ofDemo: Table = {
  'an author and a name, a thing or a genre': [
    ['halloway bron', 'The Ninth Bell'],
    ['wren halloway time travel', 'The Ninth Bell'],
    ['halloway ghost story', 'Leave the E'],
    ['halloway piano', 'Leave the E'],
    ['valcourt milk', 'The Evening Milk'],
    ['ines valcourt jura', 'The Evening Milk'],
    ['valcourt snow dairy', 'The Evening Milk'],
    ['okonjo ring', 'A Sound in Number Two'],
    ['t okonjo empress', 'The Long Way to Bury an Empress'],
    ['okonjo bisi', 'A Sound in Number Two'],
    ['bellamy goose', 'The Understudy Goose'],
    ['bellamy caretaker romance', 'Lift B'],
    ['joon bellamy lift', 'Lift B'],
    ['finch dragon', 'The Old Lady of Pell'],
    ['odalys finch litrpg', 'Received with Thanks'],
    ['finch goblin', 'Received with Thanks'],
    ['quay winter', 'Never Send a Dish Back Empty'],
    ['marisol quay tide', 'The Sea Wants to Know'],
    ['quay fairy tale', 'Never Send a Dish Back Empty'],
    ['rueda torrelvira', 'Recado sin firma'],
    ['catalina rueda julian', 'Recado sin firma'],
    ['nadim sayegh', 'مصحّح الوفيات'],
  ],
  'a genre and a name': [
    ['romance sunil', 'Lift B'],
    ['mystery cheese', 'The Evening Milk'],
    ['cozy fantasy ottilie', 'The Old Lady of Pell'],
    ['litrpg odile', 'Received with Thanks'],
    ['detective jura 1957', 'The Evening Milk'],
    ['historical crime dairy', 'The Evening Milk'],
    ['space opera empress', 'The Long Way to Bury an Empress'],
    ['school lates', 'The Ninth Bell'],
    ['nautical amaro', 'The Sea Wants to Know'],
    ['comedy goose', 'The Understudy Goose'],
    ['fairy tale orle', 'Never Send a Dish Back Empty'],
  ],
  'half a title, and words of it in another order': [
    ['ninth bell', 'The Ninth Bell'],
    ['bell the ninth', 'The Ninth Bell'],
    ['sound number two', 'A Sound in Number Two'],
    ['a sound in number two', 'A Sound in Number Two'],
    ['the sea wants to know', 'The Sea Wants to Know'],
    ['sea wants know', 'The Sea Wants to Know'],
    ['dish back empty', 'Never Send a Dish Back Empty'],
    ['evening milk', 'The Evening Milk'],
    ['understudy goose', 'The Understudy Goose'],
    ['long way empress', 'The Long Way to Bury an Empress'],
    ['bury an empress', 'The Long Way to Bury an Empress'],
    ['old lady pell', 'The Old Lady of Pell'],
    ['wants to know', 'The Sea Wants to Know'],
    ['received thanks', 'Received with Thanks'],
    ['leave e', 'Leave the E'],
    ['lift b', 'Lift B'],
    ['recado firma', 'Recado sin firma'],
  ],
  'a typing error': [
    ['nineth bell', 'The Ninth Bell'],
    ['nith bell', 'The Ninth Bell'],
    ['undrestudy goose', 'The Understudy Goose'],
    ['evenign milk', 'The Evening Milk'],
    ['recieved with thanks', 'Received with Thanks'],
    ['understudy gose', 'The Understudy Goose'],
    ['hallowya', 'The Ninth Bell'],
    ['empres long way', 'The Long Way to Bury an Empress'],
    ['recado sin frima', 'Recado sin firma'],
    ['odalis finch litrpg', 'Received with Thanks'],
    ['the see wants to know', 'The Sea Wants to Know'],
  ],
  'characters, places and things': [
    ['bron adeyemi', 'The Ninth Bell'],
    ['carrow lane comprehensive', 'The Ninth Bell'],
    ['mrs ghosh', 'The Ninth Bell'],
    ['copperas house', 'Lift B'],
    ['ruth tindall', 'Lift B'],
    ['patient margaret', 'A Sound in Number Two'],
    ['saltings broadwood', 'Leave the E'],
    ['la chaux-mourier', 'The Evening Milk'],
    ['window six', 'Received with Thanks'],
    ['wyrm of ash fell', 'Received with Thanks'],
    ['santa brigida', 'The Sea Wants to Know'],
    ['whelk seller amaro souto', 'The Sea Wants to Know'],
    ['empress hundred harbours', 'The Long Way to Bury an Empress'],
    ['lower wexcombe players', 'The Understudy Goose'],
    ['admirals hearse captain', 'The Long Way to Bury an Empress'],
    ['forty thousand crowns dragon', 'The Old Lady of Pell'],
  ],
  'several scripts, with and without marks': [
    ['مصحح الوفيات', 'مصحّح الوفيات'],
    ['سليم حداد', 'مصحّح الوفيات'],
    ['المرفأ بيروت', 'مصحّح الوفيات'],
    ['jubilacion cabinas', 'Recado sin firma'],
    ['telefonista benita', 'Recado sin firma'],
    ['Julián Torrelvira', 'Recado sin firma'],
    ['santa brígida', 'The Sea Wants to Know'],
  ],
  'phrases, minus, fields and numbers': [
    ['"the ninth bell"', 'The Ninth Bell'],
    ['"late forty-one times"', 'The Ninth Bell'],
    ['"send a dish back empty"', 'Never Send a Dish Back Empty'],
    ['"experience, supporting evidence of"', 'Received with Thanks'],
    ['goose -dragon -pell', 'The Understudy Goose'],
    ['author:halloway piano', 'Leave the E'],
    ['author:valcourt -goose', 'The Evening Milk'],
    ['author:okonjo bearing', 'A Sound in Number Two'],
    ['pell chapter 3', 'The Old Lady of Pell'],
    ['ninth bell ch. IV', 'The Ninth Bell'],
    ['received with thanks chapter 2', 'Received with Thanks'],
  ],
};

const ofBooks: Table = {
  'an author and a character': [
    ['dickens pip', 'Great Expectations'],
    ['dickens havisham', 'Great Expectations'],
    ['dickens joe gargery', 'Great Expectations'],
    ['austen darcy', 'Pride and Prejudice'],
    ['austen bennet', 'Pride and Prejudice'],
    ['jane austen wickham', 'Pride and Prejudice'],
    ['jane austen pemberley', 'Pride and Prejudice'],
    ['doyle watson', 'The Adventures of Sherlock Holmes'],
    ['doyle irene adler', 'The Adventures of Sherlock Holmes'],
    ['conan doyle moriarty holmes', 'The Adventures of Sherlock Holmes'],
    ['wells martians', 'The War of the Worlds'],
    ['wells curate', 'The War of the Worlds'],
    ['stevenson long john', 'Treasure Island'],
    ['stevenson hawkins', 'Treasure Island'],
    ['robert louis stevenson parrot', 'Treasure Island'],
  ],
  initials: [
    ['hg wells', 'The War of the Worlds'],
    ['h. g. wells', 'The War of the Worlds'],
    ['h g wells martians', 'The War of the Worlds'],
    ['H.G. Wells', 'The War of the Worlds'],
    ['rl stevenson', 'Treasure Island'],
    ['r. l. stevenson silver', 'Treasure Island'],
    ['P&P', 'Pride and Prejudice'],
    ['war of worlds hg wells', 'The War of the Worlds'],
    ['p & p austen', 'Pride and Prejudice'],
  ],
  'half titles': [
    ['expectations', 'Great Expectations'],
    ['pride prejudice', 'Pride and Prejudice'],
    ['prejudice and pride', 'Pride and Prejudice'],
    ['war worlds', 'The War of the Worlds'],
    ['adventures sherlock', 'The Adventures of Sherlock Holmes'],
    ['treasure island', 'Treasure Island'],
    ['island treasure', 'Treasure Island'],
  ],
  'typing errors': [
    ['great expectatons', 'Great Expectations'],
    ['pride and predjudice', 'Pride and Prejudice'],
    ['tresure iland', 'Treasure Island'],
    ['shelock homes', 'The Adventures of Sherlock Holmes'],
    ['dickens havishan', 'Great Expectations'],
    ['austen dracy', 'Pride and Prejudice'],
    ['long jon silver', 'Treasure Island'],
    ['the war of teh worlds', 'The War of the Worlds'],
  ],
  'both spellings and other forms': [
    ['parlor havisham', 'Great Expectations'],
    ['parlour havisham', 'Great Expectations'],
    ['martian', 'The War of the Worlds'],
    ['martians heat-ray', 'The War of the Worlds'],
    ['honour bennet', 'Pride and Prejudice'],
    ['honor bennet', 'Pride and Prejudice'],
  ],
  'numbers, phrases and minus': [
    ['great expectations chapter 12', 'Great Expectations'],
    ['havisham ch. XII', 'Great Expectations'],
    ['"pieces of eight"', 'Treasure Island'],
    ['"a truth universally acknowledged"', 'Pride and Prejudice'],
    ['“To Sherlock Holmes she is always the woman”', 'The Adventures of Sherlock Holmes'],
    ['"heat-ray"', 'The War of the Worlds'],
    ['author:dickens', 'Great Expectations'],
    ['author:austen', 'Pride and Prejudice'],
    ['holmes -martians', 'The Adventures of Sherlock Holmes'],
    ['silver -pip', 'Treasure Island'],
  ],
};

const cases = (table: Table) =>
  Object.entries(table).flatMap(([by, rows]) => rows.map(([q, title]) => [by, q, title] as const));

beforeAll(async () => {
  await fillDemoLibrary(site.ctx);
  reader = await site.person();
  if (hasBooks) await addBooks();
  await indexAll(site.ctx);
});

const titles = async (q: string) =>
  (await site.as(null).call(searchStories, { query: { q } })).body.data.map(({ title }) => title);
const findChapters = async (query: { q: string; anyway?: 'true' }) =>
  (await site.as(reader).call(searchChapters, { query })).body.data;
/** The chapters that are found, with their excerpts. */
const chapters = (q: string) => findChapters({ q, anyway: 'true' });

describe('in the demo library', () => {
  test.each([
    ['the ninth bell', 'The Ninth Bell'],
    ['nineth bel', 'The Ninth Bell'],
    ['wren halloway', 'The Ninth Bell'],
    ['bron adeyemi', 'The Ninth Bell'],
    ['"late forty-one times"', 'The Ninth Bell'],
    ['recado', 'Recado sin firma'],
    ['cabinas Julian', 'Recado sin firma'],
    ['jubilación', 'Recado sin firma'],
    ['مصحح الوفيات', 'مصحّح الوفيات'],
    ['understudy gose', 'The Understudy Goose'],
  ])('%s finds %s first', async (q, title) => {
    expect((await titles(q))[0]).toBe(title);
  });

  test.each(cases(ofDemo))('by %s: %s finds %s first', async (_by, q, title) => {
    expect((await titles(q))[0]).toBe(title);
  });

  test('the default trending terms and names of genres are never corrected', async () => {
    for (const q of ['thriller', 'drama', 'action', 'western']) {
      const { body } = await site.as(null).call(search, { query: { q } });
      expect([q, body.corrected]).toEqual([q, null]);
    }
  });

  test('a phrase finds its chapter, with an excerpt around it', async () => {
    const [first] = await chapters('"punishment for being late"');
    expect(first?.title).toBe('Forty-One Lates');
    const { text = '', matches = [] } = first?.excerpt ?? {};
    expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(['punishment for being late']);
  });

  test('people are found in spite of a typing error', async () => {
    const { data } = (await site.as(null).call(searchUsers, { query: { q: 'wren haloway' } })).body;
    expect(data[0]?.username).toBe('wren_halloway');
  });
});

describe.runIf(hasBooks)('among five novels', () => {
  test.each([
    ['great expectatons', 'Great Expectations'],
    ['shelock homes', 'The Adventures of Sherlock Holmes'],
    ['pride and predjudice', 'Pride and Prejudice'],
    ['tresure iland', 'Treasure Island'],
    ['jane austen', 'Pride and Prejudice'],
    ['conan doyle', 'The Adventures of Sherlock Holmes'],
    ['martians', 'The War of the Worlds'],
    ['long john silver', 'Treasure Island'],
    ['mr darcy bingley', 'Pride and Prejudice'],
    ['havisham', 'Great Expectations'],
  ])('%s finds %s first', async (q, title) => {
    expect((await titles(q))[0]).toBe(title);
  });

  test.each(cases(ofBooks))('by %s: %s finds %s first', async (_by, q, title) => {
    expect((await titles(q))[0]).toBe(title);
  });

  test.each([
    ['"a truth universally acknowledged"', 'Pride and Prejudice'],
    ['“To Sherlock Holmes she is always the woman”', 'The Adventures of Sherlock Holmes'],
    ['"shadow of another parting from her"', 'Great Expectations'],
    ['"pieces of eight"', 'Treasure Island'],
  ])('the phrase %s finds a chapter of %s', async (q, title) => {
    const found = await chapters(q);
    expect(new Set(found.map(({ story }) => story.title))).toEqual(new Set([title]));
    // One chapter has it as its title only.
    for (const { marks, excerpt } of found)
      expect([...marks.title, ...(excerpt?.matches ?? [])]).not.toEqual([]);
  });

  test('a number after ‘chapter’, Arabic or Roman, is a chapter’s number', async () => {
    for (const q of ['expectations chapter 12', 'havisham ch. XII', 'great expectations chapter twelve']) {
      const [first] = await chapters(q);
      expect([q, first?.story.title, first?.chapterNumber]).toEqual([q, 'Great Expectations', 12]);
    }
  });

  test('where no story has all words, those with most of them say which are missing', async () => {
    const missing = async (q: string) =>
      (await site.as(null).call(searchStories, { query: { q } })).body.data.map(({ title, marks }) => [
        title,
        marks.missing,
      ]);
    expect((await missing('havisham xyzzyq'))[0]).toEqual(['Great Expectations', ['xyzzyq']]);
    expect(await missing('havisham bingley')).toEqual(
      expect.arrayContaining([
        ['Great Expectations', ['bingley']],
        ['Pride and Prejudice', ['havisham']],
      ]),
    );
  });

  test('a word after a minus is in no result', async () => {
    const found = await titles('watson -sherlock');
    expect(found).not.toContain('The Adventures of Sherlock Holmes');
    expect(await titles('holmes -moriarty')).toEqual(await titles('holmes'));
  });

  test('the correction is named', async () => {
    const { body } = await site.as(null).call(search, { query: { q: 'shelock homes' } });
    // 'homes' is a word of these novels.
    expect(body.corrected).toBe('sherlock homes');
  });
});
