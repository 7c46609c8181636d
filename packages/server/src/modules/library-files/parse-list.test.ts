import { importedShelf } from '@inkling/contract/library-files';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readingsOf } from './import-library.ts';
import { type ParsedList, parseList } from './parse-list.ts';

const listOf = (text: string): ParsedList => {
  const list = parseList(text);
  if ('problem' in list) throw new Error(list.problem);
  return list;
};
const rowsOf = (text: string) => listOf(text).rows;

/** The header of a Goodreads export, shortened by columns that are not read. */
const goodreads =
  'Book Id,Title,Author,Author l-f,My Rating,Date Added,Bookshelves,Exclusive Shelf,My Review';

describe('a CSV file', () => {
  test('of Goodreads has titles, authors and shelves', () => {
    const text = [
      goodreads,
      '1,"Emma","Jane Austen","Austen, Jane",5,2020/01/02,"classics, read",read,"Good, and\nlong"',
      '2,"Leviathan Wakes (The Expanse, #1)",James S.A. Corey,,0,2021/01/02,,to-read,',
      '3,"He said ""no""",A,,0,,currently-reading,currently-reading,',
    ].join('\r\n');
    expect(listOf(text)).toMatchObject({
      format: 'csv',
      omitted: 0,
      ignored: ['Book Id', 'My Rating', 'Date Added', 'My Review'],
      rows: [
        { line: 2, title: 'Emma', author: 'Jane Austen', shelf: 'completed' },
        {
          line: 4,
          title: 'Leviathan Wakes (The Expanse, #1)',
          author: 'James S.A. Corey',
          shelf: 'bookmarked',
        },
        { line: 5, title: 'He said "no"', author: 'A', shelf: 'reading' },
      ],
    });
  });

  test('may have a byte order mark, semicolons or tabs, and other columns', () => {
    for (const delimiter of [',', ';', '\t']) {
      const text = `\ufeff"Title"${delimiter}Authors${delimiter}Read Status\n"A, b; c"${delimiter}Ana${delimiter}read\n`;
      expect(rowsOf(text)).toMatchObject([{ line: 2, title: 'A, b; c', author: 'Ana', shelf: 'completed' }]);
    }
  });

  test('has dates read and the reader’s own shelves', () => {
    const text = [
      'Title,Date Read,Bookshelves,Exclusive Shelf',
      'A,2024/03/05,"read, Sea Tales, to-read, Sea Tales, own",read',
      'B,2024-3-5,,read',
      'C,05.03.2024,,read',
      'D,2024/02/31,,read',
      'E,0001/01/01,,read',
      ',2024/03/05,,read',
    ].join('\n');
    const { rows, ignored, untitled } = listOf(text);
    expect(rows.map(({ readOn }) => readOn)).toEqual(['2024-03-05', '2024-03-05', null, null, null]);
    expect(rows[0]?.shelves).toEqual(['Sea Tales', 'own']);
    expect([ignored, untitled]).toEqual([[], 1]);
  });

  test('without an exclusive shelf uses its other shelves', () => {
    const rows = rowsOf('Title,Bookshelves\nOne,"favourites, read"\nTwo,own\nThree\n');
    expect(rows.map(({ shelf }) => shelf)).toEqual(['completed', 'bookmarked', 'bookmarked']);
  });

  test('with an open quotation mark is refused with a message', () => {
    const problem = parseList('Title,Author\n"One,Ana\nTwo,Bo\n');
    expect(problem).toMatchObject({ problem: expect.stringContaining('quotation mark') });
  });

  test('has at most 5,000 rows; the others are counted', () => {
    const text = `Title,Author\n${'A,B\n'.repeat(5200)}`;
    const { rows, omitted } = listOf(text);
    expect([rows.length, omitted]).toEqual([5000, 200]);
    const quoted = listOf(`Title,Author\n${'"A","B\n\nC"\n'.repeat(5001)}"D",E`);
    expect([quoted.rows.length, quoted.omitted]).toEqual([5000, 2]);
    expect(listOf(`Title,Author\n${'A,B\n'.repeat(5000)}`).omitted).toBe(0);
  });
});

