import { describe, expect, test } from 'vitest';
import { parseBook } from './parse-book.ts';
import { docxOf, paragraph as word } from './testing/docx-fixture.ts';
import { epubOf } from './testing/epub-fixture.ts';
import { heading, odtOf, paragraph as open } from './testing/odt-fixture.ts';

/** Two chapters of these paragraphs in each format. */
const files: Record<string, (one: string[], two: string[]) => Uint8Array | string> = {
  'a.md': (one, two) => `# One\n\n${one.join('\n\n')}\n\n# Two\n\n${two.join('\n\n')}\n`,
  'a.txt': (one, two) => `Chapter 1\n\n${one.join('\n\n')}\n\nChapter 2\n\n${two.join('\n\n')}\n`,
  'a.html': (one, two) => `<h1>One</h1>${html(one)}<h1>Two</h1>${html(two)}`,
  'a.epub': (one, two) => epubOf({ files: [page('One', html(one)), page('Two', html(two))] }),
  'a.docx': (one, two) =>
    docxOf({ body: word('One', 'berschrift1') + inWord(one) + word('Two', 'berschrift1') + inWord(two) }),
  'a.odt': (one, two) => odtOf({ body: heading('One') + inOdt(one) + heading('Two') + inOdt(two) }),
  'a.rtf': (one, two) =>
    `{\\rtf1\\ansi\\pard\\outlinelevel0 One\\par${inRtf(one)}\\pard\\outlinelevel0 Two\\par${inRtf(two)}}`,
};
const page = (title: string, body: string) => ({ name: `${title}.xhtml`, body: `<h1>${title}</h1>${body}` });
const html = (texts: string[]) => texts.map((text) => `<p style="text-align:center">${text}</p>`).join('\n');
const inWord = (texts: string[]) => texts.map((text) => word(text, '', '<w:jc w:val="center"/>')).join('');
const inOdt = (texts: string[]) => texts.map((text) => open(text, 'P3')).join('');
const inRtf = (texts: string[]) =>
  texts
    .map((text) => `\\pard\\qc ${text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0)}?`)}\\par`)
    .join('\n');

describe.each(Object.entries(files))('%s', (name, fileOf) => {
  test.each(['***', '#', '⁂', '⸻', '§', '+++', 'xxx', 'XXX'])(
    '%s between paragraphs is a scene break',
    async (ornament) => {
      const bytes = Buffer.from(fileOf(['Before it.', ornament, 'Behind it.'], ['Love, Ann.', 'xxx']));
      const { chapters } = await parseBook({ name, bytes });
      expect(chapters.map(({ content }) => content)).toEqual([
        'Before it.\n***\nBehind it.',
        // Kisses at the end of a letter.
        'Love, Ann.\nxxx',
      ]);
    },
  );

  test('a chapter that consists of such an ornament keeps it', async () => {
    for (const ornament of ['§', 'xxx', '+++', '⸻']) {
      const { chapters } = await parseBook({ name, bytes: Buffer.from(fileOf(['Text.'], [ornament])) });
      expect(chapters.map(({ content }) => content)).toEqual(['Text.', ornament]);
    }
  });
});

describe('tildes in Markdown', () => {
  const contentOf = async (text: string) =>
    (await parseBook({ name: 'a.md', bytes: Buffer.from(`# One\n\n${text}\n`) })).chapters[0]?.content;

  test.each(['~~~', '~~~~~', '~~~ ~~~'])('%s is a scene break, and no code', async (line) => {
    const text = `It *was*\nlate.\n\n${line}\n\nHe said *no*.\n${line}\n\n> So?\n> ${line}\n> No.`;
    expect(await contentOf(text)).toBe('It *was* late.\n***\nHe said *no*.\n***\nSo?\n***\nNo.');
  });

  test('an ornament that a converter has escaped is a scene break too', async () => {
    expect(await contentOf('A.\n\n\\* \\* \\*\n\nB.\n\n\\#\n\nC.\n\n\\~\\~\\~\n\nD.')).toBe(
      'A.\n***\nB.\n***\nC.\n***\nD.',
    );
  });

  test('code with a language or backticks ends at its own marks', async () => {
    expect(await contentOf('~~~ text\n*a*\n\n  b\n~~~\n\n```\n~~~\n*c*\n```\n\n~~~\n\n*d*')).toBe(
      '\\*a\\*\nb\n~~~\n\\*c\\*\n***\n*d*',
    );
  });
});

