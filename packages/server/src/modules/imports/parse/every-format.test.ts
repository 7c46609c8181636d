import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFileAsBook } from './parse-book.ts';
import { docxOf, run, paragraph as word } from './testing/docx-fixture.ts';
import { epubOf, escapeXml } from './testing/epub-fixture.ts';
import { heading, odtOf, paragraph as open } from './testing/odt-fixture.ts';

/** A paragraph of a book: its text, of which `em` is emphasized; one with a note; an item of a list, verse or a scene break. */
type Line =
  | { text: string; em: string }
  | { text: string; note: string }
  | { number: number; text: string }
  | { verse: string[] }
  | 'break';
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
  verse(lines: string[]): string;
  /** A paragraph with a reference to a note at its end; plain text has no notes. */
  noted?(text: string, note: string, id: number): string;
  scene: string;
  file(body: string, notes: string[]): Uint8Array;
  /** What follows the emphasis, which plain text has only around words. */
  end?: string;
  /** Whether it has only parts and chapters. */
  isFlat?: boolean;
}

const html: Omit<Writer, 'name' | 'file'> = {
  heading: (level, title) => `<h${level}>${escapeXml(title)}</h${level}>`,
  paragraph: (text, em) => `<p>${escapeXml(text)} <em>${escapeXml(em)}</em>ly.</p>`,
  item: (number, text) => `<ol><li value="${number}">${escapeXml(text)}</li></ol>`,
  verse: (lines) => `<div class="verse">${lines.map((one) => `<p>${one}</p>`).join('')}</div>`,
  noted: (text, _, id) => `<p>${escapeXml(text)}<a epub:type="noteref" href="#n${id}">${id}</a></p>`,
  scene: '<hr/>',
};
const asides = (notes: string[]) =>
  notes.map((note, id) => `<aside epub:type="footnote" id="n${id}"><p>${note}</p></aside>`).join('');
const marked = (text: string) => text.replace(/[[\]<>&*_]/g, '\\$&');

const wrapped = (text: string) => `${text.replace(/(.{1,60})(?: |$)/g, '$1\n')}\n`;

