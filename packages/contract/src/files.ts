/**
 * Images that this server keeps, by kind: each is stored under every width of its kind, cut to the kind's
 * ratio of width to height. One that is smaller than a width is kept there as large as it is.
 */
export const imageKinds = {
  cover: { widths: [300, 600, 1200], shown: 600, ratio: 3 / 4 },
  avatar: { widths: [256, 512], shown: 256, ratio: 1 },
} as const;
export type ImageKind = keyof typeof imageKinds;

/** What an image is stored as; the browser takes the first one that it knows. */
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** What an uploaded image may be and weigh (docs/product.md §3.8), and what is said of others. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
export const imageMaxBytes = 5 * 1024 * 1024;
export const imageTooLarge = 'File size must be less than 5MB';
export const notAnImage = 'Only image files are allowed';

/** Where files are served, outside of the API. */
export const filesPath = '/files/';

/** A stored file's name; its stem is 32 hexadecimal digits that nobody can guess. */
export const fileName = (stem: string, width: number, format: ImageFormat = 'webp'): string =>
  `${stem}-${width}.${format}`;

/** The address under which an image is known: its usual width, as WebP, which every browser shows. */
export const imageAddress = (kind: ImageKind, stem: string): string =>
  `${filesPath}${fileName(stem, imageKinds[kind].shown)}`;

const namePattern = /^([0-9a-f]{32})-(\d{3,4})\.(webp|avif)$/;

/** What a stored file's name says; null for any other text. */
export function parseFileName(name: string): { stem: string; width: number; format: ImageFormat } | null {
  const [, stem, width, format] = namePattern.exec(name) ?? [];
  if (stem === undefined) return null;
  return { stem, width: Number(width), format: format === 'avif' ? 'avif' : 'webp' };
}

/** The stem of an address that this server gave to an image of its own; null for every other address. */
export const ownStem = (address: string): string | null =>
  address.startsWith(filesPath) ? (parseFileName(address.slice(filesPath.length))?.stem ?? null) : null;

/** One format of an image in all its widths, as `<source>` takes it. */
export interface ImageSource {
  type: string;
  srcSet: string;
}

/** The formats of one of this server's own images, the smallest files first; none for an address elsewhere. */
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
