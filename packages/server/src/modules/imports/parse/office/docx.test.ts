import { lossTexts } from '@inkling/contract/import-losses';
import { describe, expect, test } from 'vitest';
import { lampStory, written } from '../../../exports/testing/written.ts';
import { parseBook, readFileAsBook } from '../parse-book.ts';
import { type DocxFixture, docxOf, paragraph, run } from '../testing/docx-fixture.ts';

const prose = 'The sea went on and on. '.repeat(60).trim();
const file = (docx: DocxFixture) => ({ name: 'salt-road.docx', bytes: docxOf(docx) });
const read = (docx: DocxFixture) => parseBook(file(docx));
const contentOf = async (body: string, more: Partial<DocxFixture> = {}) => {
  const { chapters } = await read({ body, ...more });
  expect(chapters).toHaveLength(1);
  return chapters[0]?.content;
};
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

describe('the chapters of a Word document', () => {
  test('come from heading styles by name in any language, and from outline levels', async () => {
    const book = await read({
      core: '<dc:title>The Salt Road</dc:title><dc:creator>Ann Marsh</dc:creator><dc:description>A tale.</dc:description><dc:language>en-GB</dc:language><cp:keywords>sea; horror</cp:keywords>',
      body:
        paragraph('The Salt Road', 'Titel') +
        paragraph('Ann Marsh') +
        paragraph('Chapter 1\t3', 'Verzeichnis1') +
        paragraph('Part One', 'berschrift1') +
        paragraph('The Sea', 'berschrift2') +
        paragraph(prose) +
        paragraph('The Land', '', '<w:outlineLvl w:val="1"/>') +
        paragraph(prose) +
        paragraph('Part Two', 'Abschnitt') +
        paragraph('Home', 'berschrift2') +
        paragraph(prose),
    });
    expect(book).toMatchObject({
      format: 'docx',
      title: 'The Salt Road',
      author: 'Ann Marsh',
      description: 'A tale.',
      language: 'en-GB',
      genres: ['sea', 'horror'],
    });
    expect(book.chapters.map(({ volume, title, content }) => [volume, title, content])).toEqual([
      ['Part One', 'The Sea', prose],
      ['Part One', 'The Land', prose],
      ['Part Two', 'Home', prose],
    ]);
  });

  test('come from the numbers that Word shows, which are not in the text', async () => {
    const level = (text: string) =>
      `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>`;
    const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>';
    const { chapters } = await read({
      numbering: level('Chapter %1'),
      body:
        paragraph('', 'berschrift1', numbered) +
        paragraph(prose) +
        paragraph('Home', 'berschrift1', numbered) +
        paragraph(prose),
    });
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter I', 'Chapter II: Home']);
    const items = paragraph('Salt', '', numbered) + paragraph('Rope', '', numbered);
    expect(await contentOf(paragraph(prose) + items, { numbering: level('%1.') })).toBe(
      `${prose}\nI. Salt\nII. Rope`,
    );
  });

  test('come from page breaks, if there are neither headings nor titles', async () => {
    const { chapters } = await read({
      body: [prose, `${prose} Two.`, `${prose} Three.`].map((text) => paragraph(text)).join(pageBreak),
    });
    expect(chapters.map(({ title, content }) => [title, content.slice(-6)])).toEqual([
      ['Chapter 1', 'nd on.'],
      ['Chapter 2', ' Two.'.padStart(6, '.')],
      ['Chapter 3', 'Three.'],
    ]);
  });

  test('come from a page break inside a paragraph, whose text above it stays above', async () => {
    const divided = `${run(prose)}<w:r><w:br w:type="page"/></w:r>${run(`${prose} Two.`)}`;
    const { chapters } = await read({ body: paragraph(divided) + paragraph(`${prose} Three.`) });
    expect(chapters.map(({ content }) => content)).toEqual([prose, `${prose} Two.\n${prose} Three.`]);
  });

  test('come from paragraphs that are chapter titles', async () => {
    const title = (text: string) => paragraph(run(text, '<w:b/>'), '', '<w:jc w:val="center"/>');
    const { chapters } = await read({
      body:
        title('CHAPTER ONE') + title('The Sea') + paragraph(prose) + title('CHAPTER TWO') + paragraph(prose),
    });
    expect(chapters.map(({ title, content }) => [title, content])).toEqual([
      ['CHAPTER ONE: The Sea', prose],
      ['CHAPTER TWO', prose],
    ]);
  });
});

test('titles of Project Gutenberg lose their capitals in a document too', async () => {
  const { chapters } = await read({
    body:
      paragraph('The Project Gutenberg eBook of The Sea') +
      ['CHAPTER ONE.', 'CHAPTER TWO.']
        .map((title) => paragraph(title, 'berschrift1') + paragraph(prose))
        .join(''),
  });
  expect(chapters.map(({ title }) => title)).toEqual(['Chapter One', 'Chapter Two']);
});

