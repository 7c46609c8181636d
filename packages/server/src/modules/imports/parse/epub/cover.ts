import { hash } from 'node:crypto';
import { ownEpub } from '../../../../platform/own-epub.ts';
import { imageTypeOf } from '../detect.ts';
import type { BookPackage } from './package.ts';
import { propertyOf } from './xml.ts';
import { type Archive, resolveReference } from './zip.ts';

type Cover = { bytes: Uint8Array; mediaType: string };

const maxCoverBytes = 5 * 1024 * 1024;
const wrapped =
  /(?:xlink:)?href\s*=\s*["']data:image\/(?:jpeg|jpg|png|gif|webp);base64,([A-Za-z0-9+/=\s]+)["']/;
const pictureIn = /<(?:img|image)\b[^>]{0,2000}?(?:src|xlink:href|href)\s*=\s*(?:"([^"]+)"|'([^']+)')/i;

const coverOf = (bytes: Uint8Array): Cover | null => {
  const mediaType = imageTypeOf(bytes);
  return mediaType === null || bytes.length > maxCoverBytes ? null : { bytes, mediaType };
};

// The image at a path, or the image inside an SVG or an XHTML page.
async function readCover(archive: Archive, path: string, depth: number): Promise<Cover | null> {
  const bytes = await archive.read(path);
  if (bytes === null) return null;
  const image = coverOf(bytes);
  if (image !== null || depth === 0 || imageTypeOf(bytes) !== null) return image;
  const markup = new TextDecoder().decode(bytes);
  const data = wrapped.exec(markup)?.[1];
  if (data !== undefined) return coverOf(new Uint8Array(Buffer.from(data, 'base64')));
  const found = pictureIn.exec(markup);
  const target = found && resolveReference(path, found[1] ?? found[2] ?? '');
  return target ? await readCover(archive, target.path, depth - 1) : null;
}

/**
 * The cover as a raster image; null when the book has none in a supported format, or one that Inkling generated: an
 * imported story gets a generated cover again.
 */
export async function coverOfBook(archive: Archive, book: BookPackage): Promise<Cover | null> {
  const pages = book.guide.filter((reference) => reference.type === 'cover').map(({ target }) => target.path);
  const first = book.spine[0]?.path;
  const generated = propertyOf(book.root, ownEpub.generatedCover);
  const named = [book.coverImage, ...pages].filter((path) => path !== null);
  if (first !== undefined && /cover/i.test(first)) named.push(first);
  for (const path of named) {
    const cover = await readCover(archive, path, 2);
    if (cover !== null) return hash('sha256', cover.bytes) === generated ? null : cover;
  }
  return null;
}
