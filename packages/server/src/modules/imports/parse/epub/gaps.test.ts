import { describe, expect, test } from 'vitest';
import { parseBook } from '../parse-book.ts';
import { docxOf, paragraph as word } from '../testing/docx-fixture.ts';
import { epubOf } from '../testing/epub-fixture.ts';
import { odtOf, paragraph as open } from '../testing/odt-fixture.ts';

const texts = Array.from({ length: 12 }, (_, i) => `Paragraph ${i} goes on for a while.`);
const html = texts.map((text) => `<p>${text}</p>`);
const inEpub = (paragraphs: string[], css = 'p { margin: 0 }') => ({
  name: 'a.epub',
  bytes: epubOf({
    files: [{ name: 'a.xhtml', head: `<style>${css}</style>`, body: `<h1>One</h1>${paragraphs.join('\n')}` }],
  }),
});
const inHtml = (paragraphs: string[]) => ({
  name: 'a.html',
  bytes: Buffer.from(`<html><body>${paragraphs.join('')}</body></html>`),
});
/** The texts of the paragraphs that begin a scene. */
const scenesOf = async (file: { name: string; bytes: Uint8Array }): Promise<string[]> => {
  const { chapters } = await parseBook(file);
  const lines = chapters.flatMap(({ content }) => content.split('\n'));
  expect(lines.filter((line) => line.startsWith('Paragraph'))).toEqual(texts);
  return lines.flatMap((line, i) => (line === '***' ? [lines[i + 1] ?? ''] : []));
};
const before = (at: number, added: string) => html.toSpliced(at, 0, added);
const scene = [texts[7]];

describe('an empty paragraph between paragraphs that are otherwise close is a scene break', () => {
  test.each(['<p>&nbsp;</p>', '<p><br/></p>', '<p class="x"> </p>', '<div> </div>'])('%s', async (blank) => {
    expect(await scenesOf(inEpub(before(7, blank)))).toEqual(scene);
    expect(await scenesOf(inHtml(before(7, blank)))).toEqual(scene);
  });

  test('in Word and OpenDocument files', async () => {
    const docx = texts.map((text) => word(text)).toSpliced(7, 0, word(''));
    expect(await scenesOf({ name: 'a.docx', bytes: docxOf({ body: docx.join('') }) })).toEqual(scene);
    const odt = texts.map((text) => open(text)).toSpliced(7, 0, open(''));
    expect(await scenesOf({ name: 'a.odt', bytes: odtOf({ body: odt.join('') }) })).toEqual(scene);
  });

  test('two of them are, where every paragraph is followed by one', async () => {
    const spaced = html.flatMap((paragraph) => [paragraph, '<p>&nbsp;</p>']);
    expect(await scenesOf(inEpub(spaced))).toEqual([]);
    expect(await scenesOf(inEpub(spaced.toSpliced(14, 0, '<p>&nbsp;</p>')))).toEqual(scene);
    const docx = texts.flatMap((text) => [word(text), word('')]).join('');
    expect(await scenesOf({ name: 'a.docx', bytes: docxOf({ body: docx }) })).toEqual([]);
  });
});

describe('a wider margin than usual is a scene break', () => {
  const wide = (style: string) => html.toSpliced(7, 1, `<p ${style}>${texts[7]}</p>`);
  test.each(['style="margin-top: 2em"', 'style="margin: 24pt 0 0"', 'class="first"'])('%s', async (style) => {
    expect(await scenesOf(inEpub(wide(style), 'p { margin: 0 } .first { margin-top: 5% }'))).toEqual(scene);
  });

  test('in Word and OpenDocument files', async () => {
    const docx = texts.map((text, i) => word(text, '', i === 7 ? '<w:spacing w:before="480"/>' : ''));
    expect(await scenesOf({ name: 'a.docx', bytes: docxOf({ body: docx.join('') }) })).toEqual(scene);
    const odt = texts.map((text, i) => open(text, i === 7 ? 'P4' : 'Standard'));
    expect(await scenesOf({ name: 'a.odt', bytes: odtOf({ body: odt.join('') }) })).toEqual(scene);
  });

  test('but not a usual one, a slightly wider one, or one of many', async () => {
    expect(await scenesOf(inEpub(html, 'p { margin: 2em 0 }'))).toEqual([]);
    expect(await scenesOf(inEpub(wide('style="margin-top: 0.5em"')))).toEqual([]);
    const many = html.map((paragraph, i) =>
      i % 3 === 0 ? paragraph.replace('<p>', '<p class="w">') : paragraph,
    );
    expect(await scenesOf(inEpub(many, 'p { margin: 0 } .w { margin-top: 2em }'))).toEqual([]);
  });

  test('and not around headings, quotations, signatures, pictures and inscriptions', async () => {
    const blank = '<p>&nbsp;</p>';
    const between = [
      '<blockquote><p>Quoted.</p></blockquote>',
      '<p style="text-align:right">Ann</p>',
      '<p style="margin: 2em">Indented.</p>',
      '<h2>Heading</h2>',
      '<p><img src="a.png" alt=""/></p>',
      `${blank}<p>NO ENTRY</p>${blank}`,
    ];
    for (const one of between) expect(await scenesOf(inEpub(before(7, one)))).toEqual([]);
    expect(await scenesOf(inEpub([blank, ...before(7, `${blank}<h2>Heading</h2>${blank}`)]))).toEqual([]);
  });
});

test('a heading of notes that are gone to their chapters is no chapter', async () => {
  const files = [
    {
      name: 'a.xhtml',
      body: `<h1>One</h1><p>Salt<a epub:type="noteref" href="n.xhtml#n1">1</a>.</p>${html.join('')}`,
    },
    {
      name: 'n.xhtml',
      body: '<h1>Endnotes</h1><p>Notes by the author.</p><ol><li id="n1" epub:type="endnote"><p>Sea salt. <a href="a.xhtml">↩</a></p></li></ol>',
    },
  ];
  const toc = [
    { title: 'One', href: 'a.xhtml' },
    { title: 'Endnotes', href: 'n.xhtml' },
  ];
  const { chapters } = await parseBook({ name: 'a.epub', bytes: epubOf({ files, toc }) });
  expect(chapters.map(({ title }) => title)).toEqual(['One']);
  expect(chapters[0]?.content).toMatch(/^Salt\[1\]\.\n.*\n\*\*\*\n\[1\] Sea salt\.$/s);
});
