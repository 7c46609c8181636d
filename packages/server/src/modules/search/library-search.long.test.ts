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
    // The author and a character, the genre or the year.
    ['dickens pip', 'Great Expectations'],
    ['austen darcy', 'Pride and Prejudice'],
    ['stevenson long john', 'Treasure Island'],
    ['doyle irene adler', 'The Adventures of Sherlock Holmes'],
    ['war of worlds hg wells', 'The War of the Worlds'],
    ['h. g. wells martians', 'The War of the Worlds'],
    ['h g wells', 'The War of the Worlds'],
    ['rl stevenson', 'Treasure Island'],
    ['P&P', 'Pride and Prejudice'],
    ['author:dickens', 'Great Expectations'],
    ['author:austen bennet', 'Pride and Prejudice'],
    ['expectations chapter 12', 'Great Expectations'],
    ['long jon silver', 'Treasure Island'],
    ['martian -holmes', 'The War of the Worlds'],
    ['havisham xyzzyq', 'Great Expectations'],
  ])('%s finds %s first', async (q, title) => {
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
