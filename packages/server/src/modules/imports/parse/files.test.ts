import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lossTexts } from '@inkling/contract/import-losses';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../testing/stories-for-tests.ts';
import { noDetails, noLosses, type PiecedBook } from './book.ts';
import { plainBlock, plainRun } from './epub/blocks.ts';
import { labelsAmong, labelsOf, labelsOfAll, takeHead } from './epub/serials.ts';

import { missingWords, readFileAsBook } from './parse-book.ts';
import { docxOf } from './testing/docx-fixture.ts';

/** Small files in the shapes of other programs, with what a reader of the file would see. */
const read = async (name: string) => {
  const bytes = readFileSync(join(import.meta.dirname, 'testing/files', name));
  const { book } = await readFileAsBook({ name, bytes });
  return book;
};
const shown = async (name: string) =>
  (await read(name)).pieces
    .filter(({ proposal }) => proposal === 'chapter')
    .map(({ volume, title }) => (volume === '' ? title : `${volume} | ${title}`));
const contentsOf = async (name: string) => (await read(name)).pieces.map(({ content }) => content);

describe('each heading decides by itself what it is', () => {
  test.each([
    [
      'docx-parts-prologue-epilogue.docx',
      [
        'Prologue',
        'Part One | The Lantern',
        'Part One | Salt',
        'Part Two | Low Tide',
        'Part Two | A Knock',
        'Epilogue',
      ],
    ],
    [
      'md-acts-and-scenes.md',
      ['Act 1 | Chapter 1: Arrival', 'Act 1 | Chapter 2: The Gate', 'Act 2 | Chapter 3'],
    ],
    ['epub-calibre-cover-first-chapter-left-out.epub', ['The Lantern', 'Salt', 'Low Tide']],
    ['epub-nonlinear-chapter-lost.epub', ['Salt', 'Rope', 'Oil']],
    ['nested-ncx.epub', ['I', 'II', 'III']],
    [
      'restarting-numbers.epub',
      [
        'Book One | Chapter 1: Lamp',
        'Book One | Chapter 2: Salt',
        'Book Two | Chapter 1: Road',
        'Book Two | Chapter 2: Gate',
      ],
    ],
  ])('%s', async (name, titles) => {
    expect(await shown(name)).toEqual(titles);
  });

  test('a single title above everything is the book’s, and the line with the author no description', async () => {
    expect(await read('md-acts-and-scenes.md')).toMatchObject({
      title: 'The Glass Orchard',
      author: 'Ann Author',
      description: '',
    });
  });
});

test('every word of these files is in a chapter, a title or a note, or its loss has a name', async () => {
  const names = [
    'docx-parts-prologue-epilogue.docx',
    'docx-restarted-list.docx',
    'epub-nonlinear-chapter-lost.epub',
    'md-acts-and-scenes.md',
    'md-note-in-list-html.md',
    'md-pandoc-spans-in-quote.md',
    'md-private-comments.md',
    'md-system-brackets.md',
    'txt-book-style-scene-break.txt',
  ];
  for (const name of names) expect((await read(name)).losses.missing, name).toBeUndefined();
});

test('words that have no place are counted, and the first of them are shown [P18]', () => {
  const piece = {
    title: 'One',
    named: true,
    volume: '',
    authorNotes: 'Hello.',
    content: 'The *sea*.',
    proposal: 'chapter',
  };
  const book = { ...noDetails, format: 'text', title: 'Salt', losses: noLosses(), pieces: [piece] } as const;
  const losing = (...seen: string[]) => missingWords({ ...book, pieces: [piece], seen } as PiecedBook);
  expect(losing('Salt', 'One', 'Hello.', 'The sea.', 'One')).toBeNull();
  expect(losing('One', 'Hello.', 'The sea, the road, the sea.')).toEqual({
    words: 4,
    excerpt: 'the road the sea',
  });
  const missing = losing('One', 'Hello.', 'The sea and rope.') ?? undefined;
  expect(lossTexts({ ...noLosses(), missing }, [], false)).toEqual([
    '2 words of the file aren’t in any chapter: “and rope”',
  ]);
});

