import type { AnnotationFormat } from '@inkling/contract/annotations';
import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import { numberedTitle } from '@inkling/contract/chapter-title';
import { publicUrl } from '../../platform/config.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, snapshot, streamRows } from '../../platform/db/db.ts';
import { type Cell, exportCsv, exportToFile, requireClient } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import type { TempFile } from '../../platform/temp-file.ts';
import { yieldOften } from '../../platform/threads.ts';
import { readerOf } from '../chapters/index.ts';
import { type ExportedAnnotation, exportedAnnotations } from './annotation-lists.queries.ts';
import { originalOf } from './annotations.service.ts';

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

interface Wanted {
  format: AnnotationFormat;
  storyId?: string | undefined;
  ids?: string[] | undefined;
}

const asJson = (row: ExportedAnnotation) => ({
  id: row.id,
  kind: row.kind,
  story: { id: row.story_id, title: row.story_title },
  chapter: { id: row.chapter_id, title: row.chapter_title, number: row.chapter_number },
  selectedText: row.selected_text,
  originalText: originalOf(row),
  isTextChanged: row.is_text_changed,
  ...(row.kind === 'highlight' ? { color: row.color } : { title: row.title, tags: row.tags }),
  note: row.note,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const formats = {
  markdown: {
    file: { type: 'text/markdown; charset=utf-8', name: 'inkling-annotations.md' },
    start: '# Annotations\n',
    item: (row: ExportedAnnotation, before: ExportedAnnotation | null) => `\n${asMarkdown(row, before)}\n`,
    end: () => '',
  },
  json: {
    file: { type: 'application/json; charset=utf-8', name: 'inkling-annotations.json' },
    start: '[',
    item: (row: ExportedAnnotation, before: ExportedAnnotation | null) =>
      `${before === null ? '' : ','}\n${JSON.stringify(asJson(row))}`,
    end: (isEmpty: boolean) => (isEmpty ? ']\n' : '\n]\n'),
  },
};

type FileFormat = keyof typeof formats;

const chapterOf = ({ chapter_title, chapter_number }: ExportedAnnotation): string =>
  chapter_title === null
    ? ''
    : numberedTitle({ title: chapter_title, chapterNumber: Number(chapter_number) });
const wordsOf = (row: ExportedAnnotation): string => originalOf(row) ?? row.selected_text;

/** The columns of a list for spreadsheets, and of the file that Readwise imports, whose names are Readwise's. */
const lists: Record<
  Exclude<AnnotationFormat, FileFormat>,
  {
    name: string;
    isUnmarked?: true;
    columns: Record<string, (row: ExportedAnnotation, ctx: RequestContext) => Cell>;
  }
> = {
  csv: {
    name: 'inkling-annotations.csv',
    columns: {
      Story: (row) => row.story_title ?? '',
      Author: (row) => row.author ?? '',
      Chapter: chapterOf,
      Kind: (row) => row.kind,
      Color: (row) => row.color ?? '',
      Title: (row) => row.title ?? '',
      Words: wordsOf,
      Note: (row) => row.note,
      Tags: (row) => row.tags.join(', '),
      Created: (row) => row.created_at.toISOString(),
      Changed: (row) => row.updated_at.toISOString(),
    },
  },
  readwise: {
    name: 'inkling-annotations-readwise.csv',
    isUnmarked: true,
    columns: {
      Highlight: wordsOf,
      Title: (row) => row.story_title ?? 'No longer available',
      Author: (row) => row.author ?? '',
      URL: (row, ctx) =>
        row.chapter_title === null
          ? ''
          : `${publicUrl(ctx.config)}/reading/${row.story_id}/${row.chapter_id}?annotation=${row.id}`,
      Note: (row) =>
        [row.note, ...row.tags.map((tag) => `.${tag.replace(/\s+/g, '-')}`)].filter(Boolean).join('\n'),
      Location: (row) => row.chapter_number ?? '',
      Date: (row) => row.created_at.toISOString().slice(0, 19).replace('T', ' '),
    },
  },
};

/** Writes annotations as they are read; other requests go first after some of them. */
async function write(
  ctx: RequestContext,
  file: TempFile,
  rowsOf: (tx: Db) => AsyncIterable<ExportedAnnotation>,
  format: FileFormat,
) {
  const { start, item, end } = formats[format];
  await file.append(Buffer.from(start));
  await snapshot(ctx.db, async (tx) => {
    const pause = yieldOften();
    let before: ExportedAnnotation | null = null;
    let batch = '';
    const flush = async () => {
      requireClient(ctx);
      await file.append(Buffer.from(batch));
      batch = '';
    };
    for await (const row of rowsOf(tx)) {
      batch += item(row, before);
      before = row;
      if (batch.length > 65_536) await flush();
      await pause();
    }
    batch += end(before === null);
    await flush();
  });
}

/** The viewer's annotations of one story, some or all as a file (docs/product/annotations.md#export), read in one snapshot. */
export function exportAnnotations(
  ctx: RequestContext,
  viewer: Viewer,
  { format, ...which }: Wanted,
): Promise<FileResponse> {
  const rowsOf = (tx: Db) => streamRows(tx, exportedAnnotations(readerOf(ctx, viewer), which), 200);
  if (format === 'markdown' || format === 'json')
    return exportToFile(ctx, formats[format].file, (file) => write(ctx, file, rowsOf, format));
  const { columns, ...list } = lists[format];
  return exportCsv(ctx, {
    ...list,
    header: Object.keys(columns),
    async *rows(tx) {
      for await (const row of rowsOf(tx)) yield Object.values(columns).map((cell) => cell(row, ctx));
    },
  });
}