test('short lines in bold and centered are chapter titles, if there are no others', async () => {
  const title = (text: string) => paragraph(run(text, '<w:b/>'), '', '<w:jc w:val="center"/>');
  const { chapters } = await read({
    body:
      title('The Sea') +
      paragraph(prose) +
      title('* * *') +
      paragraph(prose) +
      title('THE LAND.') +
      paragraph(prose),
  });
  expect(chapters.map(({ title, content }) => [title, content])).toEqual([
    ['The Sea', `${prose}\n***\n${prose}`],
    ['THE LAND.', prose],
  ]);
});

describe('the text of a Word document', () => {
  test('has a scene break below a paragraph with a line under it, and keeps the indentation of verse', async () => {
    const border = (value: string) => `<w:pBdr><w:bottom w:val="${value}"/></w:pBdr>`;
    const ruled = paragraph('A.', '', border('single'));
    const none = paragraph('None.', '', border('none'));
    const cell = `<w:tbl><w:tr><w:tc>${paragraph('Cell.', '', border('single'))}</w:tc></w:tr></w:tbl>`;
    const line = '<w:p><w:r><w:drawing><a:prstGeom prst="line"/></w:drawing></w:r></w:p>';
    const verse = paragraph('Roses', 'Gedicht') + paragraph('   are red', 'Gedicht');
    expect(await contentOf(ruled + paragraph('B.') + line + none + cell + paragraph('C.') + verse)).toBe(
      'A.\n***\nB.\n***\nNone.\nCell.\nC.\n| Roses\n|    are red',
    );
  });

  test('names underlined, struck and hidden words, and keeps the notes of headings', async () => {
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const { book } = await readFileAsBook(
      file({
        footnotes: `<w:footnote w:id="2">${paragraph('Salt.')}</w:footnote>`,
        body:
          paragraph(run('One') + note, 'berschrift1') +
          paragraph(
            run('a', '<w:u w:val="single"/>') +
              run('b', '<w:u w:val="none"/>') +
              run('c', '<w:strike/>') +
              run('two words', '<w:vanish/>'),
          ),
      }),
    );
    expect(book.pieces).toMatchObject([{ title: 'One', content: '[1]\nabc\n***\n[1] Salt.' }]);
    expect(book.losses).toMatchObject({ underlined: 1, struck: 1, words: 2 });
  });

  test('keeps italics and bold of runs and styles, toggled as Word does', async () => {
    const body =
      paragraph(
        run('Slow', '<w:i/>') +
          run(', ') +
          run('loud', '<w:b/><w:bCs/>') +
          run(', ') +
          run('both', '<w:b/><w:i/>') +
          run(', ') +
          run('styled', '<w:rStyle w:val="Hervorhebung"/>') +
          run(', ') +
          run('off', '<w:rStyle w:val="Hervorhebung"/><w:i w:val="0"/>'),
      ) + paragraph(run('Quoted ') + run('upright', '<w:rStyle w:val="Hervorhebung"/>'), 'Zitat');
    expect(await contentOf(body)).toBe('*Slow*, **loud**, ***both***, *styled*, off\n*Quoted* upright');
  });

  test('keeps verse, and line breaks, tabs and signs', async () => {
    const lines = `<w:r><w:t>One line</w:t><w:br/><w:t>and another</w:t></w:r>`;
    const signs =
      '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t><w:softHyphen/><w:sym w:font="Symbol" w:char="00A9"/></w:r>';
    expect(
      await contentOf(
        paragraph(prose) +
          paragraph(lines) +
          paragraph(signs) +
          paragraph('Roses', 'Gedicht') +
          paragraph('are red', 'Gedicht') +
          paragraph('', 'Gedicht') +
          paragraph('blue', 'Gedicht'),
      ),
    ).toBe(`${prose}\n| One line\n| and another\na b-c©\n| Roses\n| are red\n|\n| blue`);
  });

  test('keeps scene breaks: ornaments, lines and rules', async () => {
    const centered = '<w:jc w:val="center"/>';
    const rule = '<w:p><w:r><w:pict><v:rect o:hr="t" o:hrstd="t"/></w:pict></w:r></w:p>';
    const border = paragraph('', '', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>');
    const symbol = '<w:p><w:r><w:sym w:font="Wingdings" w:char="F09A"/></w:r></w:p>';
    const above = paragraph('', '', '<w:pBdr><w:top w:val="single"/></w:pBdr>');
    const shape = '<w:p><w:r><w:drawing><a:prstGeom prst="star5"/></w:drawing></w:r></w:p>';
    const breaks = [
      paragraph('* * *', '', centered),
      paragraph('#', '', centered),
      paragraph('', '', centered),
      rule,
      border,
      above,
      shape,
      symbol,
    ];
    expect(
      await contentOf(breaks.map((one, i) => paragraph(`Scene ${i}.`) + one).join('') + paragraph('End.')),
    ).toBe(`${breaks.map((_, i) => `Scene ${i}.\n***\n`).join('')}End.`);
  });

  test('has inserted text, and never what was deleted, moved away or hidden', async () => {
    const body =
      `<w:p><w:del w:id="1"><w:r><w:delText>Never </w:delText></w:r></w:del><w:ins w:id="2">${run('Always ')}</w:ins>${run('here')}<w:moveFrom>${run('gone')}</w:moveFrom><w:moveTo>${run('.')}</w:moveTo>${run('Hidden', '<w:vanish/>')}</w:p>` +
      paragraph(
        run('One '),
        '',
        '<w:rPr><w:del w:id="3"/></w:rPr><w:pPrChange><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr></w:pPrChange>',
      ) +
      paragraph('paragraph.') +
      paragraph(run('T'), '', '<w:framePr w:dropCap="drop"/>') +
      paragraph('he end.');
    expect(await contentOf(body)).toBe('Always here.\nOne paragraph.\nThe end.');
  });

  test('has footnotes and endnotes after the chapter', async () => {
    const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const noteText = (text: string) => `<w:p><w:r><w:footnoteRef/></w:r>${run(` ${text}`, '<w:i/>')}</w:p>`;
    const { chapters } = await read({
      footnotes: `<w:footnote w:id="2">${noteText('Salt.')}</w:footnote><w:footnote w:id="3">${noteText('Unused.')}</w:footnote>`,
      endnotes: `<w:endnote w:id="2">${noteText('Road.')}</w:endnote>`,
      body:
        paragraph('One', 'berschrift1') +
        paragraph(run('Salt') + note('footnote', 2) + run(' and road') + note('endnote', 2) + run('.')) +
        paragraph(run('Two'), 'berschrift1') +
        paragraph(prose),
    });
    expect(chapters.map(({ title, content }) => [title, content])).toEqual([
      ['One', 'Salt[1] and road[2].\n***\n[1] *Salt.*\n[2] *Road.*'],
      ['Two', prose],
    ]);
  });

  test.each([
    [1, '***\nNotes'],
    [2, 'Notes'],
  ])('has typed notes without links in their chapter, below a heading of level %i', async (level, notes) => {
    const mark = run('1', '<w:vertAlign w:val="superscript"/>');
    const chapter = (title: string, note: string) =>
      paragraph(title, 'berschrift1') +
      paragraph(run(prose) + mark) +
      paragraph('Notes', `berschrift${level}`) +
      paragraph(`1. ${note} ${prose}`);
    const { chapters } = await read({
      body:
        chapter('One', 'Salt.') +
        chapter('Two', 'Road.') +
        paragraph('Three', 'berschrift1') +
        paragraph(prose),
    });
    expect(chapters.map(({ title, content }) => [title, content])).toEqual([
      ['One', `${prose}1\n${notes}\n1. Salt. ${prose}`],
      ['Two', `${prose}1\n${notes}\n1. Road. ${prose}`],
      ['Three', prose],
    ]);
  });

  test('has text boxes once, rows of tables, controls and readings of signs', async () => {
    const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>${paragraph('In a box.')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph('In a box.')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const body =
      paragraph(run('Before') + box + run(' after.')) +
      `<w:tbl><w:tr><w:tc>${paragraph('Ann')}</w:tc><w:tc>${paragraph('12')}</w:tc></w:tr></w:tbl>` +
      `<w:sdt><w:sdtPr/><w:sdtContent>${paragraph('A control.')}</w:sdtContent></w:sdt>` +
      '<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>';
    expect(await contentOf(body)).toBe('Before after.\nIn a box.\nAnn\n12\nA control.\n漢字(かんじ)');
  });

  test('has no table of contents, whether it is a control or a field', async () => {
    const control = `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${paragraph('One')}</w:sdtContent></w:sdt>`;
    const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const field =
      paragraph(
        `${char('begin')}<w:r><w:instrText> TOC \\o </w:instrText></w:r>${char('separate')}${run('One 3')}`,
      ) + paragraph(run('Two 4') + char('end'));
    const date = paragraph(
      `${char('begin')}<w:r><w:instrText>DATE</w:instrText></w:r>${char('separate')}${run('May')}${char('end')}`,
    );
    expect(await contentOf(control + field + paragraph(prose) + date)).toBe(`${prose}\nMay`);
  });
});

describe('what is not the story', () => {
  test('is counted: hidden text and formulas', async () => {
    const body =
      `<w:p><w:r><w:t xml:space="preserve">Before </w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>two words</w:t></w:r>` +
      `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></w:p>`;
    const { book } = await readFileAsBook(file({ body }));
    expect(book.losses).toMatchObject({ words: 2, formulas: 1 });
    expect(book.pieces[0]?.content).toBe('Before E=mc2');
  });

  test('is counted: the placeholder of an unfilled control', async () => {
    const control = (properties: string, text: string) =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${paragraph(text)}</w:sdtContent></w:sdt>`;
    const { book } = await readFileAsBook(
      file({
        body: paragraph('A.') + control('<w:showingPlcHdr/>', 'Click to enter text.') + control('', 'B.'),
      }),
    );
    expect(book.pieces[0]?.content).toBe('A.\nB.');
    expect(book.losses).toMatchObject({ words: 4 });
  });

  test('is counted: images, links, tables and comments', async () => {
    const body =
      paragraph(prose) +
      `<w:p><w:r><w:drawing><a:graphic><a:blip r:embed="rId9"/></a:graphic></w:drawing></w:r><w:hyperlink r:id="rId8">${run('there')}</w:hyperlink><w:hyperlink w:anchor="x">${run(' here')}</w:hyperlink><w:r><w:commentReference w:id="1"/></w:r></w:p>` +
      `<w:tbl><w:tr><w:tc>${paragraph('1')}</w:tc></w:tr></w:tbl>`;
    const { book } = await readFileAsBook(file({ body }));
    expect(book.losses).toEqual({
      images: 1,
      links: 1,
      tables: 1,
      formulas: 0,
      comments: 1,
      underlined: 0,
      struck: 0,
      notes: 0,
      words: 0,
    });
    expect(book.pieces[0]?.content).toBe(`${prose}\nthere here\n1`);
  });

  test('a title and an author that a program made up are not used', async () => {
    const book = await read({
      core: '<dc:title>Microsoft Word - Document1</dc:title><dc:creator>Windows User</dc:creator>',
      body: paragraph(prose),
    });
    expect(book).toMatchObject({ title: 'Salt road', author: null });
    for (const name of ['Un-named', 'html-to-docx', 'python-docx', 'LibreOffice', 'AbiWord'])
      expect(await read({ core: `<dc:creator>${name}</dc:creator>`, body: paragraph(prose) })).toMatchObject({
        author: null,
      });
    const titled = await read({ body: paragraph('The Lamp', 'Titel') + paragraph(prose) });
    expect(titled).toMatchObject({ title: 'The Lamp', chapters: [{ content: prose }] });
    const top = paragraph('The Lamp', 'berschrift1');
    const below = ['One', 'Two'].map((name) => paragraph(name, 'berschrift2') + paragraph(prose)).join('');
    const core = '<dc:title>Document 1</dc:title>';
    expect(await read({ core, body: top + below })).toMatchObject({ title: 'The Lamp' });
  });
});

test('a Word document that Inkling exported has its volumes, chapters and notes', async () => {
  const content = `${prose}\n***\n| Roses\n|\n| are *red*`;
  const volume = { id: 'a', title: 'Part One' };
  const bytes = await written('docx', lampStory, [
    { title: 'The Sea', authorNotes: 'Hello,\nreaders.', content, volume },
    { title: 'The Land', authorNotes: '', content: prose, volume },
  ]);
  const { chapters, ...book } = await parseBook({ name: 'lamp.docx', bytes });
  expect(book).toMatchObject({ title: 'The Lamp', author: 'Ada', description: lampStory.description });
  expect(chapters).toEqual([
    {
      volume: 'Part One',
      title: 'The Sea',
      authorNotes: 'Hello,\nreaders.',
      content,
    },
    { volume: 'Part One', title: 'The Land', authorNotes: '', content: prose },
  ]);
});

test('notes that are too long become text of their chapter, which is named; nothing is lost', async () => {
  const note = (word: string) => Array.from({ length: 700 }, () => `${word} lamps.`).join('\n');
  const bytes = await written('docx', lampStory, [
    { title: 'The Sea', authorNotes: note('red'), endNotes: note('blue'), content: prose, volume: null },
    { title: 'The Land', authorNotes: '', endNotes: 'Bye.', content: prose, volume: null },
  ]);
  const { book } = await readFileAsBook({ name: 'lamp.docx', bytes });
  expect(book.losses).toMatchObject({ notes: 2 });
  expect(book.pieces).toMatchObject([
    { authorNotes: '', endNotes: '', content: [note('red'), prose, note('blue')].join('\n***\n') },
    { authorNotes: '', endNotes: 'Bye.', content: prose },
  ]);
  expect(lossTexts(book.losses, [], false)).toEqual([
    '2 notes of more than 5,000 characters become text of their chapters',
  ]);
});
