import type { ExportFormat } from '@inkling/contract/exports';
import type { TempFile } from '../../platform/temp-file.ts';
import { zipFile } from '../../platform/zip-file.ts';
import { writeDocx } from './docx/write-docx.ts';
import { writeEpub } from './epub/write-epub.ts';
import type { ExportBook } from './export-book.ts';
import { writeMarkdown } from './markdown/write-markdown.ts';

/** Writes a book in a format, chapter by chapter. */
export async function writeBook(file: TempFile, format: ExportFormat, book: ExportBook): Promise<void> {
  if (format === 'markdown') return await writeMarkdown(file, book);
  const zip = zipFile(file, book.now);
  await (format === 'epub' ? writeEpub : writeDocx)(zip, book);
  await zip.end();
}