test('a list that starts again does so with its first number', async () => {
  const [first = '', second = ''] = await contentsOf('docx-restarted-list.docx');
  expect(first).toContain('\n1. bread\n2. salt\n3. rope');
  expect(second).toContain('\n1. oil\n2. wick');
});

test.each([
  ['html-empty-paragraph-scene-break.html', 2],
  ['txt-book-style-scene-break.txt', 1],
  ['md-acts-and-scenes.md', 1],
])('scene breaks of %s', async (name, count) => {
  const lines = (await contentsOf(name)).flatMap((content) => content.split('\n'));
  expect(lines.filter((line) => line === '***')).toHaveLength(count);
});

describe('Markdown of other programs', () => {
  test('notes in a list that begin with a tag keep their words', async () => {
    const remarks = (await contentsOf('md-note-in-list-html.md')).at(-1);
    expect(remarks).toBe(
      '1. The first remark stands in a list item that begins with an HTML tag.\n2. The second remark has *ten* words and all of them vanish.',
    );
  });

  test('spans and parts leave their text alone', async () => {
    const [content] = await contentsOf('md-pandoc-spans-in-quote.md');
    expect(content).toContain('"Guten Abend," he said, and hello too.\nA letter inside a quotation.');
    expect(content).not.toMatch(/[{}:]{2}|lang=|smallcaps/);
  });

  test('what its author wrote for nobody is left out and counted', async () => {
    const { pieces, losses } = await read('md-private-comments.md');
    expect(pieces[0]?.content).toMatch(/Mara met Jon there\.\s+He was short\.$/);
    // Nine words in the first comment, three in the second, one is deleted, and five are in HTML.
    expect(losses.words).toBe(17);
  });

  test('what is between angle brackets is text, unless it is a tag of HTML', async () => {
    const [content] = await contentsOf('md-system-brackets.md');
    expect(content).toContain(
      '\n<System> You have gained the skill Salt Sense.\n<Warning: low tide> The <Captain> speaks to <Mara>.\n',
    );
  });
});

