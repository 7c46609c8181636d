import { expect, test } from 'vitest';
import { parseBook, readFileAsBook } from '../parse-book.ts';

const prose = 'The sea went on and on. '.repeat(60).trim();
const page = `<html lang=en-GB><head><meta http-equiv=Content-Type content="text/html; charset=windows-1252">
<meta name="author" content="Ann Marsh"><title>The Salt Road</title>
<style>p.MsoNormal {margin:0} span.Em {font-style:italic}</style></head><body><div class=WordSection1>
<h1>Chapter 1</h1><p class=MsoNormal>Caf\u00e9, <i>slowly</i>, <b><i>both</i></b>. ${prose}</p>
<p class=MsoNormal>* * *</p><p class=MsoNormal><span class=Em>Later</span>. <a href="https://example.org">There</a>.</p>
<h1>Chapter 2</h1><p><img src="file:///etc/passwd">${prose}</p>
<div class=poem><p>One line<br>and another</p><p>a stanza<br>more</p></div>
</div><script>alert(1)</script></body></html>`;
const file = { name: 'salt.htm', bytes: Buffer.from(page, 'latin1') };

test('a page that a word processor has saved is divided at its headings, with its styles and encoding', async () => {
  const book = await parseBook(file);
  expect(book).toMatchObject({
    format: 'html',
    title: 'The Salt Road',
    author: 'Ann Marsh',
    language: 'en-GB',
  });
  expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([
    ['Chapter 1', `Café, *slowly*, ***both***. ${prose}\n***\n*Later*. There.`],
    ['Chapter 2', `${prose}\n| One line\n| and another\n|\n| a stanza\n| more`],
  ]);
});

test('what cannot be imported is counted, and nothing is fetched', async () => {
  const { book } = await readFileAsBook(file);
  expect(book.losses).toEqual({
    images: 1,
    links: 1,
    tables: 0,
    formulas: 0,
    comments: 0,
    underlined: 0,
    struck: 0,
    notes: 0,
    words: 0,
  });
});

test('the first words of a piece end at a word', async () => {
  const { excerpt = '' } = (await readFileAsBook(file)).book.pieces[1] ?? {};
  expect(excerpt).toMatch(/^The sea went on .*…$/);
  expect(prose.slice(excerpt.length - 1)).toMatch(/^[ .]/);
});

test('hidden text and formulas are counted', async () => {
  const markup =
    '<p>One.</p><p hidden>Two <b>words</b></p><nav hidden>No loss</nav><p>So <math><semantics><mi>x</mi><mo>=</mo><mn>2</mn><annotation encoding="application/x-tex">x=2</annotation></semantics></math>.</p>';
  const { book } = await readFileAsBook({ name: 'a.html', bytes: Buffer.from(markup) });
  expect(book.pieces[0]?.content).toBe('One.\nSo x=2.');
  expect(book.losses).toMatchObject({ words: 2, formulas: 1 });
});

test('a page with entity declarations is refused', async () => {
  const bytes = Buffer.from(
    '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html><p>&a;</p></html>',
  );
  await expect(parseBook({ name: 'a.html', bytes })).rejects.toMatchObject({ code: 'UNSAFE' });
});

const contentOf = async (markup: string, name = 'a.html') =>
  (await parseBook({ name, bytes: Buffer.from(markup) })).chapters.map(({ title, content }) => [
    title,
    content,
  ]);

test('a part of a page without <html> is a page, by its first tag or its name', async () => {
  expect(await contentOf('<h1>One</h1><p>It <i>was</i>.</p>', 'a.txt')).toEqual([['One', 'It *was*.']]);
  expect(await contentOf('It <i>was</i>.<br>Late.')).toEqual([['A', 'It *was*.\nLate.']]);
  expect(await contentOf('x < y', 'a.txt')).toEqual([['A', 'x < y']]);
});

test('a footnote is kept whose reference is in a heading', async () => {
  const markup =
    '<h2>One<a epub:type="noteref" id="r" href="#n">1</a></h2><p>Text<a epub:type="noteref" href="#m">2</a>.</p><aside epub:type="footnote" id="n">First.</aside><aside epub:type="footnote" id="m">Second.</aside>';
  expect(await contentOf(markup)).toEqual([['One', '[1]\nText[2].\n***\n[1] First.\n[2] Second.']]);
});

test('the lines of a poem keep their indentation, but not that of the poem', async () => {
  const poem =
    '<div class="poem" style="margin-left: 4em"><p>a</p><p style="margin-left: 1em">b</p><p><span class="i4">c</span></p><p>\u00A0d</p></div>';
  expect(await contentOf(`<p>Text.</p>${poem}<p style="margin-left: 2em">End.</p>`)).toEqual([
    ['A', 'Text.\n| a\n|   b\n|     c\n|  d\nEnd.'],
  ]);
});

