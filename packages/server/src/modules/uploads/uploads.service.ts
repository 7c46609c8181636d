import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  fileName,
  type ImageFormat,
  type ImageKind,
  imageAddress,
  imageFormats,
  ownStem,
  parseFileName,
} from '@inkling/contract/files';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { imageUses } from '../../platform/storage/image-uses.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { presentAuthor, setAvatar } from '../users/index.ts';
import { imageFiles } from './image-files.ts';
import * as queries from './uploads.queries.ts';

/** Storage quota per user (docs/product/uploads.md#storage). */
export const maxImages = 1000;
export const maxBytes = 500 * 1024 * 1024;

async function requireQuota(db: Db, ownerId: string, additional = 0): Promise<void> {
  const stored = await queries.ownedImageTotals(db, ownerId);
  if (stored.images < maxImages && stored.bytes + additional <= maxBytes) return;
  const message = 'You’ve reached the maximum number of images. Delete one you no longer need first.';
  throw new AppError('TOO_LARGE', message);
}

/**
 * Stores an image in the widths of its kind and returns its address. Throws WRONG_TYPE for anything but an image and
 * TOO_LARGE for too many pixels or an exceeded quota.
 */
export async function saveImage(
  ctx: AppContext,
  ownerId: string,
  kind: ImageKind,
  bytes: Uint8Array,
): Promise<{ address: string }> {
  await requireQuota(ctx.db, ownerId);
  const files = await imageFiles(kind, bytes);
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const stem = randomBytes(16).toString('hex');
  const address = imageAddress(kind, stem);
  // Insert the row first, so that the sweep knows which files may exist after a crash.
  await transaction(ctx.db, async (tx) => {
    await queries.lockOwner(tx, ownerId);
    await requireQuota(tx, ownerId, size);
    await queries.insertUpload(tx, {
      stem,
      owner_id: ownerId,
      kind,
      widths: [...new Set(files.map(({ width }) => width))],
      bytes: size,
      created_at: ctx.clock.now(),
    });
  });
  try {
    for (const { width, format, bytes: file } of files) {
      await ctx.storage.put(fileName(stem, width, format), file, `image/${format}`);
    }
  } catch (error) {
    await removeImage(ctx, address);
    // Nothing has referred to it, and the disk may be full.
    await removeFiles(ctx, [{ stem, widths: files.map(({ width }) => width) }]);
    throw error;
  }
  return { address };
}

/** Removes an image, whose files are deleted a day later; has no effect if it is already gone. */
export async function removeImage(ctx: AppContext, address: string): Promise<void> {
  const stem = ownStem(address);
  if (stem !== null) await queries.disownImage(ctx.db, stem, ctx.clock.now());
}

/** Removes an image that was replaced, unless something else uses it. */
export async function removeReplaced(
  ctx: AppContext,
  ownerId: string,
  address: string | null,
): Promise<void> {
  const stem = address === null ? null : ownStem(address);
  if (stem === null) return;
  await transaction(ctx.db, async (tx) => {
    if ((await queries.lockImage(tx, ownerId, stem)) === undefined) return;
    if ((await queries.listUsesOf(tx, imageUses(ctx), stem)).length > 0) return;
    await queries.disownImage(tx, stem, ctx.clock.now());
  });
}

/**
 * Removes the files of images without an owner, then their rows. If the storage fails, the rows stay and the next
 * sweep retries. Returns the number of removed images.
 */
async function removeFiles(ctx: AppContext, images: { stem: string; widths: number[] }[]): Promise<number> {
  const removed: string[] = [];
  try {
    for (const { stem, widths } of images) {
      for (const width of widths) {
        for (const format of imageFormats) await ctx.storage.remove(fileName(stem, width, format));
      }
      removed.push(stem);
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'can’t remove the files of an image; the next sweep will retry');
  }
  if (removed.length > 0) await queries.deleteUploads(ctx.db, removed);
  return removed.length;
}

/** Opens a file of an image that has an owner; throws 404 for any other name, at once when an image is removed. */
export async function openFile(
  ctx: AppContext,
  name: string,
): Promise<{ stream: Readable; size: number; format: ImageFormat }> {
  const parsed = parseFileName(name);
  if (parsed === null || !(await queries.isOwned(ctx.db, parsed.stem))) throw notFound('Image');
  const file = await ctx.storage.open(name);
  if (file !== null) return { ...file, format: parsed.format };
  // Images stored before AVIF support exist only as WebP; browsers use the content type, not the name.
  const fallback = parsed.format === 'avif' && (await ctx.storage.open(fileName(parsed.stem, parsed.width)));
  if (!fallback) throw notFound('Image');
  return { ...fallback, format: 'webp' };
}

/** Stores an image as the viewer's picture and removes the previous one. */
export async function uploadAvatar(ctx: RequestContext, viewer: Viewer, bytes: Uint8Array) {
  const { address } = await saveImage(ctx, viewer.id, 'avatar', bytes);
  try {
    const person = requireFound(await setAvatar(ctx.db, viewer.id, address), 'User');
    await removeReplaced(ctx, viewer.id, person.before);
    return { imageUrl: address, user: presentAuthor(person), data: { avatar: address } };
  } catch (error) {
    await removeImage(ctx, address);
    throw error;
  }
}

/** How many images are removed per query. */
const batchSize = 100;

/**
 * Removes images that have been unused for a day: never used, or orphaned by a deleted story. Deletes the files of
 * images that were removed a day ago: a backup that began before has their rows, and finds the files
 * (docs/product/uploads.md#storage). Returns the number of images whose files are deleted.
 */
export async function sweepImages(ctx: AppContext): Promise<number> {
  const now = await deletionCutoff(ctx);
  if (now === null) return 0;
  await queries.markUnused(ctx.db, imageUses(ctx), now);
  const since = new Date(now.getTime() - day);
  await queries.disownUnused(ctx.db, since, now);
  let total = 0;
  for (;;) {
    const images = await queries.listDisowned(ctx.db, since, batchSize);
    if (images.length === 0) return total;
    const removed = await removeFiles(ctx, images);
    total += removed;
    // Stop: images that cannot be removed now would be selected again and again.
    if (removed < images.length) return total;
  }
}

/** No retries: the next hourly run continues. */
export const imageSweep = defineQueue<Record<string, never>>('sweep-images', {
  retries: 0,
  timeout: 600,
});

/** Runs hourly in the process that works the job queues. */
export function scheduleImageSweep(ctx: AppContext): void {
  ctx.jobs.work(imageSweep, async () => {
    const images = await sweepImages(ctx);
    if (images > 0) ctx.log.info({ images }, 'deleted the files of removed images');
  });
  ctx.jobs.schedule(imageSweep, '20 * * * *');
}
