import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from '@inkling/contract/exports';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { exportToFile, requireClient } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { fileNameOf } from '../../platform/personal-data.ts';
import type { TempFile } from '../../platform/temp-file.ts';
import { zipFile } from '../../platform/zip-file.ts';
import { coverOf } from './cover.ts';
import { writeDocx } from './docx/write-docx.ts';
import { writeEpub } from './epub/write-epub.ts';
import type { ExportBook, ExportStory } from './export-book.ts';
import { requireExportable } from './exports.policy.ts';
import * as queries from './exports.queries.ts';
import { writeMarkdown } from './markdown/write-markdown.ts';
import { chapterRenderer } from './render-queue.ts';

/** Writes a book in a format, chapter by chapter. */
export async function writeBook(file: TempFile, format: ExportFormat, book: ExportBook): Promise<void> {
  if (format === 'markdown') return await writeMarkdown(file, book);
  const zip = zipFile(file, book.now);
  await (format === 'epub' ? writeEpub : writeDocx)(zip, book);
  await zip.end();
}

export interface ExportInput {
  id: string;
  format: ExportFormat;
  drafts: boolean;
}

/** The people whose export runs or waits. */
const exporting = new Set<string>();

/** Runs a person's export of a story. Throws BUSY while another one of theirs runs or waits. */
export async function exportFor<T>(personId: string, work: () => Promise<T>): Promise<T> {
  if (exporting.has(personId))
    throw new AppError('BUSY', 'You’re already downloading a story. Please wait until it’s done.', {
      retryAfterSeconds: 10,
    });
  exporting.add(personId);
  try {
    return await work();
  } finally {
    exporting.delete(personId);
  }
}

const files: Record<ExportFormat, { type: string; extension: string }> = {
  epub: { type: 'application/epub+zip', extension: 'epub' },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
};

/**
 * A story as a file for its author (docs/product/exports.md). It is read in one database snapshot, chapter by chapter.
 */
export async function exportStory(
  ctx: RequestContext,
  viewer: Viewer,
  input: ExportInput,
): Promise<FileResponse> {
  const { author_id, ...story } = requireExportable(viewer, await queries.findStory(ctx.db, input.id));
  const { type, extension } = files[input.format];
  const name = `${fileNameOf(story.title, 'story')}.${extension}`;
  return await exportFor(author_id, () =>
    exportToFile(ctx, { type, name }, (file) => writeExport(ctx, file, story, input)),
  );
}

const nothingToExport = (drafts: boolean) =>
  drafts
    ? new AppError('CONFLICT', 'This story has no chapters yet. Add one first.')
    : new AppError(
        'NOTHING_PUBLISHED',
        'None of this story’s chapters are published. Include drafts to export them.',
      );

async function writeExport(
  ctx: RequestContext,
  file: TempFile,
  story: Omit<ExportStory, 'hasVolumes'>,
  { id, format, drafts }: ExportInput,
) {
  await snapshot(ctx.db, async (tx) => {
    await queries.extendIdleTimeout(tx);
    const { chapters, hasVolumes } = await queries.countExported(tx, id, drafts);
    if (chapters === 0) throw nothingToExport(drafts);
    await writeBook(file, format, {
      story: { ...story, hasVolumes },
      cover: () => coverOf(ctx, story),
      glossary: await queries.exportedGlossary(tx, id, drafts),
      chapters: withPauses(ctx, queries.exportedChapters(tx, id, drafts)),
      now: ctx.clock.now(),
      render: chapterRenderer(ctx),
    });
  });
}

/** Other requests go first after each row. Ends with an error once the client is gone, for the exports that wait. */
export async function* withPauses<T>(
  ctx: Pick<RequestContext, 'isClientGone'>,
  chapters: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const chapter of chapters) {
    requireClient(ctx);
    yield chapter;
    await setImmediate();
  }
}