describe('a list', () => {
  test('has a title per line; empty lines are left out', () => {
    expect(listOf('  The Lamp \r\n\r\nEmma by Jane Austen\n')).toMatchObject({
      format: 'titles',
      omitted: 0,
      rows: [
        { line: 1, title: 'The Lamp', author: '', shelf: 'bookmarked' },
        { line: 3, title: 'Emma by Jane Austen', author: '', shelf: 'bookmarked' },
      ],
    });
    expect(listOf('x\n'.repeat(6000)).omitted).toBe(1000);
  });

  test('may name an author after ‘by’ or a dash, which may also belong to the title', () => {
    expect(readingsOf({ title: 'Stand by Me', author: '' }, 'titles')).toEqual([
      { title: 'Stand by Me', author: '' },
      { title: 'Stand', author: 'Me' },
    ]);
    expect(readingsOf({ title: 'Emma – Jane Austen', author: '' }, 'titles')).toContainEqual({
      title: 'Emma',
      author: 'Jane Austen',
    });
  });

  test('may have the series at the end of a title', () => {
    const readings = readingsOf({ title: 'Wakes (The Expanse, #1)', author: 'Corey' }, 'csv');
    expect(readings).toEqual([
      { title: 'Wakes (The Expanse, #1)', author: 'Corey' },
      { title: 'Wakes', author: 'Corey' },
    ]);
  });

  test('may have editions in brackets at the end of a title, which may belong to it', () => {
    const titlesOf = (title: string) => readingsOf({ title, author: '' }, 'csv').map((one) => one.title);
    expect(titlesOf('Emma (Penguin Classics)')).toEqual(['Emma (Penguin Classics)', 'Emma']);
    expect(titlesOf('Wakes (The Expanse, #1) [Special Edition]')).toEqual([
      'Wakes (The Expanse, #1) [Special Edition]',
      'Wakes (The Expanse, #1)',
      'Wakes',
    ]);
    expect(titlesOf('(Anonymous)')).toEqual(['(Anonymous)']);
    expect(titlesOf('A (b) c')).toEqual(['A (b) c']);
  });

  test('takes no longer for a title of many number signs [R64]', () => {
    const startedAt = performance.now();
    for (const part of ['#', '(', '()', ' (a', '[)'])
      readingsOf({ title: `(${part.repeat(100_000)}`, author: '' }, 'titles');
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

const hostile = [
  '"',
  '""',
  'Title,',
  'Title,\n"',
  ',Title\n',
  'Title\n',
  'Title,Author\n=1+1,@x',
  '\0Title,a\n\0',
  '\ud800',
  '\ufeff',
  'Title,Title\na,b',
  'Title;a,b\n1;2',
  `Title,a\n${'"'.repeat(999)}`,
  `Title,a\n${','.repeat(9999)}`,
  '(#',
  '(((((#)',
  'Title,Exclusive Shelf\nA,constructor\nB,__proto__',
];

test('any text is read or refused, with titles of one bounded line', () => {
  const check = (text: string) => {
    const list = parseList(text);
    if ('problem' in list) return;
    for (const { title, author, line, shelf } of list.rows) {
      expect(title).not.toBe('');
      expect(title.length + author.length).toBeLessThanOrEqual(600);
      expect(`${title}${author}`).not.toMatch(/[\n\r\0]/);
      expect(title.isWellFormed()).toBe(true);
      expect(line).toBeGreaterThan(0);
      expect(importedShelf.options).toContain(shelf);
      for (const format of ['csv', 'titles'] as const) readingsOf({ title, author }, format);
    }
  };
  hostile.map(check);
  const piece = fc.constantFrom(
    'Title',
    'Author',
    ',',
    ';',
    '\t',
    '"',
    '\n',
    '\r\n',
    "'",
    ' by ',
    ' - ',
    '(#1)',
    '=',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 60 }),
      (parts) => check(parts.join('')),
    ),
    { numRuns: 500 },
  );
});