describe('downloads of serials', () => {
  const details = {
    title: 'The Salt Road',
    author: 'venn',
    audience: 'teen',
    contentWarnings: ['violence', 'death'],
  };
  const chapters = async (name: string) =>
    (await read(name)).pieces
      .filter(({ proposal }) => proposal === 'chapter')
      .map(({ title, authorNotes, endNotes = '' }) => [title, authorNotes, endNotes]);
  /** The web page of AO3 with something else in it. */
  const ao3 = async (before: string, after: string) => {
    const page = readFileSync(join(import.meta.dirname, 'testing/files/ao3-chapters.html'), 'utf8');
    const text = page.replace(/<a href="[^"]*tags[^"]*">(.*?)<\/a>/g, '$1').replace(before, after);
    return (await readFileAsBook({ name: 'ao3.html', bytes: Buffer.from(text) })).book;
  };
  const pages = async (name: string, use: string) =>
    (await read(name)).pieces.filter(({ proposal }) => proposal === use).map(({ title }) => title);

  test.each(['ao3-chapters.epub', 'ao3-chapters.html'])(
    'of AO3 (%s): notes, summary, tags, rating and warnings; preface and afterword left out',
    async (name) => {
      expect(await read(name)).toMatchObject({
        ...details,
        description: 'A keeper, a road of salt, and one very stubborn gull.\nSecond line of the summary.',
        tags: expect.arrayContaining(['Slow Burn', 'Lighthouses', 'Mara Venn/Jon Ash']),
        status: 'completed',
        series: 'Coast Roads',
        dates: { first: '2024-02-01', last: '2024-03-09' },
      });
      expect(await chapters(name)).toEqual([
        ['Chapter 1: The Lamp', 'Mara lights it.\nChapter one note before.', 'Chapter one note after.'],
        ['Chapter 2', '', 'Only an end note here.'],
        ['Chapter 3: Salt', 'It ends.', 'End note of the work: the gull lives.'],
      ]);
      expect(await pages(name, 'omit')).toEqual(['Preface', 'Afterword']);
      const note = (await read(name)).pieces.find(({ proposal }) => proposal === 'note');
      expect(note?.title).toBe('Note');
      expect(note?.content).toBe('Work note at the beginning: thanks to my beta.');
    },
  );

  test.each([
    ['Not Rated', 'mature', 'Not Rated'],
    ['General Audiences', 'everyone', ''],
    ['Explicit', 'mature', ''],
    ['NC-17', 'mature', ''],
    ['K+', 'teen', ''],
    ['Orange', 'mature', 'Orange'],
  ])('rated %s are for %s, never for less; what is not clear is asked', async (rating, audience, asked) => {
    const book = await ao3('Teen And Up Audiences', rating);
    expect([book.audience, book.unsure.audience]).toEqual([audience, asked]);
  });

  test.each([
    ['Creator Chose Not To Use Archive Warnings', [], 'Creator Chose Not To Use Archive Warnings'],
    ['No Archive Warnings Apply', [], ''],
    ['Rape/Non-Con, Underage Sex', ['sexual-violence', 'sexual-content'], ''],
    ['Gore, Traumatising content', ['gore'], 'Traumatising content'],
  ])('that warn of %s have %j; what is not clear is asked', async (warning, contentWarnings, asked) => {
    const book = await ao3('Graphic Depictions Of Violence, Major Character Death', warning);
    expect([book.contentWarnings, book.unsure.contentWarnings]).toEqual([contentWarnings, asked]);
  });

  test('the strictest label counts, of the site’s page and of the EPUB’s subjects', () => {
    expect(labelsOfAll([labelsOf(['G'], []), labelsOf([], []), labelsOf(['M'], ['Gore'])])).toMatchObject({
      audience: 'mature',
      contentWarnings: ['gore'],
    });
    expect(labelsAmong(['Not Rated', 'Choose Not To Use Archive Warnings', 'F/F'])).toMatchObject({
      audience: 'mature',
      unsure: { audience: 'Not Rated', contentWarnings: 'Choose Not To Use Archive Warnings' },
    });
  });

  test('of AO3 with one chapter: it has the title of the work', async () => {
    expect(await chapters('ao3-one-chapter.epub')).toEqual([
      [
        'The Salt Road',
        'Work note at the beginning: thanks to my beta.',
        'End note of the work: the gull lives.',
      ],
    ]);
  });

  test.each(['fanficfare-update-log.epub', 'fanficfare.html', 'fanficfare.txt'])(
    'of FanFicFare (%s): title and author from its first line, update log left out',
    async (name) => {
      const book = await read(name);
      expect(book).toMatchObject(details);
      expect([book.series, book.dates]).toEqual(['Coast Roads', { first: '2024-02-01', last: '2024-03-09' }]);
      expect(book.description).toBe('A keeper, a road of salt, and one very stubborn gull.');
      expect(await chapters(name)).toEqual([
        [
          '1. The Lamp',
          'Work note at the beginning: thanks to my beta.\nMara lights it.\nChapter one note before.',
          'Chapter note after, 1.',
        ],
        ['2. Chapter 2', '', 'Chapter note after, 2.'],
        ['3. Salt', 'It ends.', 'End note of the work: the gull lives.'],
      ]);
      expect(book.pieces.at(-1)?.content).not.toContain('End file.');
    },
  );

  test('of WebToEpub: the page of the site left out, boxes are notes', async () => {
    const name = 'webtoepub-information-page.epub';
    expect((await read(name)).contentWarnings).toEqual(['violence']);
    expect(await pages(name, 'omit')).toEqual(['Information']);
    expect(await chapters(name)).toEqual([
      ['Chapter 1: The Lamp', 'Welcome! New chapters on Fridays.', 'Thanks for reading. Rate the story!'],
      ['Chapter 1.5: Interlude', '', ''],
      ['Chapter 2: Salt', '', 'See you on Friday.'],
    ]);
  });

  test.each(['calibre-of-inkling.epub', 'azw3-of-inkling.epub', 'calibre-of-inkling.docx'])(
    'of Inkling, converted by calibre (%s): notes before and after the text are notes',
    async (name) => {
      expect(await chapters(name)).toEqual([
        ['Prologue', 'Hello,\nreaders.', 'Next on *Friday*.'],
        ['Chapter 1: Salt', 'A warning: gulls.', ''],
        ['Chapter 2', '', 'Thank you\nall.'],
        ['Epilogue', '', ''],
      ]);
      expect((await read(name)).losses.missing).toBeUndefined();
    },
  );

  test('a box whose class alone says that it is a note is text', async () => {
    const page = `<h1>Tale</h1><h2>One</h2><p>${textOf(220)}</p><div class="author-note"><p>Found in a bottle.</p></div><h2>Two</h2><p>${textOf(220)}</p>`;
    const { pieces } = (await readFileAsBook({ name: 'a.html', bytes: Buffer.from(page) })).book;
    expect(pieces[0]).toMatchObject({ content: expect.stringMatching(/\nFound in a bottle\.$/) });
    expect(pieces[0]?.endNotes).toBeUndefined();
  });

  test('of Wattpad: an author’s note between the chapters is a note', async () => {
    expect(await pages('wattpad-authors-note.epub', 'note')).toEqual(["Author's Note", 'Dedication']);
    expect(await pages('wattpad-authors-note.epub', 'chapter')).toEqual([
      'Chapter 1 (Mara)',
      'Chapter 2 (Jon)',
    ]);
  });

  test('no word of them is lost without a name', async () => {
    for (const name of [
      'ao3-chapters.epub',
      'ao3-chapters.html',
      'ao3-one-chapter.epub',
      'fanficfare-update-log.epub',
      'fanficfare.html',
      'fanficfare.txt',
      'webtoepub-information-page.epub',
      'wattpad-authors-note.epub',
    ])
      expect((await read(name)).losses.missing, name).toBeUndefined();
  });
});

