import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  fileName,
  filesPath,
  type ImageKind,
  imageKinds,
  ownStem,
  parseFileName,
} from '@inkling/contract/files';
import { notFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { imageFiles } from './image-files.ts';
import * as queries from './uploads.queries.ts';

/**
 * Keeps an image in the widths of its kind and gives its address. Fails with WRONG_TYPE for what is no
 * image, TOO_LARGE for too many pixels.
 */
export async function keepImage(
  ctx: AppContext,
  ownerId: string,
  kind: ImageKind,
  bytes: Uint8Array,
): Promise<{ address: string }> {
  const files = await imageFiles(kind, bytes);
  const stem = randomBytes(16).toString('hex');
  // The row comes first: whatever happens then, it tells which files there may be.
  await queries.insertUpload(ctx.db, {
    stem,
    owner_id: ownerId,
    kind,
    widths: files.map(({ width }) => width),
    bytes: files.reduce((sum, file) => sum + file.bytes.length, 0),
    created_at: ctx.clock.now(),
  });
  const address = `${filesPath}${fileName(stem, imageKinds[kind].shown)}`;
  try {
    for (const { width, bytes: file } of files) await ctx.storage.put(fileName(stem, width), file);
  } catch (error) {
    await dropImage(ctx, address);
    throw error;
  }
  return { address };
}

/** Takes an image away, with its files; one that is gone already stays gone. */
export async function dropImage(ctx: AppContext, address: string): Promise<void> {
  const stem = ownStem(address);
  if (stem === null) return;
  const { widths = [] } = (await queries.deleteUpload(ctx.db, stem)) ?? {};
  for (const width of widths) await ctx.storage.remove(fileName(stem, width));
}

/** A stored file, to be sent; 404 for every other name. */
export async function openFile(ctx: AppContext, name: string): Promise<{ stream: Readable; size: number }> {
  const file = parseFileName(name) && (await ctx.storage.open(name));
  if (file === null) throw notFound('Image');
  return file;
}
