import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { requireDiskSpace } from '../../platform/disk-space.ts';
import { FileResponse } from '../../platform/http/file-response.ts';
import { text } from '../../platform/personal-data.ts';
import { personalParts } from '../../platform/personal-parts.ts';
import { type ZipFile, zipFile } from '../../platform/zip-file.ts';
import { requireClient } from '../exports/index.ts';

/** Maximum number of exports that run or wait. */
const maxWaiting = 5;
const exclusive = pLimit(1);

const busy = () =>
  new AppError('BUSY', 'Several exports are already running. Please try again in a minute.', {
    retryAfterSeconds: 60,
  });

/**
 * All data stored about a user as a zip (docs/product/personal-data.md#export): a database snapshot, then the images. Written to
 * disk first, so that a slow download does not block other exports.
 */
export async function exportPerson(ctx: RequestContext, viewer: Viewer): Promise<FileResponse> {
  await requireDiskSpace(ctx.config);
  if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting) throw busy();
  const { stream, size } = await exclusive(() => {
    requireClient(ctx);
    return writeExport(ctx, viewer);
  });
  return new FileResponse(stream, size);
}

/** Ends with an error once the client is gone, for the exports that wait. */
async function writeExport(ctx: RequestContext, { id, username }: Viewer) {
  const now = ctx.clock.now();
  const zip = await zipFile(join(ctx.config.DATA_DIR, 'exports'), randomUUID(), now);
  try {
    await zip.add('readme.txt', text(readme(username, now)));
    const images = await snapshot(ctx.db, async (tx) => {
      const stored = [];
      for (const part of personalParts(ctx)) {
        for await (const { path, content } of part.files(tx, id)) {
          requireClient(ctx);
          await zip.add(path, content);
        }
        stored.push(...((await part.stored?.(tx, id)) ?? []));
      }
      return stored;
    });
    for (const image of images) {
      requireClient(ctx);
      await addStored(ctx, zip, image);
    }
    return await zip.finish();
  } catch (error) {
    await zip.discard();
    throw error;
  }
}

/** Skips an image that was deleted after the snapshot. */
async function addStored(
  ctx: Pick<RequestContext, 'storage'>,
  zip: ZipFile,
  { path, name }: { path: string; name: string },
) {
  const file = await ctx.storage.open(name);
  if (file !== null) await zip.add(path, file.stream, { packed: true });
}

const readme = (
  username: string,
  now: Date,
): string => `What Inkling stores about ${username}, as of ${now.toISOString()}.

Your stories are in 'stories', each in its own folder: the story, its chapters and drafts as Markdown, earlier
versions of chapters as JSON. Stories and chapters you have deleted are included as long as they are stored.
Images are in 'images', each in its largest width. Everything else is JSON; times are in UTC.
Passwords, session tokens and link tokens are not included: they are stored only as hashes.
`;
