import { type ImageKind, imageKinds } from '@inkling/contract/files';
import { AppError } from '../../platform/app-error.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';

/** What an image may be, told by its content; every other decoder of the library is shut. */
const decoders = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);

/** The library is loaded with the first image: a server that gets none does without its memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  // Every image comes once: kept results would only take memory.
  sharp.cache(false);
  return sharp;
}
let loading: ReturnType<typeof loadSharp> | undefined;

const mostPixels = 40_000_000;
const longestSeconds = 30;
const tooManyPixels = /pixel limit/;

/** A picture may unpack to hundreds of megabytes, so that two are never unpacked at once. */
const inTurn = oneAtATime();

interface ImageFile {
  width: number;
  bytes: Buffer;
}

const refusal = (error: unknown): AppError =>
  error instanceof Error && tooManyPixels.test(error.message)
    ? new AppError('TOO_LARGE', 'This image has more than 40 million pixels. Please choose a smaller one.')
    : new AppError('WRONG_TYPE', 'This is no image that can be read. Please choose a JPG, PNG, GIF or WebP.');

/**
 * Decodes an image (the first picture of an animation, turned as its camera says), cuts it to its kind's
 * ratio and encodes it anew in every width. Nothing but pixels passes: what else the file held is gone.
 */
export const imageFiles = (kind: ImageKind, bytes: Uint8Array): Promise<ImageFile[]> =>
  inTurn(async () => {
    try {
      return await encode(kind, bytes);
    } catch (error) {
      throw refusal(error);
    }
  });

async function encode(kind: ImageKind, bytes: Uint8Array): Promise<ImageFile[]> {
  const { widths, ratio } = imageKinds[kind];
  loading ??= loadSharp();
  const sharp = await loading;
  const original = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const { autoOrient } = await original.metadata();
  const widest = Math.max(1, Math.min(autoOrient.width, Math.round(autoOrient.height * ratio)));
  const size = (width: number) => {
    const kept = Math.min(width, widest);
    return { width: kept, height: Math.max(1, Math.round(kept / ratio)), fit: 'cover' } as const;
  };
  const { data, info } = await original
    .autoOrient()
    .resize(size(Math.max(...widths)))
    .timeout({ seconds: longestSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const files: ImageFile[] = [];
  for (const width of widths) {
    const { width: w, height: h, channels } = info;
    const picture = sharp(data, { raw: { width: w, height: h, channels } }).resize(size(width));
    files.push({ width, bytes: await picture.webp({ quality: 82 }).toBuffer() });
  }
  return files;
}
