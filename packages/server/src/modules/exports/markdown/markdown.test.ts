import { parseChapterText } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { cleanText } from '@inkling/contract/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBook } from '../../imports/index.ts';
import { lampStory, written } from '../testing/written.ts';

const chapterOf = (content: string, authorNotes = '') => ({
  title: 'One',
  authorNotes,
  content,
  volume: null,
});
const read = async (content: string, story = lampStory, authorNotes = '') =>
  await parseBook({
    name: 'x.md',
    bytes: await written('markdown', story, [chapterOf(content, authorNotes)]),
  });

/** The text with the styles of its letters: an import leaves punctuation alone unstyled, and spaces may differ. */
const wordsOf = (content: string) =>
  parseChapterText(content)
    .filter(({ kind, runs }) => kind === 'scene-break' || runs.length > 0)
    .map(({ kind, runs }) => {
      const chars = runs.flatMap(({ text, em, strong }) =>
        [...text.normalize('NFC').replace(/\s+/g, '')].map((char) =>
          /[\p{L}\p{N}]/u.test(char) ? `${char}${em ? '/' : ''}${strong ? '!' : ''}` : char,
        ),
      );
      return `${kind} ${chars.join('')}`;
    });

const word = fc.constantFrom(
  ...[
    '*',
    '**',
    '***',
    'word',
    'a',
    ' ',
    ' ',
    '.',
    '—',
    '“',
    '\\',
    '_x_',
    '`',
    '~~',
    '<b>',
    '<!--',
    '&amp;',
    '[a](b)',
  ],
  ...['#', '>', '-', '1.', '|', '| ', '=', '猫', '「', '」', 'が', '⁂', "'", '!', '😀'],
);
const line = fc.array(word, { maxLength: 10 }).map((words) => words.join(''));
const content = fc
  .array(fc.oneof(line, fc.constantFrom('', '***', '| Roses', '|   are *red*', '|')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) => cleanText(`Begin.\n${lines.join('\n')}\nEnd.`))
  // As Inkling writes it; scene breaks in a row become one in every import.
  .map((text) =>
    serializeChapterText(parseChapterText(text)).replace(/\*\*\*\n(?:(?:\*\*\*)?\n)+/g, '***\n'),
  );

test('exported Markdown is imported with the same text and marks', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      const book = await read(text);
      expect(wordsOf(book.chapters.map((chapter) => chapter.content).join('\n'))).toEqual(wordsOf(text));
    }),
    { numRuns: 400 },
  );
});

test('its front matter and notes are read back', async () => {
  const story = {
    ...lampStory,
    title: 'The "Lamp": a tale',
    description: 'One: "quoted".\n\nTwo \\ three.',
    language: 'pt-BR',
    status: 'completed' as const,
    genres: ['Fantasy', 'Sci-Fi'],
  };
  const { title, description, author, language, status, genres, chapters } = await read(
    'Text.',
    story,
    'Hi *all*,\n\n# 1.',
  );
  expect({ title, description, author, language, status, genres }).toEqual({
    title: story.title,
    description: story.description,
    author: 'Ada',
    language: 'pt-BR',
    status: 'completed',
    genres: story.genres,
  });
  expect(chapters[0]?.authorNotes).toBe('Hi *all*,\n\n# 1.');
});
