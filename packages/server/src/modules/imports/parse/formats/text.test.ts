import { describe, expect, test } from 'vitest';
import { parseBook, readFileAsBook } from '../parse-book.ts';
import { fullTitle } from '../testing/readers.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = async (text: string | Uint8Array, name = 'the_salt_road.txt') =>
  await parseBook({ name, bytes: typeof text === 'string' ? bytesOf(text) : text });
const pairs = async (text: string) =>
  (await read(text)).chapters.map(({ title, content }) => [title, content]);

const prose =
  'No one would have believed in the last years of the nineteenth century\r\nthat this world was being watched keenly and closely by intelligences\r\ngreater than man’s and yet as mortal as his own; that as men busied\r\nthemselves about their various concerns they were _scrutinised_ and\r\nstudied.';
const joined =
  'No one would have believed in the last years of the nineteenth century that this world was being watched keenly and closely by intelligences greater than man’s and yet as mortal as his own; that as men busied themselves about their various concerns they were *scrutinised* and studied.';

const gutenberg = `The Project Gutenberg eBook of The War of the Worlds

This ebook is for the use of anyone anywhere in the United States and
most other parts of the world at no cost.

Title: The War of the Worlds

Author: H. G. Wells

Release date: July 1, 1992 [eBook #36]

Language: English

*** START OF THE PROJECT GUTENBERG EBOOK THE WAR OF THE WORLDS ***

Produced by Ann Other

[Illustration]

The War of the Worlds

by H. G. Wells

 ‘But who shall dwell in these worlds if they be inhabited?
                    KEPLER

Contents

 BOOK ONE.—THE COMING OF THE MARTIANS

 I. THE EVE OF THE WAR.
 II. THE FALLING STAR.

 BOOK TWO.—THE EARTH UNDER THE MARTIANS

 I. UNDER FOOT.

BOOK ONE
THE COMING OF THE MARTIANS

I.
THE EVE OF THE WAR.

${prose}

[Illustration: A cylinder,
seen from afar]

“Fifteen men on the dead man’s chest,
  Yo-ho-ho!”

II.
THE FALLING STAR.

Then came the night.

* * *

It fell.

BOOK TWO
THE EARTH UNDER THE MARTIANS

I.
UNDER FOOT.

In the first book I have wandered.

THE END

*** END OF THE PROJECT GUTENBERG EBOOK THE WAR OF THE WORLDS ***

Updated editions will replace the previous one.
`;

describe('chapters', () => {
  test('a Project Gutenberg text is parsed without boilerplate, table of contents and illustrations', async () => {
    const book = await read(gutenberg.replace(/\r?\n/g, '\r\n'));
    expect(book).toMatchObject({
      format: 'text',
      title: 'The War of the Worlds',
      author: 'H. G. Wells',
      language: 'en',
    });
    expect(book.chapters.map((chapter) => [fullTitle(chapter), chapter.content])).toEqual([
      [
        'Book One: The Coming of the Martians — I. The Eve of the War',
        `${joined}\n| “Fifteen men on the dead man’s chest,\n|   Yo-ho-ho!”`,
      ],
      ['Book One: The Coming of the Martians — II. The Falling Star', 'Then came the night.\n***\nIt fell.'],
      [
        'Book Two: The Earth Under the Martians — I. Under Foot',
        'In the first book I have wandered.\nTHE END',
      ],
    ]);
  });

  test('start at lines such as CHAPTER I. Title, with or without a name, prologue and epilogue', async () => {
    const text =
      'Prologue\n\nBefore.\n\nCHAPTER I. The Inn\n\nOne.\n\nChapter 2\n\nThe Black Dog\n\nTwo.\n\nCHAPTER THREE\n\nThree was a number that nobody in the house liked.\n\n1.\n\nInner.\n\nEpilogue\n\nAfter.';
    expect(await pairs(text)).toEqual([
      ['Prologue', 'Before.'],
      ['CHAPTER I. The Inn', 'One.'],
      ['Chapter 2: The Black Dog', 'Two.'],
      ['CHAPTER THREE', 'Three was a number that nobody in the house liked.\n1.\nInner.'],
      ['Epilogue', 'After.'],
    ]);
  });

  test('start at bare numbers only if those are in sequence', async () => {
    expect(await pairs('I\n\nOne.\n\nII\n\nTwo.\n\nIII\n\nThree.')).toEqual([
      ['I', 'One.'],
      ['II', 'Two.'],
      ['III', 'Three.'],
    ]);
    expect(await pairs('He wrote:\n\n7\n\nThen:\n\n12\n\nThat was all.')).toEqual([
      ['the salt road', 'He wrote:\n7\nThen:\n12\nThat was all.'],
    ]);
  });

  test('start at numerals that count up, also without blank lines', async () => {
    const line =
      'The sea went on and on, and no one in the boat said anything at all, as if it had been agreed upon long ago. ';
    const text = (...numerals: string[]) => numerals.map((one) => `${one}\n${line}\n${line}`).join('\n');
    for (const numerals of [
      ['1', '2', '3'],
      ['I.', 'II.', 'III.'],
      ['ONE', 'TWO', 'THREE'],
    ])
      expect((await pairs(text(...numerals))).map(([title]) => title)).toEqual(numerals);
  });

  test('a dedication and an epigraph are notes, in short books too, and no opening line is lost', async () => {
    const text = (first: string) => `${first}\n\nCHAPTER 1\n\n${'word '.repeat(200)}`;
    for (const first of ['Dedication\n\nFor Ann.', 'EPIGRAPH\n\nFor Ann.', 'For Ann.'])
      expect((await read(text(first))).chapters).toMatchObject([
        { title: 'CHAPTER 1', authorNotes: 'For Ann.' },
      ]);
  });

  test('a sentence that starts like a heading is not a heading', async () => {
    const text =
      'Chapter 1\n\nPart of it was lost.\n\nChapter two was never written, they said.\n\nI was there.';
    expect(await pairs(text)).toEqual([
      ['Chapter 1', 'Part of it was lost.\nChapter two was never written, they said.\nI was there.'],
    ]);
  });

  test('a text without headings is one chapter, with title and author from its first lines', async () => {
    expect(await read('A Small Tale\nby Ann Marsh\n\nOnce.\n\nTwice.')).toMatchObject({
      title: 'A Small Tale',
      author: 'Ann Marsh',
      chapters: [{ title: 'A Small Tale', content: 'Once.\nTwice.' }],
    });
  });

  test('text before the first heading is kept', async () => {
    const start = `${'It began. '.repeat(60).trim()}`;
    expect(await pairs(`${start}\n\nChapter 2\n\nIt ended.`)).toEqual([
      ['the salt road', start],
      ['Chapter 2', 'It ended.'],
    ]);
  });
});

