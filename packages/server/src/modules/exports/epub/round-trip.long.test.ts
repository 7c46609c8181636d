import { chapterLimits, storyLimits } from '@inkling/contract/limits';
import { cleanText } from '@inkling/contract/text';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { parseBook } from '../../imports/index.ts';
import { bookLimits } from '../../imports/parse/book.ts';
import { readOwnPage } from '../../imports/parse/epub/own-export.ts';
import type { ExportChapter } from '../export-book.ts';
import { lampStory, written } from '../testing/written.ts';
import { chapterPage } from './chapter-page.ts';

const jpegOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer();

// Pieces of lines that matter to the text format, to XML, and to the cleaning of foreign books.
const piece = fc.oneof(
  fc.constantFrom('*', '**', '***', '\\', '|', '| ', ' ', '  ', '\t', 'word', 'a', '.', '—', '猫', 'שלום'),
  fc.constantFrom(
    '<p>',
    '&amp;',
    ']]>',
    '"',
    '[1]',
    '\u00ad',
    '\u00a0',
    '\u3000',
    '\u2028',
    '\u200b',
    '😀',
    'e\u0301',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
// XML has no way to write the noncharacters U+FFFE and U+FFFF.
const clean = (text: string) => cleanText(text).replace(/[\uFFFE\uFFFF]/g, '');
const lineText = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('').replaceAll('\n', ' '));
const fixedLine = fc.constantFrom(
  '',
  '  ',
  '***',
  ' ***  ',
  '|',
  '| ',
  '|  ',
  '* * *',
  '⁂',
  '\\***',
  '\\| x',
);
const prose = fc
  .array(fc.oneof({ weight: 3, arbitrary: lineText }, fixedLine), { minLength: 1, maxLength: 8 })
  .map((lines) => clean(lines.join('\n')));
const title = lineText.map((text) => clean(text.replace(/\s+/g, ' '))).filter((text) => text !== '');
const chapter = fc.record({
  title,
  content: prose.filter((text) => text !== ''),
  authorNotes: prose,
});
const volume = fc.record({
  title: fc.option(title, { nil: null }),
  chapters: fc.array(chapter, { minLength: 1, maxLength: 3 }),
});

test('an exported EPUB is imported with the same titles, volumes, notes and texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      title,
      prose,
      fc.constantFrom('en', 'ar', 'zh-Hant', 'x-fictional'),
      fc.constantFrom('ongoing' as const, 'completed' as const),
      fc.array(volume, { minLength: 1, maxLength: 3 }),
      async (storyTitle, description, language, status, volumes) => {
        const story = { ...lampStory, title: storyTitle, description, language, status };
        // Only the first may be without a title: those chapters come before the first volume.
        const chapters: ExportChapter[] = volumes.flatMap(({ title: named, chapters: all }, index) =>
          all.map((one) => ({
            ...one,
            volume: named === null && index === 0 ? null : { id: String(index), title: named ?? `V${index}` },
          })),
        );
        const book = await parseBook({ name: 'x.epub', bytes: await written('epub', story, chapters) });
        expect(book).toMatchObject({
          title: storyTitle,
          description,
          language,
          status,
          author: 'Ada',
          cover: null,
        });
        expect(book.chapters).toEqual(
          chapters.map(({ volume: of, ...one }) => ({ ...one, volume: of?.title ?? '' })),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test('a generated cover is not imported, but one that another program has put in its place is', async () => {
  const [generated, other] = [await jpegOf('teal'), await jpegOf('navy')];
  const chapter = { title: 'One', content: 'Text.', authorNotes: '', volume: null };
  const cover = { type: 'image/jpeg' as const, bytes: generated, isGenerated: true };
  const bytes = await written('epub', lampStory, [chapter], cover);
  expect((await parseBook({ name: 'x.epub', bytes })).cover).toBeNull();
  const replaced = zipSync({ ...unzipSync(bytes), 'EPUB/cover.jpg': other });
  const book = await parseBook({ name: 'x.epub', bytes: replaced });
  expect(book.cover?.mediaType).toBe('image/jpeg');
  expect(Buffer.compare(book.cover?.bytes ?? Buffer.alloc(0), other)).toBe(0);
});

test('a long story is imported again, and the limits of an import allow the longest', async () => {
  const files = chapterLimits.perStory + storyLimits.volumes;
  expect(bookLimits.entries).toBeGreaterThan(files + 10);
  expect(bookLimits.chapters).toBe(chapterLimits.perStory);
  const chapters: ExportChapter[] = Array.from({ length: 2500 }, (_, index) => ({
    title: `Chapter ${index}`,
    content: `Text ${index}.`,
    authorNotes: '',
    volume: { id: String(Math.floor(index / 50)), title: `Volume ${Math.floor(index / 50)}` },
  }));
  const book = await parseBook({ name: 'x.epub', bytes: await written('epub', lampStory, chapters) });
  expect(book.chapters).toEqual(chapters.map(({ volume: of, ...one }) => ({ ...one, volume: of?.title })));
});

test('a page that another program has changed is read as changed, or left to the general import', () => {
  // Inkling itself would write the asterisk without a backslash.
  const content = 'He said *yes*.\n\n\\a 2 \\* 3 star.';
  const page = chapterPage({
    chapter: { title: 'One', authorNotes: '', content },
    language: 'en',
    hasVolumes: false,
  });
  const read = (markup: string) => readOwnPage(Buffer.from(markup));
  expect(read(page)?.content).toBe(content);
  expect(page).toContain('data-line=');
  // The line as typed no longer shows the same.
  expect(read(page.replace('star.</p>', 'moon.</p>'))?.content).toBe('He said *yes*.\n\n\\a 2 * 3 moon.');
  const indented = page
    .replace('<p>He said ', '<p>\n    He said\n    ')
    .replace('<em>', '<i>')
    .replace('</em>', '</i>');
  expect(read(indented)?.content).toBe(content);
  for (const foreign of [
    '<table><tr><td>x</td></tr></table>',
    '<img src="x.jpg"/>',
    'Loose text',
    '<p>a<p>b</p></p>',
    '</b>',
  ])
    expect(read(page.replace('<p>He', `${foreign}<p>He`))).toBeNull();
});
