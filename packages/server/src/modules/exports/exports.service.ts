import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from '@inkling/contract/exports';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { requireDiskSpace } from '../../platform/disk-space.ts';
import { FileResponse } from '../../platform/http/file-response.ts';
import { safeName } from '../../platform/personal-data.ts';
import { tempFile } from '../../platform/temp-file.ts';
import { zipFile } from '../../platform/zip-file.ts';
import { coverOf } from './cover.ts';
import { writeDocx } from './docx/write-docx.ts';
import { writeEpub } from './epub/write-epub.ts';
import type { ExportBook, ExportStory } from './export-book.ts';
import { requireExportable } from './exports.policy.ts';
import * as queries from './exports.queries.ts';
import { writeMarkdown } from './markdown/write-markdown.ts';
import { chapterRenderer, requireClient } from './render-queue.ts';

export interface ExportInput {
  id: string;
  format: ExportFormat;
  drafts: boolean;
}

/** Maximum number of exports that run or wait. */
const maxWaiting = 8;
const exclusive = pLimit(1);
/** The people whose export runs or waits. */
const exporting = new Set<string>();

const files: Record<ExportFormat, { type: string; extension: string }> = {
  epub: { type: 'application/epub+zip', extension: 'epub' },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
};

const busy = (message: string, seconds: number) =>
  new AppError('BUSY', message, { retryAfterSeconds: seconds });

/**
 * A story as a file for its author (docs/product/exports.md). It is read in one database snapshot, chapter by chapter,
 * and written to disk first, so that a slow download does not hold the snapshot.
 */
export async function exportStory(
  ctx: RequestContext,
  viewer: Viewer,
  input: ExportInput,
): Promise<FileResponse> {
  const { author_id, ...story } = requireExportable(viewer, await queries.findStory(ctx.db, input.id));
  await requireDiskSpace(ctx.config);
  if (exporting.has(author_id))
    throw busy('You are already exporting a story. Please wait until it is done.', 10);
  if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting)
    throw busy('Several stories are being exported right now. Please try again in a minute.', 60);
  exporting.add(author_id);
  try {
    const { stream, size } = await exclusive(() => {
      requireClient(ctx);
      return writeExport(ctx, story, input);
    });
    const { type, extension } = files[input.format];
    return new FileResponse(stream, size, {
      type,
      name: `${safeName(story.title).replace(/^[. ]+/, '') || 'story'}.${extension}`,
    });
  } finally {
    exporting.delete(author_id);
  }
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
  story: Omit<ExportStory, 'hasVolumes'>,
  { id, format, drafts }: ExportInput,
) {
  return await snapshot(ctx.db, async (tx) => {
    await queries.extendIdleTimeout(tx);
    const { chapters, hasVolumes } = await queries.countExported(tx, id, drafts);
    if (chapters === 0) throw nothingToExport(drafts);
    return await writeFile(ctx, format, {
      story: { ...story, hasVolumes },
      cover: () => coverOf(ctx, story),
      chapters: withPauses(ctx, queries.exportedChapters(tx, id, drafts)),
      now: ctx.clock.now(),
      render: chapterRenderer(ctx),
    });
  });
}

/** Other requests go first after each chapter. Ends with an error once the client is gone, for the exports that wait. */
async function* withPauses<T>(
  ctx: Pick<RequestContext, 'isClientGone'>,
  chapters: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const chapter of chapters) {
    requireClient(ctx);
    yield chapter;
    await setImmediate();
  }
}

async function writeFile({ config }: Pick<AppContext, 'config'>, format: ExportFormat, book: ExportBook) {
  const [folder, name] = [join(config.DATA_DIR, 'exports'), randomUUID()];
  const file = format === 'markdown' ? await tempFile(folder, name) : await zipFile(folder, name, book.now);
  try {
    if ('append' in file) await writeMarkdown(file, book);
    else await (format === 'epub' ? writeEpub : writeDocx)(file, book);
    return await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
