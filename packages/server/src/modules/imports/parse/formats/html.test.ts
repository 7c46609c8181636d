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
    comments: 0,
    underlined: 0,
    struck: 0,
    words: 0,
  });
});

test('a page with entity declarations is refused', async () => {
  const bytes = Buffer.from(
    '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html><p>&a;</p></html>',
  );
  await expect(parseBook({ name: 'a.html', bytes })).rejects.toMatchObject({ code: 'UNSAFE' });
});
