import { plainText } from '@inkling/contract/chapter-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, isSceneBreak } from './lines.ts';
import { parseBook } from './parse-book.ts';
import { bookOf, epubOf, escapeXml } from './testing/epub-fixture.ts';
import { titleLine } from './titles.ts';

// Typical words, including markup of XML and of the text format.
const word = fc.oneof(
  fc.constantFrom(
    'sea',
    'Éire',
    'naïve',
    '“Well”',
    '—',
    '&amp;',
    '<p>',
    ']]>',
    '[1]',
    '_x_',
    '*x*',
    '***',
    '|',
    'f*ck',
    '\\*',
    '#',
    '日本語',
    'שלום',
    '🌊',
    '1984',
    'I',
    '…',
    "o'clock",
  ),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
);
const paragraph = fc
  .array(word, { minLength: 1, maxLength: 12 })
  .map((words) => cleanLine(words.join(' ')))
  .filter(
    (text) => text !== '' && !isSceneBreak(text) && !/\[(?:illustration|image|frontispiece)/i.test(text),
  );
const chapter = fc.array(paragraph, { minLength: 1, maxLength: 6 });

test('random chapters of plain paragraphs are unchanged after a round trip through an EPUB', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chapter, { minLength: 1, maxLength: 8 }), async (texts) => {
      const chapters = texts.map((paragraphs, i) => ({ title: `The tale ${i + 1}`, paragraphs }));
      const book = await parseBook({ name: 'b.epub', bytes: bookOf({ chapters }) });
      const shown = book.chapters.map(({ content, ...rest }) => ({ ...rest, content: plainText(content) }));
      expect(shown).toEqual(
        chapters.map(({ title, paragraphs }) => ({
          volume: '',
          title,
          authorNotes: '',
          content: paragraphs.join('\n'),
        })),
      );
    }),
    { numRuns: 150 },
  );
});

test('no text is lost or duplicated, however a book is split into files and listed in its contents [P18]', async () => {
  const piece = fc.record({
    level: fc.constantFrom(0, 0, 0, 1, 2, 3),
    file: fc.boolean(),
    named: fc.boolean(),
    depth: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 25 }),
      fc.boolean(),
      async (pieces, noContents) => {
        const bodies: string[] = [];
        const toc: { title: string; href: string }[] = [];
        pieces.forEach(({ level, file, named }, i) => {
          if (file || bodies.length === 0) bodies.push('');
          const name = `Heading w${i}h of things`;
          const head = level > 0 ? `<h${level} id="i${i}">${escapeXml(name)}</h${level}>` : '';
          bodies[bodies.length - 1] += `${head}<p id="p${i}">Text w${i}x of this place.</p>`;
          if (named)
            toc.push({
              title: level > 0 ? name : `Place w${i}h`,
              href: `f${bodies.length - 1}.xhtml#${level > 0 ? 'i' : 'p'}${i}`,
            });
        });
        const files = bodies.map((body, i) => ({ name: `f${i}.xhtml`, body }));
        const book = await parseBook({
          name: 'b.epub',
          bytes: epubOf({ files, toc: noContents ? undefined : toc }),
        });
        const all = book.chapters.map(({ authorNotes, content }) => `${authorNotes}\n${content}`).join('\n');
        const found = [...all.matchAll(/w(\d+)x/g)].map((match) => Number(match[1]));
        expect(found).toEqual(pieces.map((_, i) => i));
        for (const { title, content } of book.chapters) {
          expect(content).not.toBe('');
          expect(titleLine(title)).toBe(title);
        }
      },
    ),
    { numRuns: 300 },
  );
});