test('a FictionBook has its parts, notes, verse and details', async () => {
  const book = await read('book.fb2');
  expect(book).toMatchObject({
    format: 'fb2',
    title: 'The Salt Road',
    author: 'Mara Venn',
    description: 'A road.\nAnd salt.',
    language: 'en',
    genres: ['sf', 'fantasy'],
    series: 'Coast Roads',
  });
  expect(await shown('book.fb2')).toEqual([
    'Prologue',
    'Part One | Chapter 1: The Lamp',
    'Part One | Chapter 2',
  ]);
  expect(book.pieces[0]?.content).toBe('Before *it* all.');
  expect(book.pieces[1]?.content).toBe(
    'A motto.\nText[1].\n***\nMore.\n| One line\n| two lines\n|\n| three\n***\n[1] A note.',
  );
  expect(book.losses.missing).toBeUndefined();
  const whole = readFileSync(join(import.meta.dirname, 'testing/files/book.fb2'), 'utf8');
  const bytes = Buffer.from(
    whole.replace(/(?<=<book-title>)[^<]*/, 'Unknown').replace(/<author>.*?<\/author>/gs, ''),
  );
  expect((await readFileAsBook({ name: 'salt.fb2', bytes })).book).toMatchObject({
    title: 'Salt',
    author: null,
  });
});

