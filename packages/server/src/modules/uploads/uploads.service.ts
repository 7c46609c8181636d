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
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { imageFiles } from './image-files.ts';
import * as queries from './uploads.queries.ts';

/** How much one person may keep here (docs/product.md §3.8). */
export const maxImages = 1000;
export const maxBytes = 500 * 1024 * 1024;

async function requireRoom(db: Db, ownerId: string, more = 0): Promise<void> {
  const kept = await queries.ownedBy(db, ownerId);
  if (kept.images < maxImages && kept.bytes + more <= maxBytes) return;
  const message = 'You have reached the maximum number of images. Delete one you no longer need first.';
  throw new AppError('TOO_LARGE', message);
}

/**
 * Keeps an image in the widths of its kind and gives its address. Fails with WRONG_TYPE for what is no
 * image, TOO_LARGE for too many pixels or more than a person may keep.
 */
export async function saveImage(
  ctx: AppContext,
  ownerId: string,
  kind: ImageKind,
  bytes: Uint8Array,
): Promise<{ address: string }> {
  await requireRoom(ctx.db, ownerId);
  const files = await imageFiles(kind, bytes);
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const stem = randomBytes(16).toString('hex');
  const address = imageAddress(kind, stem);
  // The row comes first: whatever happens then, it tells which files there may be.
  await transaction(ctx.db, async (tx) => {
    await queries.lockOwner(tx, ownerId);
    await requireRoom(tx, ownerId, size);
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
    throw error;
  }
  return { address };
}

/** Takes an image away, with its files; one that is gone already stays gone. */
export async function removeImage(ctx: AppContext, address: string): Promise<void> {
  const stem = ownStem(address);
  const image = stem === null ? undefined : await queries.disownImage(ctx.db, stem, ctx.clock.now());
  if (image !== undefined) await removeFiles(ctx, [image]);
}

/** Takes away an image that was replaced, unless something else shows it. */
export async function removeReplaced(
  ctx: AppContext,
  ownerId: string,
  address: string | null,
): Promise<void> {
  const stem = address === null ? null : ownStem(address);
  if (stem === null) return;
  const image = await transaction(ctx.db, async (tx) => {
    if ((await queries.lockImage(tx, ownerId, stem)) === undefined) return undefined;
    if ((await queries.usesOf(tx, stem)).length > 0) return undefined;
    return queries.disownImage(tx, stem, ctx.clock.now());
  });
  if (image !== undefined) await removeFiles(ctx, [image]);
}

/**
 * Removes the files of images that are nobody's any more, then their rows. A storage that fails keeps no
 * person waiting: the rows stay, and the next sweep tries again. Returns how many images are gone.
 */
export async function removeFiles(
  ctx: AppContext,
  images: { stem: string; widths: number[] }[],
): Promise<number> {
  const gone: string[] = [];
  try {
    for (const { stem, widths } of images) {
      for (const width of widths) {
        for (const format of imageFormats) await ctx.storage.remove(fileName(stem, width, format));
      }
      gone.push(stem);
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'files of an image could not be removed; they will be later');
  }
  if (gone.length > 0) await queries.deleteUploads(ctx.db, gone);
  return gone.length;
}

/** A stored file, to be sent; 404 for every other name. */
export async function openFile(
  ctx: AppContext,
  name: string,
): Promise<{ stream: Readable; size: number; format: ImageFormat }> {
  const wanted = parseFileName(name);
  if (wanted === null) throw notFound('Image');
  const file = await ctx.storage.open(name);
  if (file !== null) return { ...file, format: wanted.format };
  // Images from before there was AVIF are there as WebP alone; browsers go by what is sent, not by the name.
  const older = wanted.format === 'avif' && (await ctx.storage.open(fileName(wanted.stem, wanted.width)));
  if (!older) throw notFound('Image');
  return { ...older, format: 'webp' };
}
