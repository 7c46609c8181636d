import type { EbookFormat } from '@inkling/contract/ebooks';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, snapshot } from '../../platform/db/db.ts';
import { exportToFile } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { fileNameOf } from '../../platform/personal-data.ts';
import type { TempFile } from '../../platform/temp-file.ts';
import { readerOf } from '../chapters/index.ts';
import { exportFor, extendIdleTimeout, findExportStory } from '../exports/index.ts';
import * as queries from './ebooks.queries.ts';
import { partialMd5 } from './partial-md5.ts';
import { writeEbook } from './write-ebook.ts';

export const ebookType = 'application/epub+zip';
const extensions: Record<EbookFormat, string> = { epub: 'epub', kepub: 'kepub.epub' };

/** The files of a story that e-readers can choose from; none if its author does not allow downloads. */
export const ebookOf = (story: { id: string; ebook_allowed: boolean }) =>
  story.ebook_allowed
    ? (['epub', 'kepub'] as const).map((format) => ({
        format,
        type: ebookType,
        path: `/ebooks/${story.id}.${extensions[format]}`,
      }))
    : [];

/** A story as an EPUB for a reader, if its author allows it (docs/product/ebooks.md). */
export async function downloadEbook(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  format: EbookFormat,
): Promise<FileResponse> {
  const allowed = await queries.mayDownload(ctx.db, readerOf(ctx, viewer), storyId);
  const story = allowed === undefined ? undefined : await findExportStory(ctx.db, storyId);
  // The same error for a story whose author does not allow downloads, since e-readers show no reasons.
  if (!allowed || story === undefined) throw notFound('Story');
  const name = `${fileNameOf(story.title, 'story')}.${extensions[format]}`;
  return await exportFor(viewer.id, () =>
    exportToFile(ctx, { type: ebookType, name }, async (file) => {
      await queries.appendItems(ctx.db, story.id);
      const md5 = partialMd5();
      const hashed: Pick<TempFile, 'append'> = {
        async append(bytes) {
          md5.add(bytes);
          await file.append(bytes);
        },
      };
      const versions = await snapshot(ctx.db, (tx) => write(ctx, tx, viewer, hashed, story.id, format));
      const digest = md5.digest();
      await queries.rememberFile(ctx.db, {
        digest,
        format,
        storyId: story.id,
        versions,
        now: ctx.clock.now(),
      });
    }),
  );
}

/** Writes the file from one snapshot, and returns the version of each page's chapter, 0 for one without its text. */
async function write(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  file: Pick<TempFile, 'append'>,
  storyId: string,
  format: EbookFormat,
): Promise<number[]> {
  await extendIdleTimeout(tx);
  const story = await findExportStory(tx, storyId);
  const reader = readerOf(ctx, viewer);
  const items = await queries.listItems(tx, reader, storyId);
  if (story === undefined || !items.some(({ state }) => state !== 'gone'))
    throw new AppError('NOTHING_PUBLISHED', 'None of this story’s chapters are published right now.');
  await writeEbook(ctx, file, { story, format, items, texts: queries.itemTexts(tx, reader, storyId) });
  return items.map(({ state, version }) => (state === 'open' ? (version ?? 0) : 0));
}
