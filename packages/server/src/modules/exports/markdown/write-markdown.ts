import { parseChapterText } from '@inkling/contract/chapter-text';
import { endNoteLabel } from '../../../platform/own-epub.ts';
import type { TempFile } from '../../../platform/temp-file.ts';
import {
  beginsVolume,
  type ChapterTask,
  type ExportBook,
  type ExportChapter,
  type ExportStory,
} from '../export-book.ts';
import { escapedText, inline, literal, paragraph } from './inline.ts';

/** Metadata between two lines of `---`: values are JSON strings, which YAML reads too. */
function frontMatter(story: ExportStory): string {
  const { title, author, language, status, genres, tags, audience, description } = story;
  const warnings = story.contentWarnings;
  const fields = { title, author, language, status, genres, tags, warnings, audience, description };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', ''].join('\n');
}

/** Signs at the end of a heading would be left out. */
const heading = (level: number, title: string): string =>
  `\n${'#'.repeat(level)} ${literal(title).replace(/#(?=#*$)/g, '\\#')}\n`;

/** An author's note as a quotation: each line is a paragraph, an empty one has a no-break space. */
const note = (text: string, label: string[] = []): string => {
  if (text === '') return '';
  const lines = text
    .split('\n')
    .map((line) => (line.trim() === '' ? '&nbsp;' : paragraph(escapedText(line))));
  lines.unshift(...label);
  return `\n${lines.map((line) => `> ${line}\n`).join('>\n')}`;
};

/** A line that ends with a bar would be read as a row of a table. */
const verseLine = (text: string): string => `| ${text.replace(/\|\s*$/, '&#124;')}`;

/** A chapter as Markdown. Lines of verse are a line block, as in Pandoc: `| ` before each. */
export function chapterMarkdown({ chapter, hasVolumes }: ChapterTask): string {
  let text = heading(hasVolumes ? 2 : 1, chapter.title) + note(chapter.authorNotes);
  let isInVerse = false;
  for (const { kind, runs } of parseChapterText(chapter.content)) {
    const isVerse = kind === 'verse';
    if (isVerse) text += `${isInVerse ? '' : '\n'}${verseLine(inline(runs))}\n`;
    else if (kind === 'scene-break') text += '\n***\n';
    else if (kind === 'paragraph') text += `\n${paragraph(inline(runs))}\n`;
    isInVerse = isVerse;
  }
  return text + note(chapter.endNotes ?? '', [endNoteLabel]);
}

/** Writes a Markdown file. */
export async function writeMarkdown(file: TempFile, { story, chapters, render }: ExportBook): Promise<void> {
  const { language, hasVolumes } = story;
  const append = (text: string) => file.append(Buffer.from(text));
  await append(frontMatter(story));
  let volume: ExportChapter['volume'] = null;
  for await (const chapter of chapters) {
    if (beginsVolume(chapter, volume)) await append(heading(1, chapter.volume.title));
    volume = chapter.volume;
    await append(await render('markdown', { chapter, language, hasVolumes }));
  }
}
