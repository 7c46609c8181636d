import { describe, expect, test } from 'vitest';
import { parseBook, readFileAsBook } from '../parse-book.ts';
import { heading, type OdtFixture, odtOf, paragraph } from '../testing/odt-fixture.ts';

const prose = 'The sea went on and on. '.repeat(60).trim();
const file = (odt: OdtFixture) => ({ name: 'salt-road.odt', bytes: odtOf(odt) });
const read = (odt: OdtFixture) => parseBook(file(odt));
const contentOf = async (body: string) => {
  const { chapters } = await read({ body });
  expect(chapters).toHaveLength(1);
  return chapters[0]?.content;
};
const span = (text: string, style: string) => `<text:span text:style-name="${style}">${text}</text:span>`;

describe('the chapters of an OpenDocument text', () => {
  test('come from outline levels', async () => {
    const book = await read({
      meta: '<dc:title>The Salt Road</dc:title><meta:initial-creator>Ann Marsh</meta:initial-creator><dc:creator>Editor</dc:creator><dc:language>en-GB</dc:language><meta:keyword>sea</meta:keyword><meta:keyword>horror</meta:keyword>',
      body:
        paragraph('The Salt Road', 'Title') +
        `<text:table-of-content><text:index-body>${paragraph('The Sea 3')}</text:index-body></text:table-of-content>` +
        heading('Part One') +
        heading('The Sea', 2) +
        paragraph(prose) +
        heading('The Land', 2) +
        paragraph(prose),
    });
    expect(book).toMatchObject({
      format: 'odt',
      title: 'The Salt Road',
      author: 'Ann Marsh',
      language: 'en-GB',
      genres: ['sea', 'horror'],
    });
    expect(book.chapters.map(({ volume, title, content }) => [volume, title, content])).toEqual([
      ['Part One', 'The Sea', prose],
      ['Part One', 'The Land', prose],
    ]);
  });

  test('come from the numbers that LibreOffice shows, and from page breaks', async () => {
    const numbered = await read({
      outline:
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-prefix="Chapter "/></text:outline-style>',
      body: heading('') + paragraph(prose) + heading('Home') + paragraph(prose),
    });
    expect(numbered.chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2: Home']);
    const { chapters } = await read({ body: paragraph(prose) + paragraph(`${prose} Two.`, 'P1') });
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2']);
  });
});

describe('the text of an OpenDocument text', () => {
  test('keeps italics and bold of spans and paragraphs', async () => {
    const body =
      paragraph(
        `<text:s/>${span('Slow', 'T1')}, ${span('loud', 'T2')}, ${span('both', 'T3')}, ${span(`nested ${span('bold', 'T2')}`, 'T1')}.`,
      ) + paragraph('All of it', 'P2');
    expect(await contentOf(body)).toBe('*Slow*, **loud**, ***both***, *nested **bold***.\n*All of it*');
  });

  test('keeps verse, line breaks, spaces and tabs; page ends of the layout are nothing', async () => {
    const lines = '<text:s/>One<text:s text:c="3"/>line<text:line-break/>and<text:tab/>another';
    expect(
      await contentOf(
        paragraph(`<text:s/>${prose}`) +
          paragraph(lines) +
          paragraph('<text:soft-page-break/>Far') +
          paragraph('Roses', 'Verse') +
          paragraph('', 'Verse') +
          paragraph('blue', 'Verse'),
      ),
    ).toBe(`${prose}\n|  One line\n| and another\nFar\n| Roses\n|\n| blue`);
  });

  test('keeps scene breaks: ornaments and lines', async () => {
    const body =
      paragraph('A.') +
      paragraph('* * *', 'P3') +
      paragraph('B.') +
      paragraph('', 'Horizontal_20_Line') +
      paragraph('C.') +
      paragraph('<draw:line svg:x1="0cm"><text:p/></draw:line>') +
      paragraph('D.', 'Horizontal_20_Line') +
      paragraph('E.');
    expect(await contentOf(body)).toBe('A.\n***\nB.\n***\nC.\n***\nD.\n***\nE.');
  });

  test('keeps scene breaks that are shapes, borders or empty centered paragraphs', async () => {
    const shape = paragraph(
      '<draw:custom-shape><text:p/><draw:enhanced-geometry draw:type="star5"/></draw:custom-shape>',
    );
    const breaks = [shape, paragraph('', 'P5'), paragraph('', 'P6'), paragraph('', 'P3')];
    expect(
      await contentOf(breaks.map((one, i) => paragraph(`Scene ${i}.`) + one).join('') + paragraph('End.')),
    ).toBe('Scene 0.\n***\nScene 1.\n***\nScene 2.\n***\nScene 3.\n***\nEnd.');
  });

  test('keeps the formats and first numbers of lists, as LibreOffice shows them', async () => {
    const level = (n: number, attributes: string) =>
      `<text:list-level-style-number text:level="${n}" ${attributes}/>`;
    const style = (name: string, levels: string) =>
      `<text:list-style style:name="${name}">${levels}</text:list-style>`;
    const outline =
      style('Roman', level(1, 'style:num-format="I" text:start-value="4" style:num-suffix=")"')) +
      style(
        'Deep',
        level(1, 'style:num-format="1"') + level(2, 'style:num-format="a" text:display-levels="2"'),
      ) +
      style('None', level(1, 'style:num-format=""'));
    const list = (name: string, items: string, more = '') =>
      `<text:list text:style-name="${name}"${more}>${items}</text:list>`;
    const item = (text: string, more = '', inner = '') =>
      `<text:list-item${more}>${paragraph(text)}${inner}</text:list-item>`;
    const { chapters } = await read({
      outline,
      body:
        list('Roman', item('bell') + item('gate')) +
        paragraph('Between.') +
        list('Roman', item('widow'), ' text:continue-numbering="true"') +
        list('Roman', item('lamp', ' text:start-value="9"')) +
        list(
          'Deep',
          item('sea', '', list('', item('salt') + item('rope')).replace(' text:style-name=""', '')),
        ) +
        list('None', item('plain')),
    });
    expect(chapters[0]?.content).toBe(
      'IV) bell\nV) gate\nBetween.\nVI) widow\nIX) lamp\n1. sea\n1.a. salt\n1.b. rope\nplain',
    );
  });

  test('ignores the indentation of its XML, as AbiWord writes it', async () => {
    const note = `<text:note><text:note-body>\n   ${paragraph('Water.')}\n</text:note-body></text:note>`;
    expect(await contentOf(paragraph(`<text:span>Salt</text:span>${note}, road\n  side.`))).toBe(
      'Salt[1], road side.\n***\n[1] Water.',
    );
  });

  test('has notes that are links and bookmarks after the chapter; counts placeholders', async () => {
    const link = (name: string) => `<text:a xlink:href="#${name}">1</text:a>`;
    const { book } = await readFileAsBook(
      file({
        body:
          paragraph(`<text:bookmark text:name="r1"/>Salt${link('n1')} road.`) +
          paragraph('<text:placeholder text:placeholder-type="text">Your name</text:placeholder>End.') +
          paragraph(`<text:bookmark text:name="n1"/>${link('r1')} From the sea.`),
      }),
    );
    expect(book.pieces[0]?.content).toBe('Salt[1] road.\nEnd.\n***\n[1] From the sea.');
    expect(book.losses).toMatchObject({ words: 2, links: 0 });
  });

  test('names underlined and struck-through passages', async () => {
    const { book } = await readFileAsBook(file({ body: paragraph(`<text:s/>a ${span('b', 'T5')} c`) }));
    expect(book.pieces[0]?.content).toBe('a b c');
    expect(book.losses).toMatchObject({ underlined: 1, struck: 1 });
  });

  test('has no deleted, hidden or commented text', async () => {
    const body = `<text:tracked-changes><text:changed-region><text:deletion>${paragraph('Never')}</text:deletion></text:changed-region></text:tracked-changes>${paragraph(
      `<text:change-start/>Always<text:change-end/> here<office:annotation><dc:creator>Bo</dc:creator>${paragraph('Really?')}</office:annotation>.${span('Hidden', 'T4')}`,
    )}`;
    const { book } = await readFileAsBook(file({ body }));
    expect(book.pieces[0]?.content).toBe('Always here.');
    expect(book.losses).toEqual({
      images: 0,
      links: 0,
      tables: 0,
      formulas: 0,
      comments: 1,
      underlined: 0,
      struck: 0,
      notes: 0,
      words: 1,
    });
  });

  test('names hidden sections, hidden texts and formulas', async () => {
    const hidden = (attributes: string, text: string) =>
      `<text:section text:name="a" ${attributes}>${paragraph(text)}</text:section>`;
    const formula = (href: string) =>
      `<draw:frame><draw:object xlink:href="${href}"/><draw:image xlink:href="./ObjectReplacements/a"/></draw:frame>`;
    const entry = (path: string, type: string) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="application/vnd.oasis.opendocument.${type}"/>`;
    const body =
      paragraph('One.') +
      hidden('text:display="none"', 'Two words') +
      hidden('text:display="condition" text:condition="ooow:1" text:is-hidden="true"', 'hidden') +
      hidden('text:display="condition" text:condition="ooow:0"', 'Shown.') +
      paragraph(
        `<text:hidden-text text:condition="1" text:string-value="one more" text:is-hidden="true"/>${formula('./Object 1')}${formula('Formula-0/')}${formula('./Chart')}<draw:frame><draw:object><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></draw:object></draw:frame>End.`,
      );
    const manifest =
      entry('Object 1/', 'formula') + entry('Formula-0/', 'formula') + entry('Chart/', 'chart');
    const { book } = await readFileAsBook(file({ body, manifest }));
    expect(book.pieces[0]?.content).toBe('One.\nShown.\nEnd.');
    expect(book.losses).toMatchObject({ words: 5, formulas: 3, images: 1 });
  });

  test('has footnotes after the chapter, text boxes, lists and tables', async () => {
    const note = `<text:note text:id="ftn1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${paragraph(span('Salt.', 'T1'))}</text:note-body></text:note>`;
    const box = `<draw:frame><svg:title>A box</svg:title><draw:text-box>${paragraph('In a box.')}</draw:text-box></draw:frame>`;
    const item = (text: string) => `<text:list-item>${paragraph(text)}</text:list-item>`;
    const body =
      paragraph(`<text:s/>Before${note}${box} after.`) +
      `<text:list text:style-name="L1">${item('Salt')}${item('Rope')}<text:list-item><text:list>${item('Inner')}</text:list></text:list-item></text:list>` +
      `<text:list>${item('Loose')}</text:list>` +
      `<table:table><table:table-row><table:table-cell>${paragraph('Ann')}</table:table-cell></table:table-row></table:table>` +
      paragraph(
        '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame><text:a xlink:href="https://example.org">There</text:a>',
      );
    const { book } = await readFileAsBook(file({ body }));
    expect(book.pieces[0]?.content).toBe(
      'Before[1] after.\nIn a box.\n1. Salt\n2. Rope\n1. Inner\n• Loose\nAnn\nThere\n***\n[1] *Salt.*',
    );
    expect(book.losses).toEqual({
      images: 1,
      links: 1,
      tables: 1,
      formulas: 0,
      comments: 0,
      underlined: 0,
      struck: 0,
      notes: 0,
      words: 0,
    });
  });
});