describe('paragraphs', () => {
  test('hard-wrapped lines are joined; verse and long lines are not', async () => {
    const verse =
      '    Tyger Tyger, burning bright,\n      In the forests of the night;\n\n    What immortal hand or eye\n      Could frame thy fearful symmetry?';
    expect((await read(`${prose}\n\n${verse}\n\n${prose}`)).chapters[0]?.content).toBe(
      `${joined}\n| Tyger Tyger, burning bright,\n|   In the forests of the night;\n|\n| What immortal hand or eye\n|   Could frame thy fearful symmetry?\n${joined}`,
    );
    const long = 'A paragraph on one line that is far longer than any typewriter would have set it, '
      .repeat(3)
      .trim();
    expect((await read(`${long}\nNext.\n\n${long}\nLast.`)).chapters[0]?.content).toBe(
      `${long}\nNext.\n${long}\nLast.`,
    );
  });

  test('_words_ and *words* are emphasis; unpaired asterisks are not', async () => {
    expect((await read('_So_ *it* is, my_file_name * a * b _and more_.')).chapters[0]?.content).toBe(
      '*So it* is, my_file_name * a * b *and more*.',
    );
  });
});

describe('encodings', () => {
  test('are detected by byte order mark, as UTF-8, as UTF-16 without a mark, else as windows-1252', async () => {
    const text = 'Café “ça va” — très bien, merci beaucoup.';
    const windows = Uint8Array.from(
      [...text].map((char) => ({ '“': 0x93, '”': 0x94, '—': 0x97 })[char] ?? char.charCodeAt(0)),
    );
    const files = [
      bytesOf(text),
      bytesOf(`\uFEFF${text}`),
      Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le')),
      Uint8Array.from(Buffer.from(text, 'utf16le')),
      Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
      windows,
    ];
    for (const file of files) expect((await read(file)).chapters[0]?.content).toBe(text);
  });
});

test('a text without blank lines is divided at its headings, in any script', async () => {
  const line = '　　那天夜里，海上起了风。';
  const text = ['第一章 海', line, line, '第二章 风', line, line].join('\n');
  const body = '那天夜里，海上起了风。';
  expect(await pairs(text)).toEqual([
    ['第一章 海', `${body}\n${body}`],
    ['第二章 风', `${body}\n${body}`],
  ]);
});

test('ornaments are scene breaks; emphasis goes on over the lines of a verse', async () => {
  const [[, content] = []] = await pairs('One.\n\n◆\n\nTwo.\n\n~\n\n_Three\nfour_');
  expect(content).toBe('One.\n***\nTwo.\n***\n*Three*\n*four*');
});

test.each([['txt'], ['html']])(
  'numbers in words are alike, whether a name follows all of them or some (%s)',
  async (ending) => {
    const lines = ['ONE', '1', 'TWO', 'The Sea', '2', 'THREE', '3', 'FOUR', 'The Night', '4'].map((line) =>
      /\d/.test(line) ? `${'The boat went on into the fog. '.repeat(20)}${line}.` : line,
    );
    const text = ending === 'txt' ? lines.join('\n\n') : lines.map((line) => `<p>${line}</p>`).join('');
    const { chapters } = await read(text, `a.${ending}`);
    expect(chapters.map(({ title }) => title)).toEqual(['ONE', 'TWO. The Sea', 'THREE', 'FOUR. The Night']);
  },
);

test('a list with numbers does not outweigh the chapters', async () => {
  const texts = ['ONE', 'TWO', 'THREE'].map((title) => `${title}\n\n${prose}`);
  const text = `${texts.join('\n\n')}\n\n1. Bread\n\n2. Salt`;
  expect((await read(text)).chapters.map(({ title }) => title)).toEqual(['ONE', 'TWO', 'THREE']);
});

test('the marks of struck-through words are left out and named', async () => {
  const { book } = await readFileAsBook({ name: 'a.txt', bytes: bytesOf(`He ~~never~~ went.\n\n${prose}`) });
  expect(book.pieces[0]?.content).toMatch(/^He never went\.\n/);
  expect(book.losses.struck).toBe(1);
});

test.each([['["Come in," she said.]'], ['[[A bell rings.]]'], ['[Ann]: Hello.'], ['{Later.}']])(
  'a text that begins with %s is a text',
  async (first) => {
    expect((await read(`${first}\n\n${prose}`)).chapters[0]?.content.split('\n')[0]).toBe(first);
  },
);
