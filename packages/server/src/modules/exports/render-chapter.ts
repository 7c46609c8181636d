import type { ExportFormat } from '@inkling/contract/exports';
import { chapterPart } from './docx/chapter-part.ts';
import { chapterPage } from './epub/chapter-page.ts';
import type { ChapterTask } from './export-book.ts';
import { chapterMarkdown } from './markdown/write-markdown.ts';

const renderers: Record<ExportFormat, (task: ChapterTask) => string> = {
  epub: chapterPage,
  docx: chapterPart,
  markdown: chapterMarkdown,
};

/** A chapter's part of a file. Prose of a million characters takes 50 ms of CPU time, half a million lines or marks up to four seconds. */
export const renderChapter = ({ format, task }: { format: ExportFormat; task: ChapterTask }): string =>
  renderers[format](task);
