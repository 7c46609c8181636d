import { describe, expect, test } from 'vitest';
import { parseBook } from '../parse-book.ts';
import { epubOf, type FixtureEpub, type FixtureFile } from '../testing/epub-fixture.ts';

const chaptersOf = async (epub: FixtureEpub) =>
  (await parseBook({ name: 'b.epub', bytes: epubOf(epub) })).chapters;

/** Parses a book with one file and returns its content. */
const contentOf = async (body: string, more: Partial<FixtureFile & FixtureEpub> = {}) => {
  const { head, ...epub } = more;
  const chapters = await chaptersOf({ files: [{ name: 'a.xhtml', body, head }], ...epub });
  expect(chapters).toHaveLength(1);
  return chapters[0]?.content;
};

describe('a paragraph is a line', () => {
  test('white space is collapsed, invisible characters are removed', async () => {
    const body =
      '<p>\n  Two\n\t words,\u00A0and\u2060\u00AD more.&#13;\n</p>\n<div>Loose <span>text</span></div>tail<p>  </p>';
    expect(await contentOf(body)).toBe('Two words, and more.\nLoose text\ntail');
  });

  test('letters are normalized; French punctuation keeps its no-break space', async () => {
    expect(await contentOf('<p>Cafe\u0301 ferme\u0301\u00A0! «\u00A0Oui\u00A0»</p>')).toBe(
      'Café fermé\u00A0! «\u00A0Oui\u00A0»',
    );
  });

  test('each line of verse is a line', async () => {
    const body =
      '<p>Before.</p><blockquote><p><span>Fifteen <i>men</i></span><br/>\n<span class="i1">On the chest</span></p></blockquote>';
    expect(await contentOf(body)).toBe('Before.\nFifteen *men*\nOn the chest');
  });

  test('all kinds of scene breaks become the same mark', async () => {
    const body =
      '<hr/><p>A</p><hr class="tb"/><p>* * *</p><p>B</p><p>⁂</p><p>C</p><p>*</p><p>D</p><p class="scene-break"></p><p>E</p><p>-----</p>';
    expect(await contentOf(body)).toBe('A\n***\nB\n***\nC\n***\nD\n***\nE');
  });

  test('lists and tables become lines', async () => {
    const body =
      '<ul><li>Salt</li><li><p>Rope</p><p>and more</p></li></ul><ol start="3"><li>Three</li><li value="7">Seven</li></ol>' +
      '<table><tr><td>Ann</td><td>12</td></tr><tr><td><p>Bo</p></td><td>13</td></tr></table><pre>one\n  two</pre>';
    expect(await contentOf(body)).toBe(
      '• Salt\n• Rope\nand more\n3. Three\n7. Seven\nAnn | 12\nBo\n13\none\ntwo',
    );
  });
});

describe('emphasis', () => {
  test('comes from i, em, b, strong and cite; marks are directly around words', async () => {
    const body =
      '<p>A <i>very </i>old <b> man</b>, <em>so</em> <em>old</em><i>est</i>; <i><b>both</b></i>, <i>a</i><b>b</b>.<i>.</i> <em> </em><cite>Emma</cite></p>';
    expect(await contentOf(body)).toBe(
      'A *very* old **man**, *so oldest*; ***both***, *a\u2060***\u2060b**.. *Emma*',
    );
  });

  test('comes from style sheets, classes and styles; small capitals are plain', async () => {
    const head =
      '<link rel="stylesheet" href="s.css"/><style>.own{font-style:oblique} b{font-weight:normal}</style>';
    const css =
      '/* x{} */ @media print{.sc{font-style:italic}} .it, span.it2{font-style: italic} .bo{font-weight:700} .sc{font-variant:small-caps} i.up{font-style:normal} h2{font-style:italic}';
    const body =
      '<p><span class="it">a</span> x <span class="it2">b</span> x <span class="bo">c</span> x <span class="own">d</span> x <span class="sc">e</span> x <i class="up">f</i> x <span style="font-style:italic">g</span> x <b>h</b></p><p class="it">A thought.</p>';
    const content = await contentOf(body, { head, entries: { 'OEBPS/s.css': css } });
    expect(content).toBe('*a* x *b* x **c** x *d* x e x f x *g* x h\n*A thought.*');
  });

  test('asterisks of the source never become marks', async () => {
    const body = '<p>2 * 3 * 4 and *this* and **that**</p><p>f*ck it</p><p>a * and <i>b</i></p>';
    expect(await contentOf(body)).toBe('2 * 3 * 4 and \\*this\\* and \\*\\*that\\*\\*\nf*ck it\na * and *b*');
  });

  test('a paragraph that looks like verse or a scene break is shown as it is', async () => {
    expect(await contentOf('<p>| A</p><ul><li>| B</li></ul><p>\\| C</p><p>D \\*</p>')).toBe(
      '\\| A\n• | B\n\\\\| C\nD \\\\*',
    );
  });

  test('emphasis on part of a word is kept; an illustration in emphasis leaves no marks', async () => {
    const body =
      '<p>un<i>believ</i>able l’<i>Iliade</i> <b>Titanic</b>’s</p><p>So <i>[Illustration: <b>A</b> ship]</i> it is.</p>';
    expect(await contentOf(body)).toBe('un\u2060*believ*\u2060able l’*Iliade* **Titanic**’s\nSo it is.');
  });

  test('headings inside a chapter are plain lines', async () => {
    expect(await contentOf('<h1>T</h1><p>A</p><h3><b>A <i>Letter</i></b></h3><p>B</p>')).toBe(
      'A\nA Letter\nB',
    );
  });
});

