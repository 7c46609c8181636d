import { describe, expect, test } from 'vitest';
import { parseBook, readFileAsBook } from '../parse-book.ts';

const prose = 'The sea went on and on. '.repeat(60).trim();
const styles =
  '{\\stylesheet{\\ql \\snext0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2\\sbasedon1 My Chapter;}{\\s3{\\*\\keycode x} Verse;}{\\*\\cs10 \\additive Emphasis;}}';
const fonts =
  '{\\fonttbl{\\f0\\froman\\fcharset0 Times;}{\\f1\\fcharset204 Times CYR;}{\\f2\\fcharset128 Mincho;}{\\f3\\fnil\\fcharset2 Symbol;}}';
const file = (body: string, head = fonts + styles) => ({
  name: 'salt-road.rtf',
  bytes: Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${head}\n${body}}`, 'latin1'),
});
const p = (content: string, properties = '') => `\\pard\\plain${properties} ${content}\\par\n`;
const contentOf = async (body: string) => {
  const { chapters } = await parseBook(file(body));
  expect(chapters).toHaveLength(1);
  return chapters[0]?.content;
};

describe('the chapters of an RTF document', () => {
  test('come from styles by name, from styles based on them, and from outline levels', async () => {
    const info =
      '{\\info{\\title The Salt Road}{\\author Ann Marsh}{\\operator Bo}{\\doccomm A tale.}{\\keywords sea, horror}}';
    const book = await parseBook(
      file(
        p('One', '\\s1') +
          p(prose) +
          p('Two', '\\s2') +
          p(prose) +
          p('Three', '\\outlinelevel0') +
          p(`${prose} End.`),
        info + fonts + styles,
      ),
    );
    expect(book).toMatchObject({
      format: 'rtf',
      title: 'The Salt Road',
      author: 'Ann Marsh',
      description: 'A tale.',
      genres: ['sea', 'horror'],
    });
    expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([
      ['One', prose],
      ['Two', prose],
      ['Three', `${prose} End.`],
    ]);
  });

  test('come from outline levels alone, in a file without styles', async () => {
    const { chapters } = await parseBook(
      file(
        ['The Lamp', 'The Tide']
          .map((part) => p(part, '\\outlinelevel0') + p('Salt', '\\outlinelevel1') + p(prose))
          .join(''),
        fonts,
      ),
    );
    expect(chapters.map(({ volume, title }) => [volume, title])).toEqual([
      ['The Lamp', 'Salt'],
      ['The Tide', 'Salt'],
    ]);
  });

  test('come from page and section breaks, as Scrivener writes them', async () => {
    const { chapters } = await parseBook(
      file(`${p(prose)}\\page ${p(`${prose} Two.`)}${prose}\\sect\\sectd\\pard ${prose} Three.\\par`),
    );
    expect(chapters.map(({ title, content }) => [title, content.slice(-6)])).toEqual([
      ['Chapter 1', 'nd on.'],
      ['Chapter 2', 'nd on.'],
      ['Chapter 3', 'Three.'],
    ]);
    const continuous = await parseBook(file(`${p(prose)}\\sect\\sectd\\sbknone ${p(prose)}`));
    expect(continuous.chapters).toHaveLength(1);
  });
});

describe('the text of an RTF document', () => {
  test('keeps italics and bold; underlined, struck, hidden and deleted text is named', async () => {
    const body = p(
      '{\\i Slow}, \\b loud\\b0 , {\\b\\i both}, {\\ul under}, {\\strike struck}, {\\v hidden words}{\\deleted gone}plain.',
    );
    const { book } = await readFileAsBook(file(body));
    expect(book.pieces[0]?.content).toBe('*Slow*, **loud**, ***both***, under, struck, plain.');
    expect(book.losses).toMatchObject({ underlined: 1, struck: 1, words: 3 });
    const italic = await parseBook(file(body), { underlineAsItalics: true });
    expect(italic.chapters[0]?.content).toContain('*under*, struck');
  });

  test('is decoded by the code pages of its fonts, by \\u with its fallback, and by signs', async () => {
    const body = p(
      "caf\\'e9 {\\f1 \\'cc\\'ee\\'f0\\'e5} {\\f2 \\'93\\'fa\\'96\\'7b} \\u8212?\\u-10179?\\u-8704? {\\uc0\\u8230 }{\\uc2\\u233\\'a8\\'a6}s \\ldblquote a\\'97b\\rdblquote\\~\\{\\}\\\\ c\\_d e\\-f \\emdash",
    );
    expect(await contentOf(body)).toBe('café Море 日本 —😀 …és “a—b” {}\\ c-d ef —');
  });

  test('ends paragraphs as macOS does, and keeps verse, scene breaks and lists', async () => {
    expect(await contentOf(`\\pard One.\\\nTwo.\\\n\\\nThree.`)).toBe('One.\nTwo.\n***\nThree.');
    const body =
      p('A.') +
      p('#', '\\qc') +
      p('B.') +
      p('', '\\brdrb\\brdrs') +
      p('Short\\line lines') +
      p("{\\listtext\\f3 \\'b7\\tab}Salt") +
      p('Roses', '\\s3') +
      p('', '\\s3') +
      p('blue', '\\s3');
    expect(await contentOf(body)).toBe('A.\n***\nB.\n***\n| Short\n| lines\n• Salt\n| Roses\n|\n| blue');
  });

  test('has notes after the chapter, and rows of tables and text boxes as lines', async () => {
    const note = '{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} Salt {\\i water}.}';
    const box =
      '{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt\\pard In a box.\\par}}{\\shprslt In a box.}}';
    const row = '\\trowd\\cellx100\\cellx200\\pard\\intbl Ann\\cell 12\\cell\\row';
    expect(await contentOf(`${p(`Before${note}${box} after.`)}${row}${p('End.')}`)).toBe(
      'Before[1] after.\nIn a box.\nAnn\n12\nEnd.\n***\n[1] Salt *water*.',
    );
  });

  test('has no headers, pictures, comments, contents or settings, which are counted if they are lost', async () => {
    const field = (instruction: string, result: string) =>
      `{\\field{\\*\\fldinst{ ${instruction} }}{\\fldrslt{${result}}}}`;
    const body =
      '{\\header\\pard Header\\par}{\\*\\generator Word}{\\colortbl;\\red0;}' +
      p(field('TOC \\\\o', 'One 3\\par Two 4')) +
      p(
        `Text.{\\*\\shppict{\\pict\\pngblip 89504e}}{\\nonshppict{\\pict 00}}{\\*\\atnid X}{\\*\\annotation\\pard Really?\\par}{\\bin5 {}{}{{\\pict\\bin3 }}}}{\\mmath{\\*\\moMath{\\mr x}}}{\\*\\moMathPara{\\*\\moMath{\\mr y}}}${field('HYPERLINK "https://x.y"', '\\ul There')}`,
      );
    const { book } = await readFileAsBook(file(body));
    expect(book.pieces.map(({ content }) => content)).toEqual(['Text.There']);
    expect(book.losses).toMatchObject({ images: 2, formulas: 2, comments: 1, links: 1, underlined: 0 });
  });

  test('that is written in two forms is read once, in Unicode; the author is the first one, not a program', async () => {
    const both = (text: string) =>
      `{\\upr{${text.replace(/ł/g, '?')}}{\\*\\ud{${text.replace(/ł/g, '\\u322?')}}}}`;
    const info = `{\\info{\\author ${both('Paweł')}}{\\author Bo}{\\operator Ed}}`;
    const book = await parseBook(file(p(`Z ${both('mgły')}.`), info + fonts));
    expect(book).toMatchObject({ author: 'Paweł', chapters: [{ content: 'Z mgły.' }] });
    expect(await parseBook(file(p('A.'), '{\\info{\\author calibre}}'))).toMatchObject({ author: null });
  });

  test('has a scene break where a line is drawn, or an empty paragraph has a border or is centered', async () => {
    const line = '{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 20}}}}';
    const breaks = [p(line), p('', '\\brdrt\\brdrs'), p('', '\\brdrb\\brdrs'), p('', '\\qc')];
    expect(await contentOf(breaks.map((one, i) => p(`Scene ${i}.`) + one).join('') + p('End.'))).toBe(
      'Scene 0.\n***\nScene 1.\n***\nScene 2.\n***\nScene 3.\n***\nEnd.',
    );
  });

  test('has the notes that are links and bookmarks after the chapter', async () => {
    const link = (name: string, text: string) =>
      `{\\field{\\*\\fldinst HYPERLINK \\\\l "${name}"}{\\fldrslt \\ul ${text}}}`;
    const mark = (name: string) => `{\\*\\bkmkstart ${name}}{\\*\\bkmkend ${name}}`;
    const body =
      p(`Salt${mark('r1')}${link('n1', '1')} road.`) +
      p('End.') +
      p(`${mark('n1')}${link('r1', '1')} From the sea.`);
    expect(await contentOf(body)).toBe('Salt[1] road.\nEnd.\n***\n[1] From the sea.');
  });

  test('has a link that goes on in the next paragraph', async () => {
    const link = '{\\field{\\*\\fldinst HYPERLINK \\\\l "n1"}{\\fldrslt One\\par}}';
    const { chapters } = await parseBook(file(`\\pard\\outlinelevel0 ${link}${p('Text.')}`));
    expect(chapters).toMatchObject([{ title: 'One', content: 'Text.' }]);
  });

  test('that was cut off, or has names of objects as words, is read to its end', async () => {
    expect(await contentOf('Text {\\constructor\\toString\\hasOwnProperty1 {\\i goes on')).toBe(
      'Text *goes on*',
    );
  });
});

test('an RTF document that is nested too deeply is refused, and one of many words is read quickly', async () => {
  await expect(parseBook(file('{'.repeat(100_000)))).rejects.toMatchObject({ code: 'UNSAFE' });
  const { chapters } = await parseBook(file(p('{\\i word} \\x1 '.repeat(20_000))));
  expect(chapters[0]?.content.length).toBeGreaterThan(80_000);
});
