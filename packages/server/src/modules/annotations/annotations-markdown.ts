import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import { numberedTitle } from '@inkling/contract/chapter-title';
import { originalOf } from './annotations.present.ts';
import type { ExportedAnnotation } from './export.queries.ts';

/**
 * Characters with a meaning in Markdown or HTML, where they have it: not the underscores in a_b, the ampersand in R&D, or
 * the sign in a < b.
 */
const special = /[\\`*[~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)|==|#$/giu;
/** What would make a line a heading, a quotation, an item of a list, a rule or a table. */
const beginning = /^([#>|=]|[-+](?=[-+\s]|$)|:(?=-))/;
/** A text within a line, escaped so that Markdown shows it as it is. */
const escapeSigns = (text: string): string => text.replace(special, '\\$&');
/** One line of a person's or an author's text. */
const escapeLine = (line: string): string =>
  escapeSigns(line.trimStart())
    .replace(beginning, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

const lines = (text: string): string[] => text.split('\n').map(escapeLine);
const inLine = (text: string): string => escapeSigns(text.replace(/\s+/g, ' ').trim());

/** A passage, whose lines are paragraphs: without an empty line between them, Markdown would join them. */
const quote = (text: string): string =>
  lines(text)
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n>\n');

const kinds = { highlight: 'Highlight', bookmark: 'Bookmark' };

/** What has happened to the passage since it was selected. */
function change(row: ExportedAnnotation, original: string | null): string[] {
  if (row.is_text_changed) return ['The author has since changed this passage.'];
  return original === null ? [] : ['Part of the passage changed. What’s left:', quote(row.selected_text)];
}

function annotation(row: ExportedAnnotation): string {
  const day = row.created_at.toISOString().slice(0, 10);
  const about = [kinds[row.kind], ...(row.color === null ? [] : [row.color]), day];
  const tags = row.tags.length === 0 ? [] : [`Tags: ${row.tags.map(inLine).join(', ')}`];
  const original = originalOf(row);
  // A title that only repeats the words, as in the list.
  const isDefault = row.title === defaultBookmarkTitle(original ?? row.selected_text);
  const title = row.title === null || row.title === '' || isDefault ? [] : [`**${inLine(row.title)}**`];
  const note = row.note === '' ? [] : [lines(row.note).join('  \n')];
  return [
    ...title,
    quote(original ?? row.selected_text),
    ...note,
    ...tags,
    ...change(row, original),
    `*${about.join(', ')}*`,
  ].join('\n\n');
}

/** The heading of a story or chapter that begins with this row, in a file where `before` was the row before. */
function headings(row: ExportedAnnotation, before: ExportedAnnotation | null): string[] {
  const isNewStory = before?.story_id !== row.story_id;
  const isNewChapter = before?.chapter_id !== row.chapter_id;
  const story = row.story_title === null ? 'No longer available' : inLine(row.story_title);
  const chapter =
    row.chapter_title === null
      ? 'A chapter that is no longer available'
      : inLine(numberedTitle({ title: row.chapter_title, chapterNumber: Number(row.chapter_number) }));
  return [...(isNewStory ? [`## ${story}`] : []), ...(isNewStory || isNewChapter ? [`### ${chapter}`] : [])];
}

/** An exported annotation as Markdown, with the headings of a story or chapter that begins with it. */
export const asMarkdown = (row: ExportedAnnotation, before: ExportedAnnotation | null): string =>
  [...headings(row, before), annotation(row)].join('\n\n');
