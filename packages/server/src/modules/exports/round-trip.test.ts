import { cleanText } from '@inkling/contract/text';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { parseBook } from '../imports/index.ts';
import { lampStory, written } from './testing/written.ts';

const story = {
  ...lampStory,
  title: 'THE LAMP.',
  description: 'One: “quoted”.\n\nTwo \\ three.',
  language: 'pt-BR',
  status: 'completed' as const,
  genres: ['Fantasy', 'Sci-Fi'],
  tags: ['sea', 'road trip'],
  contentWarnings: ['violence', 'self-harm'],
  audience: 'teen' as const,
  publishedAt: new Date('2026-03-02T10:00:00Z'),
  series: { name: 'Shores', position: 2 },
};
const lines = [
  '  Led by spaces, *and*  more. ',
  'Un\u2060*believ*\u2060able, f*ck*ng, **f**\u2060antastic *no\u2060***\u2060w**!',
  '---',
  '* * *',
  'o0o',
  '# 1. > [a](b)',
  '***',
  '| Roses',
  '|   are *red*',
  '|',
  '|     and | blue |',
  'The end.',
];
const part = (id: string) => ({ id, title: `PART ${id}.` });
const chapters = [
  {
    title: 'THE LAMP.',
    authorNotes: 'Hello,\nreaders.',
    endNotes: 'Thank you,\n\nall.',
    content: lines.join('\n'),
    volume: null,
  },
  { title: 'Contents', authorNotes: '', content: 'One.\n\nTwo.', volume: part('I') },
  { title: 'I: C#', authorNotes: 'Only a note', endNotes: 'And one', content: '***', volume: part('I') },
  { title: 'Dedication', authorNotes: '', content: 'For Ann.', volume: part('II') },
];

const formats = [
  ['epub', 'x.epub'],
  ['docx', 'x.docx'],
  ['markdown', 'x.md'],
] as const;

const begins = fc.constantFrom(
  '',
  '',
  ' ',
  '    ',
  '- ',
  '1. ',
  '# ',
  '> ',
  '| ',
  '* ',
  '~~~',
  '```',
  '::: ',
);
const words = fc.constantFrom(
  'One word',
  '*two*',
  '---',
  '***',
  'a <b>',
  '&amp; c:',
  '[x](y) {#z}',
  '\\',
  "“q”, 's'",
);
const plainLine = fc.oneof(
  fc.constant(''),
  fc.tuple(begins, fc.array(words, { maxLength: 3 })).map(([begin, rest]) => begin + rest.join(' ')),
);
/** Plain text as it is stored; a line of spaces is an empty one. */
const plainText = fc
  .array(plainLine, { maxLength: 8 })
  .map((all) => cleanText(all.map((line) => (line.trim() === '' ? '' : line)).join('\n')));

test.each(formats)('an exported %s has notes and the description to the letter', async (format, name) => {
  await fc.assert(
    fc.asyncProperty(plainText, plainText, plainText, async (note, end, description) => {
      const notes = { authorNotes: note, ...(end !== '' && { endNotes: end }) };
      const chapter = { title: 'One {#x}', ...notes, content: '::: Text.', volume: null };
      const bytes = await written(format, { ...lampStory, description }, [chapter]);
      const book = await parseBook({ name, bytes });
      expect(book).toMatchObject({ description, chapters: [{ ...chapter, volume: '' }] });
    }),
    { numRuns: 150 },
  );
});

test.each(formats)(
  'an exported %s is imported with its labels, volumes, titles and lines',
  async (format, name) => {
    const book = await parseBook({ name, bytes: await written(format, story, chapters) });
    const { title, description, language, status, genres, tags, contentWarnings, audience, author } = story;
    const details = { title, description, language, status, genres, tags, contentWarnings, audience, author };
    expect(book).toMatchObject(details);
    const shown = (content: string) => content.split('\n').filter((line) => line !== '');
    expect(book.chapters.map(({ content, ...rest }) => ({ ...rest, content: shown(content) }))).toEqual(
      chapters.map(({ content, volume, ...rest }) => ({
        ...rest,
        volume: volume?.title ?? '',
        content: shown(content),
      })),
    );
  },
);

test('an EPUB has its contents for older e-readers too, with the same entries in the same order and depth', async () => {
  const files = unzipSync(await written('epub', story, chapters));
  const text = (name: string) => Buffer.from(files[`EPUB/${name}`] ?? []).toString();
  const outline = (markup: string, of: RegExp, level: RegExp) =>
    [...markup.matchAll(of)].map(({ index, groups }) => [
      groups?.file,
      groups?.title,
      [...markup.slice(0, index).matchAll(level)].reduce(
        (depth, [tag]) => depth + (tag[1] === '/' ? -1 : 1),
        0,
      ),
    ]);
  const [nav, ncx] = [text('nav.xhtml'), text('toc.ncx')];
  const entries = outline(nav, /<a href="(?<file>[^"]*)">(?<title>[^<]*)/g, /<\/?ol>/g);
  expect(entries.map(([, , depth]) => depth)).toEqual([1, 1, 2, 2, 1, 2]);
  const points = /<text>(?<title>[^<]*)<\/text><\/navLabel><content src="(?<file>[^"]*)"/g;
  expect(outline(ncx, points, /<\/?navPoint\b/g)).toEqual(entries);
  const opf = text('package.opf');
  expect(opf).toContain('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>');
  expect(opf).toContain('<spine toc="ncx"');
  const [, id] = /<dc:identifier id="id">([^<]*)/.exec(opf) ?? [];
  expect(ncx).toContain(`<meta name="dtb:uid" content="${id}"/>`);
});
