/**
 * The kinds of stored images. Each image is cropped to the ratio (width to height) of its kind and stored in every
 * width of the kind. A smaller image is never enlarged.
 */
export const imageKinds = {
  cover: { widths: [200, 300, 600, 1200], shown: 600, ratio: 3 / 4 },
  avatar: { widths: [256, 512], shown: 256, ratio: 1 },
} as const;
export type ImageKind = keyof typeof imageKinds;

/** The stored formats; a browser uses the first one that it supports. */
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Types and size of uploaded images (docs/product/uploads.md#what-can-be-uploaded), with the messages for others. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
export const imageMaxBytes = 5 * 1024 * 1024;
export const imageTooLarge = 'File size must be less than 5MB';
export const notAnImage = 'Only image files are allowed';

/** The path of served files, outside the API. */
export const filesPath = '/files/';

/** The name of a stored file; its stem is 32 random hexadecimal digits. */
export const fileName = (stem: string, width: number, format: ImageFormat = 'webp'): string =>
  `${stem}-${width}.${format}`;

/** The canonical URL of an image: its default width as WebP, which every browser supports. */
export const imageAddress = (kind: ImageKind, stem: string): string =>
  `${filesPath}${fileName(stem, imageKinds[kind].shown)}`;

const namePattern = /^([0-9a-f]{32})-(\d{3,4})\.(webp|avif)$/;

/** Parses the name of a stored file; null for any other text. */
export function parseFileName(name: string): { stem: string; width: number; format: ImageFormat } | null {
  const [, stem, width, format] = namePattern.exec(name) ?? [];
  if (stem === undefined) return null;
  return { stem, width: Number(width), format: format === 'avif' ? 'avif' : 'webp' };
}

/** The stem in the URL of an image on this server; null for any other URL. */
export const ownStem = (address: string): string | null =>
  address.startsWith(filesPath) ? (parseFileName(address.slice(filesPath.length))?.stem ?? null) : null;

/** One format of an image in all its widths, for `<source>`. */
export interface ImageSource {
  type: string;
  srcSet: string;
}

/** The formats of an image on this server, smallest files first; empty for an external URL. */
export function imageSources(address: string | null): ImageSource[] {
  const found = address?.startsWith(filesPath) ? parseFileName(address.slice(filesPath.length)) : null;
  if (!found) return [];
  const kind = Object.values(imageKinds).find(({ widths }) => widths.some((width) => width === found.width));
  if (kind === undefined) return [];
  return imageFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: kind.widths
      .map((width) => `${filesPath}${fileName(found.stem, width, format)} ${width}w`)
      .join(', '),
  }));
}
