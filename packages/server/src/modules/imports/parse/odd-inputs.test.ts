import { expect, test } from 'vitest';
import { parseBook } from './parse-book.ts';
import { docxOf, paragraph as word } from './testing/docx-fixture.ts';
import { epubOf, type FixtureEpub } from './testing/epub-fixture.ts';
import { heading, odtOf, paragraph as open } from './testing/odt-fixture.ts';
import { fullTitle } from './testing/readers.ts';

/** Books that are not as books should be. Each keeps its text and gets the chapters that a reader would see. */

const prose = 'The sea went on and on, and no one said a word. '.repeat(30).trim();
const other = 'Nothing moved on the road but dust and a dog. '.repeat(30).trim();

interface Odd {
  what: string;
  name: string;
  bytes: Uint8Array;
  /** Titles with their volumes. */
  titles: string[];
  /** Texts that some chapter must contain, and texts that none may. */
  has?: string[];
  hasNot?: string[];
}

const text = (
  what: string,
  content: string | Uint8Array,
  expected: Omit<Odd, 'what' | 'name' | 'bytes'>,
): Odd => ({
  what: `text: ${what}`,
  name: 'odd.txt',
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  ...expected,
});
const markdown = (what: string, content: string, expected: Omit<Odd, 'what' | 'name' | 'bytes'>): Odd => ({
  ...text(what, content, expected),
  what: `Markdown: ${what}`,
  name: 'odd.md',
});
const page = (what: string, body: string, expected: Omit<Odd, 'what' | 'name' | 'bytes'>): Odd => ({
  what: `HTML: ${what}`,
  name: 'odd.html',
  bytes: Buffer.from(`<html><body>${body}</body></html>`),
  ...expected,
});
const epub = (what: string, book: FixtureEpub, expected: Omit<Odd, 'what' | 'name' | 'bytes'>): Odd => ({
  what: `EPUB: ${what}`,
  name: 'odd.epub',
  bytes: epubOf(book),
  ...expected,
});
const docx = (what: string, body: string, expected: Omit<Odd, 'what' | 'name' | 'bytes'>): Odd => ({
  what: `Word: ${what}`,
  name: 'odd.docx',
  bytes: docxOf({ body }),
  ...expected,
});
const odt = (what: string, body: string, expected: Omit<Odd, 'what' | 'name' | 'bytes'>): Odd => ({
  what: `OpenDocument: ${what}`,
  name: 'odd.odt',
  bytes: odtOf({ body }),
  ...expected,
});

const p = (content: string) => `<p>${content}</p>`;
const centered = (content: string) => word(content, '', '<w:jc w:val="center"/>');