describe('line blocks of Pandoc are verse', () => {
  const poem = ['| Roses', '|   are *red*', '|', '| blue'].join('\n');

  test('in Markdown, where a line may go on in the next', async () => {
    const bytes = Buffer.from('# One\n\nText.\n\n| Roses\n|   are\n  *red*\n|\n| blue\n\nEnd.\n');
    const { chapters } = await parseBook({ name: 'a.md', bytes });
    expect(chapters[0]?.content).toBe(`Text.\n${poem}\nEnd.`);
  });

  // Pandoc writes `p` into EPUB files.
  test.each(['div class="line-block"', 'p'])('in HTML and EPUB: %s', async (tag) => {
    const body = `<h1>One</h1><p>Text.</p><${tag}>Roses<br />\n\u00a0\u00a0are <em>red</em><br />\n<br />\nblue</${tag.slice(0, 3).trim()}><p>End.</p>`;
    for (const [name, bytes] of [
      ['a.html', Buffer.from(body)],
      ['a.epub', epubOf({ files: [{ name: 'a.xhtml', body }] })],
    ] as const) {
      const { chapters } = await parseBook({ name, bytes });
      expect(chapters[0]?.content).toBe(`Text.\n${poem}\nEnd.`);
    }
  });
});

const contentIn = async (markup: string, name = 'a.html') =>
  (await parseBook({ name, bytes: Buffer.from(markup) })).chapters[0]?.content;

test('a picture alone between paragraphs that occurs more than once is a scene break; others are lost', async () => {
  const picture = (file: string, size = '') => `<p><img src="${file}"${size}/></p>`;
  const body = `<h1>One</h1>${picture('leaf.png')}<p>A.</p>${picture('leaf.png')}<p>B.</p>${picture('map.png')}<p>C.</p>${picture('leaf.png')}<p>D.</p>${picture('ship.png', ' width="900"')}<p>E.</p>${picture('ship.png', ' width="900"')}<p>F.</p>`;
  expect(await contentIn(body)).toBe('A.\n***\nB.\nC.\n***\nD.\nE.\nF.');
  // The same picture in two files of an EPUB.
  const files = ['Salt', 'Rope'].map((name) => ({
    name: `${name}.xhtml`,
    body: `<h1>${name}</h1><p>A.</p>${picture('leaf.png')}<p>B.</p>`,
  }));
  const { chapters } = await parseBook({ name: 'a.epub', bytes: epubOf({ files }) });
  expect(chapters.map(({ content }) => content)).toEqual(['A.\n***\nB.', 'A.\n***\nB.']);
});

test('three short lines of one paragraph are verse; dialogue and two lines are not', async () => {
  const paragraph = (...lines: string[]) =>
    `<h1>One</h1><p>Text.</p><p>${lines.join('<br/>')}</p><p>End.</p>`;
  expect(await contentIn(paragraph('Roses', 'are red', '', 'and blue', 'too'))).toBe(
    'Text.\n| Roses\n| are red\n|\n| and blue\n| too\nEnd.',
  );
  for (const lines of [
    ['“Who?”', '“Me.”', '“Oh.”'],
    ['Twelve Harbor Lane', 'Salt'],
    ['A', 'B', 'C '.repeat(40).trim()],
  ])
    expect(await contentIn(paragraph(...lines))).toBe(['Text.', ...lines, 'End.'].join('\n'));
});
