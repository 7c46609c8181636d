import { buffer } from 'node:stream/consumers';
import { fileName, imageKinds, ownStem } from '@inkling/contract/files';
import type { AppContext } from '../../platform/context.ts';
import { loadSharp } from './load-sharp.ts';

/**
 * A stored cover as JPEG, for renderers that know neither WebP nor AVIF; null if it is not, or no longer, stored here. What is
 * transparent becomes white, as on the page of a book; JPEG itself would make it black.
 */
export async function coverAsJpeg(
  { storage }: Pick<AppContext, 'storage'>,
  address: string,
): Promise<Buffer | null> {
  const stem = ownStem(address);
  const file = stem === null ? null : await storage.open(fileName(stem, imageKinds.cover.shown));
  if (file === null) return null;
  const sharp = await loadSharp();
  return sharp(await buffer(file.stream))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Opaque pixels (RGBA, row by row) as JPEG. */
export async function pixelsAsJpeg(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return picture.jpeg({ quality: 84 }).toBuffer();
}
