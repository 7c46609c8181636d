import { buffer } from 'node:stream/consumers';
import {
  fileName,
  type ImageFormat,
  type ImageKind,
  imageFormats,
  imageKinds,
  notAnImage,
  ownStem,
} from '@inkling/contract/files';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';

/** The allowed formats, detected by content; all other decoders of sharp are blocked, its SVG loader among them. */
const decoders = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  // Every image is processed once: a cache would only use memory.
  sharp.cache(false);
  return sharp;
}
let loading: ReturnType<typeof load> | undefined;

/** sharp is loaded with the first image, so that a server without uploads saves its memory. */
export function loadSharp(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

const maxPixels = 40_000_000;
const maxSeconds = 30;
const tooManyPixels = /pixel limit/;

/** Waiting images are held in memory, so their number is limited. */
const maxWaiting = 20;
/** A picture may decode to hundreds of megabytes, so only one is decoded at a time. */
const exclusive = pLimit(1);

interface ImageFile {
  width: number;
  format: ImageFormat;
  bytes: Buffer;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Whether the bytes start with the signature of JPEG, PNG, GIF or WebP. */
function hasImageSignature(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return true;
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' || /^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return true;
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP';
}

function toAppError(error: unknown): AppError {
  const { message } = error instanceof Error ? error : { message: '' };
  if (tooManyPixels.test(message))
    return new AppError(
      'TOO_LARGE',
      'This image has more than 40 million pixels. Please choose a smaller one.',
    );
  if (/\btimeout: \d+%/.test(message))
    return new AppError('BUSY', 'This image took too long. Please try again, or choose a smaller one.', {
      retryAfterSeconds: 30,
    });
  return new AppError(
    'WRONG_TYPE',
    'This image can’t be read. It may be damaged; please choose another one.',
  );
}

/**
 * Decodes an image (the first frame of an animation, rotated by its EXIF orientation), crops it to its kind's ratio
 * and re-encodes it in every width and format. Only pixels are carried over; metadata is dropped. Throws
 * WRONG_TYPE, TOO_LARGE (more than 40 million pixels) or BUSY.
 */
export async function imageFiles(kind: ImageKind, bytes: Uint8Array): Promise<ImageFile[]> {
  if (!hasImageSignature(bytes)) throw new AppError('WRONG_TYPE', notAnImage);
  if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting) {
    const message = 'Many images are being processed right now. Please try again in a minute.';
    throw new AppError('BUSY', message, { retryAfterSeconds: 30 });
  }
  try {
    return await exclusive(() => encode(kind, bytes));
  } catch (error) {
    throw toAppError(error);
  }
}

/** AVIF with effort 1: a quarter smaller than WebP in less time; higher effort gains almost nothing. */
const encoders: Record<ImageFormat, (picture: Sharp) => Sharp> = {
  webp: (picture) => picture.webp({ quality: 82 }),
  avif: (picture) => picture.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }),
};

async function encode(kind: ImageKind, bytes: Uint8Array): Promise<ImageFile[]> {
  const { widths, ratio } = imageKinds[kind];
  const sharp = await loadSharp();
  const original = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const { autoOrient } = await original.metadata();
  const maxWidth = Math.max(1, Math.min(autoOrient.width, Math.round(autoOrient.height * ratio)));
  const size = (width: number) => {
    const actual = Math.min(width, maxWidth);
    return { width: actual, height: Math.max(1, Math.round(actual / ratio)), fit: 'cover' } as const;
  };
  const { data, info } = await original
    .autoOrient()
    .resize(size(Math.max(...widths)))
    .timeout({ seconds: maxSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: w, height: h, channels } = info;
  const files: ImageFile[] = [];
  for (const width of widths) {
    for (const format of imageFormats) {
      const picture = sharp(data, { raw: { width: w, height: h, channels } }).resize(size(width));
      const encoded = encoders[format](picture).timeout({ seconds: maxSeconds });
      files.push({ width, format, bytes: await encoded.toBuffer() });
    }
  }
  return files;
}

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