describe('several files in a zip', () => {
  const text = (prefix: string) => strToU8(`${textOf(220, prefix)}`);
  const zipped = async (name: string, files: Record<string, Uint8Array>) =>
    (await readFileAsBook({ name, bytes: zipSync(files, { level: 0 }) })).book;

  test('are chapters in natural order, folders are volumes; pictures and hidden files are left out', async () => {
    const docx = docxOf({ body: `<w:p><w:r><w:t>${textOf(220)}</w:t></w:r></w:p>` });
    const book = await zipped('Upload.zip', {
      'The Salt Road/Epilogue.txt': text('e'),
      'The Salt Road/Part 10/Chapter 11.docx': docx,
      'The Salt Road/Part 2/Chapter 10.txt': text('b'),
      'The Salt Road/Part 2/Chapter 2.md': text('a'),
      'The Salt Road/Prologue.md': text('p'),
      'The Salt Road/cover.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      'The Salt Road/.DS_Store': text('x'),
      '__MACOSX/The Salt Road/._Prologue.md': text('y'),
    });
    expect(book.title).toBe('The Salt Road');
    expect(book.pieces.map(({ volume, title }) => `${volume} | ${title}`)).toEqual([
      ' | Prologue',
      'Part 2 | Chapter 2',
      'Part 2 | Chapter 10',
      'Part 10 | Chapter 11',
      ' | Epilogue',
    ]);
    expect(book.losses).toMatchObject({ images: 1 });
    expect(book.losses.missing).toBeUndefined();
  });

  test('have the title of the zip if they are in no folder, and the strictest labels', async () => {
    const rated = (rating: string) => strToU8(`---\ntitle: One\naudience: ${rating}\n---\n\n${textOf(220)}`);
    const book = await zipped('Salt.zip', { '1.md': rated('Everyone'), '2.md': rated('Mature') });
    expect(book).toMatchObject({ title: 'Salt', audience: 'mature' });
    expect(book.pieces).toHaveLength(2);
  });

  test('are named after their files if the title that they state is the folder’s, or that of several', async () => {
    const stated = (title: string) => strToU8(`---\ntitle: ${title}\n---\n\n${textOf(220)}`);
    const book = await zipped('Salt.zip', {
      'Prologue.md': stated('Salt'),
      'Chapter 1.md': stated('Roads'),
      'Chapter 2.md': stated('Roads'),
      'Chapter 3.md': stated('Low Tide'),
    });
    expect(book.pieces.map(({ title }) => title)).toEqual(['Prologue', 'Chapter 1', 'Chapter 2', 'Low Tide']);
  });

  test('have the details that any of them states, and the tags and genres of all', async () => {
    const stated = (details: string) => strToU8(`---\n${details}\n---\n\n${textOf(220)}`);
    const book = await zipped('Salt.zip', {
      '1.md': stated('title: One\ntags: sea\ngenre: Fantasy'),
      '2.md': stated('title: Two\nauthor: Mara Venn\ntags: sea, salt\nsummary: A road.\nseries: Roads'),
    });
    expect(book).toMatchObject({
      author: 'Mara Venn',
      description: 'A road.',
      series: 'Roads',
      tags: ['sea', 'salt'],
      genres: ['Fantasy', 'sea', 'salt'],
    });
  });

  test('are refused with the name of a file that is not a book, or is a zip itself; so is an empty zip', async () => {
    const pdf = strToU8('%PDF-1.7');
    await expect(zipped('a.zip', { 'a.txt': text('a'), 'b.pdf': pdf })).rejects.toThrow(
      /^b\.pdf: This is a PDF/,
    );
    const inner = zipSync({ 'a.txt': text('a') });
    await expect(zipped('a.zip', { 'b.zip': inner })).rejects.toThrow(/^b\.zip: This is a zip file/);
    await expect(zipped('a.zip', {})).rejects.toThrow('There is no text');
  });

  test.each(['ao3-chapters.epub', 'docx-restarted-list.docx'])(
    'a book whose name ends in .zip is read as a book: %s',
    async (name) => {
      const bytes = readFileSync(join(import.meta.dirname, 'testing/files', name));
      const { book } = await readFileAsBook({ name: 'book.zip', bytes });
      expect(book.pieces.length).toBe((await read(name)).pieces.length);
    },
  );
});

test('a page of very many paragraphs is read', () => {
  const block = { ...plainBlock, kind: 'line' as const, runs: [plainRun('Rain.')] };
  expect(takeHead(Array.from({ length: 300_000 }, () => block)).rest).toHaveLength(300_000);
});