const odd: Odd[] = [
  text('chapters named only by numbers', `1\n\n${prose}\n\n2\n\n${other}\n\n3\n\n${prose}`, {
    titles: ['1', '2', '3'],
  }),
  text('carriage returns alone end its lines', `CHAPTER ONE\r\r${prose}\r\rCHAPTER TWO\r\r${other}\r`, {
    titles: ['CHAPTER ONE', 'CHAPTER TWO'],
  }),
  text(
    'a byte order mark and Windows line ends',
    `\uFEFFChapter 1\r\n\r\n${prose}\r\n\r\nChapter 2\r\n\r\n${other}`,
    {
      titles: ['Chapter 1', 'Chapter 2'],
      hasNot: ['\uFEFF', '\r'],
    },
  ),
  text(
    'curly quotes and dashes of Windows-1252',
    Buffer.from(`\x93Well\x94 \x97 she said. It\x92s late\x85 ${prose}`, 'latin1'),
    {
      titles: ['Odd'],
      has: ['“Well” — she said. It’s late…'],
    },
  ),
  text('two languages', `Chapter 1\n\n${prose}\n\nГлава 2\n\n${'Море шумело всю ночь. '.repeat(40)}`, {
    titles: ['Chapter 1', 'Глава 2'],
    has: ['Море шумело'],
  }),
  text(
    'right-to-left chapters',
    `الفصل الأول\n\n${'كان البحر هادئا في تلك الليلة. '.repeat(40)}\n\nالفصل الثاني\n\n${'ثم جاء الصباح. '.repeat(40)}`,
    {
      titles: ['الفصل الأول', 'الفصل الثاني'],
    },
  ),
  text(
    'emoji, and halves of them',
    Buffer.from(`Chapter 1\n\n👩‍🚀 went up. ${prose}\n\nChapter 2\n\n🏴‍☠️ ${other}`),
    {
      titles: ['Chapter 1', 'Chapter 2'],
      has: ['👩‍🚀 went up', '🏴‍☠️'],
    },
  ),
  text('one paragraph of a million letters', `${'word '.repeat(200_010)}end.`, {
    titles: ['Odd (1/2)', 'Odd (2/2)'],
    has: ['word end.'],
  }),
  markdown(
    'directions that its titles leave open',
    `# The \u202eLamp\n\n${prose}\n\n# The \u2067שלום\u2069 Sea\n\n${other}\n`,
    { titles: ['The Lamp', 'The \u2067שלום\u2069 Sea'] },
  ),
  markdown('roman numerals, and headings of both kinds', `I\n=\n\n${prose}\n\n## II ##\n\n${other}\n`, {
    titles: ['I', 'II'],
  }),
  markdown(
    'no chapters at all, with lists in lists',
    `${prose}\n\n- Salt\n  - Sea salt\n- Rope\n\n> Quoted.\n`,
    {
      titles: ['Odd'],
      has: ['Salt', 'Sea salt', 'Rope', 'Quoted.'],
    },
  ),
  markdown(
    'a play in verse',
    `# Act I\n\n${prose}\n\n# Act II\n\nANN: Who is there?  \nBO: The sea.  \nANN: Again.\n\n${other}`,
    {
      titles: ['Act I', 'Act II'],
      has: ['Who is there?', 'Again.'],
    },
  ),
  page(
    'titles in bold paragraphs, all in capitals',
    p('<b>CHAPTER I. THE SEA</b>') + p(prose) + p('<b>CHAPTER II. THE LAND</b>') + p(other),
    {
      titles: ['CHAPTER I. THE SEA', 'CHAPTER II. THE LAND'],
    },
  ),
  page(
    'tags that are never closed, and scripts',
    `<h1>One<p>${prose}<script>alert("no")</script><h1>Two</h1><p>${other}<b>end`,
    {
      titles: ['One', 'Two'],
      hasNot: ['alert'],
    },
  ),
  page(
    'everything in one giant paragraph with line breaks',
    `<p>CHAPTER ONE<br><br>${prose}<br><br>CHAPTER TWO<br><br>${other}</p>`,
    {
      titles: ['CHAPTER ONE', 'CHAPTER TWO'],
      has: [prose, other],
    },
  ),
  page('null bytes, half signs and control characters', p(`a\u0001b&#0;&#xD800;c &#x1F600; ${prose}`), {
    titles: ['Odd'],
    has: ['c 😀'],
    hasNot: ['\u0001', '\u0000'],
  }),
  epub(
    'contents that point to places inside one file',
    {
      files: [{ name: 'a.xhtml', body: `<p id="x">1</p>${p(prose)}<p><a id="y"></a>2</p>${p(other)}` }],
      toc: [
        { title: 'The Sea', href: 'a.xhtml#x' },
        { title: 'The Land', href: 'a.xhtml#y' },
        { title: 'Gone', href: 'a.xhtml#z' },
      ],
    },
    { titles: ['The Sea', 'The Land'], has: [prose, other] },
  ),
  epub(
    'contents that lead nowhere',
    {
      files: [
        { name: 'a.xhtml', body: `<h2>One</h2>${p(prose)}` },
        { name: 'b.xhtml', body: `<h2>Two</h2>${p(other)}` },
      ],
      toc: [
        { title: 'X', href: 'missing.xhtml' },
        { title: 'Y', href: 'http://example.org/' },
      ],
    },
    { titles: ['One', 'Two'] },
  ),
  epub(
    'only a dedication',
    { files: [{ name: 'a.xhtml', body: '<h1>Dedication</h1><p>For Ann.</p>' }] },
    {
      titles: ['Chapter 1'],
      has: ['For Ann.'],
    },
  ),
  epub(
    'no contents, no headings, titles in paragraphs',
    {
      files: ['One', 'Two', 'Three'].map((number, i) => ({
        name: `${i}.xhtml`,
        body: p(`Chapter ${number}`) + p(prose) + p(other),
      })),
    },
    { titles: ['Chapter One', 'Chapter Two', 'Chapter Three'] },
  ),
  epub(
    'contents in another order, with a chapter twice',
    {
      files: [
        { name: 'a.xhtml', body: `<h1>A</h1>${p(prose)}` },
        { name: 'b.xhtml', body: `<h1>B</h1>${p(other)}` },
      ],
      toc: [
        { title: 'B', href: 'b.xhtml' },
        { title: 'A', href: 'a.xhtml' },
        { title: 'B', href: 'b.xhtml' },
      ],
    },
    { titles: ['A', 'B'] },
  ),
  docx(
    'a manuscript: a title page, centered titles, number signs between scenes',
    centered('THE SALT ROAD') +
      centered('by Ann Marsh') +
      centered('Prologue') +
      word(prose) +
      centered('#') +
      word(other) +
      centered('Chapter One') +
      word(other),
    {
      titles: ['Prologue', 'Chapter One'],
      has: [`${prose}\n***\n${other}`],
    },
  ),
  docx(
    'contents typed by hand',
    word('Contents') +
      word('Chapter One') +
      word('Chapter Two') +
      word('Chapter One') +
      word(prose) +
      word('Chapter Two') +
      word(other),
    {
      titles: ['Chapter One', 'Chapter Two'],
    },
  ),
  docx(
    'numbered lines of a list are no chapters',
    word(prose) + ['1. Salt', '2. Rope', '3. Bread'].map((item) => word(item)).join('') + word(other),
    {
      titles: ['Odd'],
      has: ['1. Salt\n2. Rope\n3. Bread'],
    },
  ),
  docx(
    'each line is a paragraph, with empty ones between them',
    [prose, '', other, '', prose].map((line) => word(line)).join(''),
    {
      titles: ['Odd'],
      has: [`${prose}\n${other}`],
    },
  ),
  odt(
    'five thousand tiny chapters',
    Array.from({ length: 5000 }, (_, i) => heading(`Chapter ${i + 1}`) + open('Short.')).join(''),
    {
      titles: Array.from({ length: 5000 }, (_, i) => `Chapter ${i + 1}`),
    },
  ),
  odt(
    'headings that skip levels, and one without text',
    heading('Part One', 1) +
      heading('', 3) +
      heading('The Sea', 3) +
      open(prose) +
      heading('The Land', 3) +
      open(other),
    {
      titles: ['Part One — The Sea', 'Part One — The Land'],
    },
  ),
  odt(
    'two parts among pages that are no part of the work',
    ['Imprint', 'Book I', 'Book II', 'Colophon', 'Uncopyright']
      .map(
        (title) =>
          heading(title, 2) +
          open('A line.') +
          (title.startsWith('Book') ? heading('I', 3) + open(prose) + heading('II', 3) + open(other) : ''),
      )
      .join(''),
    {
      titles: ['Book I — I', 'Book I — II', 'Book II — I', 'Book II — II'],
    },
  ),
  odt(
    'Japanese chapters',
    `${open('第一章')}${open('海は静かだった。'.repeat(60))}${open('第二章')}${open('朝が来た。'.repeat(80))}`,
    {
      titles: ['第一章', '第二章'],
    },
  ),
];

test.each(odd)('$what', async ({ name, bytes, titles, has = [], hasNot = [] }) => {
  const { chapters } = await parseBook({ name, bytes });
  expect(chapters.map(fullTitle)).toEqual(titles);
  const all = chapters.map(({ content, authorNotes }) => `${content}\n${authorNotes}`).join('\n');
  for (const one of has) expect(all).toContain(one);
  for (const one of hasNot) expect(all).not.toContain(one);
  expect(all.isWellFormed()).toBe(true);
});