describe('pictures and pages', () => {
  test('an initial letter that is a picture or a drop cap belongs to its word', async () => {
    const body =
      '<p class="nind"><span class="letra"><img src="i.jpg" alt="I"/></span>T is a truth.</p>' +
      '<p><span class="dropcap">T</span>\n<span class="sc">he</span> sea.</p><p><img alt="W"/> hen he came.</p><p><span class="dropcap">A</span> man came.</p>' +
      '<p><img alt="“T"/>hat is so.”</p>';
    expect(await contentOf(body)).toBe('IT is a truth.\nThe sea.\nWhen he came.\nA man came.\n“That is so.”');
  });

  test('page numbers, pictures, captions and hidden elements are dropped', async () => {
    const body =
      '<p>One <span class="pagenum" id="p1">[Pg 12]</span>two<a class="pageno">13</a> <span epub:type="pagebreak" title="14">14</span>three.</p>' +
      '<div class="figcenter"><img alt="A ship" src="s.jpg"/><p class="caption">The ship.</p></div><figure><img alt="x"/><figcaption>The sea</figcaption></figure>' +
      '<p><img alt="A decoration" src="d.png"/></p><p>[Illustration: He came [Page 7] down]</p><p>End.[Illustration]</p><p hidden="hidden">No.</p><svg><title>Logo</title></svg><script>alert(1)</script>';
    expect(await contentOf(body)).toBe('One two three.\nEnd.');
  });
});

describe('notes', () => {
  test('of an EPUB 3, in the chapter or in a separate file, are numbered per chapter', async () => {
    const ref = (n: number, href: string) => `<a epub:type="noteref" id="r${n}" href="${href}">${n}</a>`;
    const chapters = await chaptersOf({
      files: [
        {
          name: 'a.xhtml',
          body: `<h1>One</h1><p>Here${ref(1, '#n1')} and there${ref(2, 'notes.xhtml#n2')}.</p><aside epub:type="footnote" id="n1"><p><a href="#r1">1</a>. A <i>first</i> note.</p><p>It goes on.</p></aside><p>After.</p>`,
        },
        { name: 'b.xhtml', body: `<h1>Two</h1><p>Again${ref(3, 'notes.xhtml#n3')}.</p>` },
        {
          name: 'notes.xhtml',
          body: '<section epub:type="endnotes"><h2>Endnotes</h2><ol><li id="n2"><p>Second. <a epub:type="backlink" href="a.xhtml#r2">↩</a></p></li><li id="n3"><p>Third.<a href="b.xhtml#r3">↩︎</a></p></li></ol></section>',
        },
      ],
      toc: [
        { title: 'One', href: 'a.xhtml' },
        { title: 'Two', href: 'b.xhtml' },
        { title: 'Endnotes', href: 'notes.xhtml' },
      ],
    });
    expect(chapters.map(({ title, content }) => [title, content])).toEqual([
      ['One', 'Here[1] and there[2].\nAfter.\n***\n[1] A *first* note.\nIt goes on.\n[2] Second.'],
      ['Two', 'Again[1].\n***\n[1] Third.'],
    ]);
  });

  test('of Project Gutenberg are found by anchors that link to each other', async () => {
    const body = `<h2>One</h2><p>Text<a id="FNanchor_1_1" href="#Footnote_1_1" class="fnanchor">[1]</a> goes on<a id="FNanchor_2_2"/><a href="#Footnote_2_2" class="fnanchor">[2]</a>.</p>
      <h3>FOOTNOTES:</h3><div class="footnote"><p><a id="Footnote_1_1"/><a href="#FNanchor_1_1"><span class="label">[1]</span></a> First note.</p><p>More of it.</p></div>
      <div class="footnote"><p><a id="Footnote_2_2" href="#FNanchor_2_2" class="label">[2]</a> Second note.</p></div>`;
    expect(await contentOf(body)).toBe(
      'Text[1] goes on[2].\n***\n[1] First note.\nMore of it.\n[2] Second note.',
    );
  });

  test('without types or classes are found by a short mark and a link back', async () => {
    const body =
      '<h2>One</h2><p>Text<sup><a id="a1" href="#b1">*</a></sup> goes on.</p><p>More.</p><p><a id="b1" href="#a1">*</a> A note.</p>';
    expect(await contentOf(body)).toBe('Text[1] goes on.\nMore.\n***\n[1] A note.');
  });

  test('a heading that links back to the table of contents is not a note', async () => {
    const chapters = await chaptersOf({
      files: [
        {
          name: 't.xhtml',
          body: '<h2>Contents</h2><p><a id="t1" href="a.xhtml#c1">1</a></p><p><a id="t2" href="a.xhtml#c2">2</a></p><p><a href="a.xhtml#c3">3</a></p>',
        },
        {
          name: 'a.xhtml',
          body: '<h2 id="c1"><a href="t.xhtml#t1">1</a></h2><p>One.</p><h2 id="c2"><a href="t.xhtml#t2">2</a></h2><p>Two.</p><h2 id="c3">3</h2><p>Three.</p>',
        },
      ],
      toc: [1, 2, 3].map((n) => ({ title: String(n), href: `a.xhtml#c${n}` })),
    });
    expect(chapters.map(({ title, content }) => [title, content])).toEqual([
      ['1', 'One.'],
      ['2', 'Two.'],
      ['3', 'Three.'],
    ]);
  });

  test('a note without a reference stays in place', async () => {
    expect(
      await contentOf('<p>A.</p><aside epub:type="footnote" id="n"><p>Lonely.</p></aside><p>B.</p>'),
    ).toBe('A.\nLonely.\nB.');
  });
});