const writers: Writer[] = [
  {
    name: 'a.html',
    ...html,
    file: (body, notes) => Buffer.from(`<html><body>${body}${asides(notes)}</body></html>`),
  },
  {
    name: 'a.epub',
    ...html,
    file: (body, notes) => epubOf({ files: [{ name: 'a.xhtml', body: body + asides(notes) }] }),
  },
  {
    name: 'a.md',
    heading: (level, title) => `${'#'.repeat(level)} ${marked(title)}\n\n`,
    paragraph: (text, em) => `${marked(text)} *${em}*ly.\n\n`,
    item: (number, text) => `${number}. ${marked(text)}\n\n`,
    verse: (lines) => `${lines.map((one) => `| ${one}\n`).join('')}\n`,
    noted: (text, _, id) => `${marked(text)}[^${id}]\n\n`,
    scene: '***\n\n',
    file: (body, notes) => Buffer.from(body + notes.map((note, id) => `[^${id}]: ${note}\n\n`).join('')),
  },
  {
    name: 'a.txt',
    heading: (_, title) => `${title}\n\n`,
    paragraph: (text, em) => wrapped(`${text} _${em}_ end.`),
    item: (number, text) => wrapped(`${number}. ${text}`),
    verse: (lines) => `${lines.join('\n')}\n\n`,
    scene: '* * *\n\n',
    file: (body) => Buffer.from(body),
    end: ' end.',
    isFlat: true,
  },
  {
    name: 'a.rtf',
    heading: (level, title) => `\\pard\\outlinelevel${level - 1} ${title}\\par\n`,
    paragraph: (text, em) => `\\pard ${text} {\\i ${em}}ly.\\par\n`,
    item: (number, text) => `\\pard ${number}. ${text}\\par\n`,
    verse: (lines) => `\\pard ${lines.join('\\line ')}\\par\n`,
    noted: (text, note) =>
      `\\pard ${text}{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} ${note}}\\par\n`,
    scene: '\\pard\\qc * * *\\par\n',
    file: (body) => Buffer.from(`{\\rtf1\\ansi ${body}}`),
  },
  {
    name: 'a.docx',
    heading: (level, title) => word(run(title), `berschrift${level}`),
    paragraph: (text, em) => word(run(`${text} `) + run(em, '<w:i/>') + run('ly.')),
    item: (number, text) => word(`${number}. ${text}`),
    verse: (lines) => word(lines.map((one) => run(one)).join('<w:r><w:br/></w:r>')),
    noted: (text, _, id) => word(`${run(text)}<w:r><w:footnoteReference w:id="${id}"/></w:r>`),
    scene: word('* * *', '', '<w:jc w:val="center"/>'),
    file: (body, notes) =>
      docxOf({
        body,
        footnotes: notes
          .map((note, id) => `<w:footnote w:id="${id}">${word(run(note))}</w:footnote>`)
          .join(''),
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
    verse: (lines) => open(lines.map((one) => `<text:span>${one}</text:span>`).join('<text:line-break/>')),
    noted: (text, note, id) =>
      open(
        `<text:span>${escapeXml(text)}</text:span><text:note text:id="ftn${id}" text:note-class="footnote"><text:note-citation>${id}</text:note-citation><text:note-body>${open(note)}</text:note-body></text:note>`,
      ),
    scene: open('* * *'),
    file: (body) => odtOf({ body }),
  },
  {
    name: 'a.fb2',
    heading: (level, title) => `<!--${level}--><title><p>${escapeXml(title)}</p></title>`,
    paragraph: (text, em) => `<p>${escapeXml(text)} <emphasis>${escapeXml(em)}</emphasis>ly.</p>`,
    item: (number, text) => `<p>${number}. ${escapeXml(text)}</p>`,
    verse: (lines) => `<poem><stanza>${lines.map((one) => `<v>${one}</v>`).join('')}</stanza></poem>`,
    noted: (text, _, id) => `<p>${escapeXml(text)}<a l:href="#n${id}" type="note">${id}</a></p>`,
    scene: '<subtitle>* * *</subtitle>',
    file(body, notes) {
      let depth = 0;
      const sections = body.replace(/<!--(\d)-->/g, (_, level: string) => {
        const close = '</section>'.repeat(Math.max(0, depth - Number(level) + 1));
        const open = '<section>'.repeat(Math.max(1, Number(level) - depth));
        depth = Number(level);
        return close + open;
      });
      const added = notes.map((note, id) => `<section id="n${id}"><p>${note}</p></section>`).join('');
      return Buffer.from(
        `<FictionBook xmlns:l="x"><body>${sections}${'</section>'.repeat(depth)}</body><body name="notes">${added}</body></FictionBook>`,
      );
    },
  },
];

const names = fc.constantFrom('The Lamp', 'Salt', 'Low Tide', 'A Knock', 'Rope', 'The <Gate>', 'Oil [2]');
const line = fc.constantFrom<'paragraph' | 'item' | 'break' | 'note' | 'verse'>(
  'paragraph',
  'paragraph',
  'paragraph',
  'item',
  'break',
  'note',
  'verse',
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
function sectionsOf(
  plan: { part: boolean; isDeep: boolean; name: string; lines: string[] }[],
  { isFlat = false, noted }: Writer,
): Section[] {
  let word = 0;
  let parts = 0;
  const next = () => {
    word += 1;
    return `w${word}x`;
  };
  const prose = () => Array.from({ length: 12 }, next).join(' ');
  return plan.flatMap(({ part, isDeep, name, lines }, i): Section[] => {
    if (part) parts += 1;
    const level = parts > 0 ? (isDeep && !isFlat ? 3 : 2) : 1;
    let number = 0;
    // Text below a poem is not verse.
    const kinds = lines.flatMap((kind) => (kind === 'verse' ? [kind, 'paragraph'] : [kind]));
    const written = ['paragraph', ...kinds, 'paragraph'].map((kind): Line => {
      if (kind === 'break') return 'break';
      number = kind === 'item' ? number + 1 : 0;
      if (kind === 'item') return { number, text: prose() };
      if (kind === 'note' && noted) return { text: prose(), note: `${next()} ${next()}` };
      if (kind === 'verse') return { verse: [1, 2].map(() => `${next()} ${next()} ${next()}`) };
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
function expected(sections: readonly Section[], end: string) {
  const volumes: Section[] = [];
  return sections.flatMap((section) => {
    while ((volumes.at(-1)?.level ?? 0) >= section.level) volumes.pop();
    if (section.lines.length === 0) {
      volumes.push(section);
      return [];
    }
    const notes: string[] = [];
    const lines = section.lines.flatMap((one) => {
      if (one === 'break') return ['***'];
      if ('verse' in one) return one.verse.map((verse) => `| ${verse}`);
      if ('number' in one) return [`${one.number}. ${one.text}`];
      if ('note' in one) return [`${one.text}[${notes.push(one.note)}]`];
      return [`${one.text} *${one.em}*${end.replace(/^(?=\w)/, '\u2060')}`];
    });
    if (notes.length > 0) lines.push('***', ...notes.map((note, i) => `[${i + 1}] ${note}`));
    const content = lines.filter((one, i) => one !== '***' || lines[i - 1] !== '***').join('\n');
    return [{ volume: volumes.map(({ title }) => title).join(' — '), title: section.title, content }];
  });
}

test.each(writers)('a book in $name is read as it was written [P18]', async (writer) => {
  await fc.assert(
    fc.asyncProperty(book, async (plan) => {
      const sections = sectionsOf(plan, writer);
      const notes: string[] = [];
      const lineOf = (one: Line): string => {
        if (one === 'break') return writer.scene;
        if ('verse' in one) return writer.verse(one.verse);
        if ('number' in one) return writer.item(one.number, one.text);
        if ('em' in one) return writer.paragraph(one.text, one.em);
        return writer.noted?.(one.text, one.note, notes.push(one.note) - 1) ?? '';
      };
      const body = sections
        .map(({ level, title, lines }) => [writer.heading(level, title), ...lines.map(lineOf)].join(''))
        .join('');
      const { book: read } = await readFileAsBook({ name: writer.name, bytes: writer.file(body, notes) });
      expect(read.pieces.map(({ volume, title, content }) => ({ volume, title, content }))).toEqual(
        expected(sections, writer.end ?? 'ly.'),
      );
      expect(read.losses.missing).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