test('captions, underlined and struck-through passages are named', async () => {
  const markup =
    '<p>a <u>b <i>c</i></u> <del>d</del> <span style="text-decoration: underline">e</span> <a href="https://x.y"><u>f</u></a></p><figure><figcaption>Two words</figcaption></figure>';
  const { book } = await readFileAsBook({ name: 'a.html', bytes: Buffer.from(markup) });
  expect(book.losses).toMatchObject({ underlined: 3, struck: 1, words: 2 });
});

test('the title of a chapter without text comes before the next title', async () => {
  const text = `<h1>Chapter 1</h1><p>${prose}</p><h1>Intermezzo</h1><h1>Chapter 2</h1><p>${prose}</p><h1>Coda</h1>`;
  const { chapters } = await parseBook({ name: 'x.html', bytes: Buffer.from(text) });
  expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Intermezzo — Chapter 2']);
  expect(chapters.at(-1)?.content).toBe(`${prose}\nCoda`);
});

test('lists keep the numbers that are shown', async () => {
  const list = '<ol type="I"><li>oil</li><li>wick</li></ol><ol type="a" start="3"><li>salt</li></ol>';
  expect(await contentOf(`<h1>One</h1>${list}`)).toEqual([['One', 'I. oil\nII. wick\nc. salt']]);
});

test('the fallback of an object is text, and the number of a line of a poem stays apart', async () => {
  const poem = '<div class="poem"><p>Sing<span class="linenum">5</span></p><p>Muse</p></div>';
  expect(await contentOf(`<h1>One</h1><object data="a.svg"><p>A map.</p></object>${poem}`)).toEqual([
    ['One', 'A map.\n| Sing 5\n| Muse'],
  ]);
});

test('what a class hides is left out and counted', async () => {
  const bytes = Buffer.from(
    '<html><head><style>.gone { display: none }</style></head><body><h1>One</h1><p>Text.</p><p class="gone">Two words.</p></body></html>',
  );
  const { book } = await readFileAsBook({ name: 'a.html', bytes });
  expect(book.pieces.map(({ content }) => content)).toEqual(['Text.']);
  expect(book.losses).toMatchObject({ words: 2 });
});

test('short lines in elements of their own are a stanza, by its name or by most of them being no sentences', async () => {
  const lines = [
    'O salt, O road, O morning,',
    'the tide forgets us all,',
    'and ropes that held till dawning',
  ];
  const stanza = `<div>${lines.map((line) => `<div>${line}</div>`).join('')}</div>`;
  const verse = lines.map((line) => `| ${line}`).join('\n');
  for (const poem of [`<div>${stanza}${stanza}</div>`, `<div class="poem">${stanza}${stanza}</div>`])
    expect(await contentOf(`<p>Before.</p>${poem}<p>After.</p>`)).toEqual([
      ['A', `Before.\n${verse}\n|\n${verse}\nAfter.`],
    ]);
  const indented =
    '<div><p>O salt, O road,</p><p style="margin-left: 1em">O morning,</p><p>O the tide</p></div>';
  expect(await contentOf(indented)).toEqual([['A', '| O salt, O road,\n|   O morning,\n| O the tide']]);
});

test.each([
  ['sentences', ['She sat down by the fire.', 'The lamp was out.', 'Nobody spoke, as always']],
  ['dialogue', ['“Who is it,” she said', '“Me,” said Jon in the dark', '“and nobody else”']],
  ['details', ['Name: Mara Venn of Salt', 'Level: three and a half', 'Class: keeper of the lamp']],
  ['cells', ['oil', 'rope', 'four pennies']],
  ['titles', ['The keeper of the lamp', 'Chapter 2: The road of salt', 'The end of the road']],
  ['paragraphs', ['A line that is short', 'and one', `and another, ${'which goes on '.repeat(6)}`]],
])('%s in elements of their own stay lines', async (_, lines) => {
  const group = `<div>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`;
  expect(await contentOf(`<p>Before.</p>${group}`)).toEqual([
    ['A', ['Before.', ...lines.map((line) => line.trim())].join('\n')],
  ]);
});

test('a title that a program gave is none: that of the text is, or the file’s name', async () => {
  const chapters = `<h2>One</h2><p>${prose}</p><h2>Two</h2><p>${prose}</p>`;
  const titleOf = async (head: string) => {
    const bytes = Buffer.from(
      `<html><head><title>AbiWord HTML Document</title></head>${head}${chapters}</html>`,
    );
    return (await parseBook({ name: 'salt.html', bytes })).title;
  };
  expect(await titleOf('<h1>The Salt Road</h1>')).toBe('The Salt Road');
  expect(await titleOf('')).toBe('Salt');
});

test('line ends are kept where the style shows them', async () => {
  const markup = '<p>Text.</p><p style="white-space: pre-wrap">a road\nof salt\nand morning</p><p>b\nc</p>';
  expect(await contentOf(markup)).toEqual([['A', 'Text.\n| a road\n| of salt\n| and morning\nb c']]);
});
