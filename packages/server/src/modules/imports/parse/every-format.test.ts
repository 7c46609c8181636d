import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFileAsBook } from './parse-book.ts';
import { docxOf, run, paragraph as word } from './testing/docx-fixture.ts';
import { epubOf, escapeXml } from './testing/epub-fixture.ts';
import { heading, odtOf, paragraph as open } from './testing/odt-fixture.ts';

/** A paragraph of a book: its text, of which `em` is emphasized; or an item of a list, or a scene break. */
type Line = { text: string; em: string } | { number: number; text: string } | 'break';
interface Section {
  level: number;
  title: string;
  lines: Line[];
}

/** Writes a book in a format: headings by level, emphasis, numbered items and scene breaks. */
interface Writer {
  name: string;
  heading(level: number, title: string): string;
  paragraph(text: string, em: string): string;
  item(number: number, text: string): string;
  scene: string;
  file(body: string): Uint8Array;
}

const html: Omit<Writer, 'name' | 'file'> = {
  heading: (level, title) => `<h${level}>${escapeXml(title)}</h${level}>`,
  paragraph: (text, em) => `<p>${escapeXml(text)} <em>${escapeXml(em)}</em>ly.</p>`,
  item: (number, text) => `<ol><li value="${number}">${escapeXml(text)}</li></ol>`,
  scene: '<hr/>',
};
const marked = (text: string) => text.replace(/[[\]<>&*_]/g, '\\$&');

const writers: Writer[] = [
  { name: 'a.html', ...html, file: (body) => Buffer.from(`<html><body>${body}</body></html>`) },
  { name: 'a.epub', ...html, file: (body) => epubOf({ files: [{ name: 'a.xhtml', body }] }) },
  {
    name: 'a.md',
    heading: (level, title) => `${'#'.repeat(level)} ${marked(title)}\n\n`,
    paragraph: (text, em) => `${marked(text)} *${em}*ly.\n\n`,
    item: (number, text) => `${number}. ${marked(text)}\n\n`,
    scene: '***\n\n',
    file: (body) => Buffer.from(body),
  },
  {
    name: 'a.docx',
    heading: (level, title) => word(run(title), `berschrift${level}`),
    paragraph: (text, em) => word(run(`${text} `) + run(em, '<w:i/>') + run('ly.')),
    item: (number, text) => word(`${number}. ${text}`),
    scene: word('* * *', '', '<w:jc w:val="center"/>'),
    file: (body) =>
      docxOf({
        body,
        styles: [1, 2, 3]
          .map(
            (level) =>
              `<w:style w:type="paragraph" w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/></w:style>`,
          )
          .join(''),
      }),
  },
  {
    name: 'a.odt',
    heading: (level, title) => heading(title, level),
    paragraph: (text, em) =>
      open(
        `<text:span>${escapeXml(text)} </text:span><text:span text:style-name="T1">${escapeXml(em)}</text:span>ly.`,
      ),
    item: (number, text) => open(`${number}. ${escapeXml(text)}`),
    scene: open('* * *'),
    file: (body) => odtOf({ body }),
  },
  {
    name: 'a.fb2',
    heading: (level, title) => `<!--${level}--><title><p>${escapeXml(title)}</p></title>`,
    paragraph: (text, em) => `<p>${escapeXml(text)} <emphasis>${escapeXml(em)}</emphasis>ly.</p>`,
    item: (number, text) => `<p>${number}. ${escapeXml(text)}</p>`,
    scene: '<subtitle>* * *</subtitle>',
    file(body) {
      let depth = 0;
      const sections = body.replace(/<!--(\d)-->/g, (_, level: string) => {
        const close = '</section>'.repeat(Math.max(0, depth - Number(level) + 1));
        const open = '<section>'.repeat(Math.max(1, Number(level) - depth));
        depth = Number(level);
        return close + open;
      });
      return Buffer.from(`<FictionBook><body>${sections}${'</section>'.repeat(depth)}</body></FictionBook>`);
    },
  },
];

const names = fc.constantFrom('The Lamp', 'Salt', 'Low Tide', 'A Knock', 'Rope', 'The <Gate>', 'Oil [2]');
const line = fc.constantFrom<'paragraph' | 'item' | 'break'>(
  'paragraph',
  'paragraph',
  'paragraph',
  'item',
  'break',
);
const book = fc.array(
  fc.record({
    part: fc.boolean(),
    isDeep: fc.boolean(),
    name: names,
    lines: fc.array(line, { maxLength: 5 }),
  }),
  { minLength: 2, maxLength: 7 },
);

/** Sections in which each word is unique. */
function sectionsOf(plan: { part: boolean; isDeep: boolean; name: string; lines: string[] }[]): Section[] {
  let word = 0;
  let parts = 0;
  const next = () => {
    word += 1;
    return `w${word}x`;
  };
  const prose = () => Array.from({ length: 12 }, next).join(' ');
  return plan.flatMap(({ part, isDeep, name, lines }, i): Section[] => {
    if (part) parts += 1;
    const level = parts > 0 ? (isDeep ? 3 : 2) : 1;
    let number = 0;
    const written = ['paragraph', ...lines, 'paragraph'].map((kind): Line => {
      if (kind === 'break') return 'break';
      number = kind === 'item' ? number + 1 : 0;
      if (kind === 'item') return { number, text: prose() };
      return { text: prose(), em: next() };
    });
    return [
      ...(part ? [{ level: 1, title: `Part ${parts}: ${name}`, lines: [] }] : []),
      ...(part && level === 3 ? [{ level: 2, title: `${name} ${next()}`, lines: [] }] : []),
      { level: level === 3 && !part ? 2 : level, title: `Chapter ${i + 1}: ${name}`, lines: written },
    ];
  });
}

/** What a reader should find: the chapters with their volumes, and their lines. */
function expected(sections: readonly Section[]) {
  const volumes: Section[] = [];
  return sections.flatMap((section) => {
    while ((volumes.at(-1)?.level ?? 0) >= section.level) volumes.pop();
    if (section.lines.length === 0) {
      volumes.push(section);
      return [];
    }
    const lines = section.lines.map((one) =>
      one === 'break'
        ? '***'
        : 'number' in one
          ? `${one.number}. ${one.text}`
          : `${one.text} *${one.em}*\u2060ly.`,
    );
    const content = lines.filter((one, i) => one !== '***' || lines[i - 1] !== '***').join('\n');
    return [{ volume: volumes.map(({ title }) => title).join(' — '), title: section.title, content }];
  });
}

test.each(writers)('a book in $name is read as it was written [P18]', async (writer) => {
  await fc.assert(
    fc.asyncProperty(book, async (plan) => {
      const sections = sectionsOf(plan);
      const body = sections
        .map(({ level, title, lines }) =>
          [
            writer.heading(level, title),
            ...lines.map((one) =>
              one === 'break'
                ? writer.scene
                : 'number' in one
                  ? writer.item(one.number, one.text)
                  : writer.paragraph(one.text, one.em),
            ),
          ].join(''),
        )
        .join('');
      const { book: read } = await readFileAsBook({ name: writer.name, bytes: writer.file(body) });
      expect(read.pieces.map(({ volume, title, content }) => ({ volume, title, content }))).toEqual(
        expected(sections),
      );
      expect(read.losses.missing).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
