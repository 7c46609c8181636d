import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordsIn } from './lines.ts';
import { parseBook } from './parse-book.ts';
import { fullTitle } from './testing/readers.ts';

/**
 * Five complete published books. They are not part of this repository: the tests run if they are in the folder
 * `shared/books` next to it, or in the folder INKLING_BOOKS.
 */
const folder = process.env.INKLING_BOOKS ?? resolve(import.meta.dirname, '../../../../../../../shared/books');
const present = existsSync(folder);
if (!present) process.emitWarning(`The books in ${folder} are not there: reading whole books is not tested.`);

const books = [
  {
    file: 'great-expectations.epub',
    title: 'Great Expectations',
    author: 'Charles Dickens',
    language: 'en-GB',
    words: 184_000,
    titles: ['I', 'II', 'III'],
    count: 59,
    first: 'My father’s family name being Pirrip, and my Christian name Philip,',
    last: 'I saw no shadow of another parting from her.',
  },
  {
    file: 'pride-and-prejudice.epub',
    title: 'Pride and Prejudice',
    author: 'Jane Austen',
    language: 'en-GB',
    words: 121_500,
    titles: ['I', 'II', 'III'],
    count: 61,
    first: 'It is a truth universally acknowledged, that a single man in possession of a good fortune,',
    last: 'by bringing her into Derbyshire, had been the means of uniting them.',
  },
  {
    file: 'the-adventures-of-sherlock-holmes.epub',
    title: 'The Adventures of Sherlock Holmes',
    author: 'Arthur Conan Doyle',
    language: 'en-GB',
    words: 104_500,
    titles: ['A Scandal in Bohemia', 'The Redheaded League', 'A Case of Identity'],
    count: 12,
    first: 'I\nTo Sherlock Holmes she is always *the* woman.',
    last: 'where I believe that she has met with considerable success.',
  },
  {
    file: 'the-war-of-the-worlds.epub',
    title: 'The War of the Worlds',
    author: 'H. G. Wells',
    language: 'en-GB',
    words: 59_700,
    titles: [
      'Book I: The Coming of the Martians — I. The Eve of the War',
      'Book I: The Coming of the Martians — II. The Falling Star',
      'Book I: The Coming of the Martians — III. On Horsell Common',
    ],
    count: 27,
    first:
      'No one would have believed in the last years of the nineteenth century that this world was being watched',
    last: 'and that she has counted me, among the dead.',
  },
  {
    file: 'treasure-island.epub',
    title: 'Treasure Island',
    author: 'Robert Louis Stevenson',
    language: 'en-US',
    words: 67_600,
    titles: [
      'Part I: The Old Buccaneer — I. At the Admiral Benbow',
      'Part I: The Old Buccaneer — II. Black Dog Appears and Disappears',
      'Part I: The Old Buccaneer — III. The Black Spot',
    ],
    count: 34,
    first: 'Squire Trelawney, Doctor Livesey, and the rest of these gentlemen having asked me',
    last: 'sharp voice of Captain Flint still ringing in my ears: “Pieces of eight! pieces of eight!”',
  },
];

const read = async (file: string) =>
  await parseBook({ name: file, bytes: await readFile(join(folder, file)) });

describe.runIf(present)(`whole books from ${folder}`, () => {
  test.each(books)('$title has every chapter once, in order [P18]', async (expected) => {
    const book = await read(expected.file);
    expect(book).toMatchObject({
      title: expected.title,
      author: expected.author,
      language: expected.language,
    });
    expect(book.description).toMatch(/^\S.{20,}\S$/);
    expect(book.cover?.mediaType).toBe('image/jpeg');
    expect(book.chapters).toHaveLength(expected.count);
    expect(book.chapters.slice(0, 3).map(fullTitle)).toEqual(expected.titles);
    expect(new Set(book.chapters.map(fullTitle)).size).toBe(expected.count);
    expect(new Set(book.chapters.map((chapter) => chapter.content)).size).toBe(expected.count);
    expect(book.chapters[0]?.content.startsWith(expected.first)).toBe(true);
    expect(book.chapters.at(-1)?.content.endsWith(expected.last)).toBe(true);
    const words = wordsIn(book.chapters.map((chapter) => chapter.content));
    expect(Math.abs(words - expected.words) / expected.words).toBeLessThan(0.01);
  });

  test.each(books)('$title is plain text without publisher’s pages and page numbers', async ({ file }) => {
    const { chapters } = await read(file);
    const lines = chapters.flatMap((chapter) => chapter.content.split('\n'));
    expect(lines.length).toBeGreaterThan(800);
    for (const line of lines) {
      expect(line).toBe(line.trim().normalize('NFC'));
      expect(line.replace(/^\| +/, '| ')).not.toMatch(
        /^$|\s{2}|[\u00AD\uFEFF\t]|(?<!\*)\u2060(?!\*)|<\/?[a-z]+|&[a-z]+;|\*{4}|\* \*/,
      );
      expect(line).not.toMatch(/Standard Ebooks|Gutenberg|\[Illustration|^\[?(?:p|pg|page)\.? ?\d+\]?$/i);
      if (line !== '***') expect((line.match(/\*/g)?.length ?? 0) % 2).toBe(0);
    }
  });

  test('numbered parts of a story stay in one chapter; notes, verse and emphasis are kept', async () => {
    const holmes = await read('the-adventures-of-sherlock-holmes.epub');
    const [bohemia] = holmes.chapters;
    expect(bohemia?.content.split('\n').filter((line) => /^I+$/.test(line))).toEqual(['I', 'II', 'III']);
    const treasure = await read('treasure-island.epub');
    expect(treasure.chapters[0]?.content).toContain(
      '\n| “Fifteen men on the dead man’s chest,\n|  Yo-ho-ho and a bottle of rum!”\n',
    );
    expect(treasure.chapters[0]?.authorNotes).toContain(
      'To the Hesitating Purchaser\nIf sailor tales to sailor tunes,',
    );
    expect(treasure.chapters[20]?.content).toMatch(
      /that’s as bad to bear\.”\[1\]\n\*\*\*\n\[1\] The mutineers were soon only eight/,
    );
    const prejudice = await read('pride-and-prejudice.epub');
    expect(prejudice.chapters[8]?.content).toMatch(/witticisms on \*fine eyes\*\.$/);
    expect(prejudice.chapters[45]?.content).not.toContain('\n\n');
  });
});

test.runIf(!present)(
  'whole books are not here: set INKLING_BOOKS to the folder that holds them',
  ({ skip }) => {
    skip();
  },
);
