/**
 * Images that this server keeps, by kind: each is stored under every width of its kind, cut to the kind's
 * ratio of width to height. One that is smaller than a width is kept there as large as it is.
 */
export const imageKinds = {
  cover: { widths: [300, 600, 1200], shown: 600, ratio: 3 / 4 },
  avatar: { widths: [256, 512], shown: 256, ratio: 1 },
} as const;
export type ImageKind = keyof typeof imageKinds;

/** Where files are served, outside of the API. */
export const filesPath = '/files/';

/** A stored file's name; its stem is 32 hexadecimal digits that nobody can guess. */
export const fileName = (stem: string, width: number): string => `${stem}-${width}.webp`;

const namePattern = /^([0-9a-f]{32})-(\d{3,4})\.webp$/;

/** Stem and width of a stored file's name; null for any other text. */
export function parseFileName(name: string): { stem: string; width: number } | null {
  const [, stem, width] = namePattern.exec(name) ?? [];
  return stem === undefined ? null : { stem, width: Number(width) };
}

/** The stem of an address that this server gave to an image of its own; null for every other address. */
export const ownStem = (address: string): string | null =>
  address.startsWith(filesPath) ? (parseFileName(address.slice(filesPath.length))?.stem ?? null) : null;

/** The `srcset` of one of this server's own images; undefined for an address elsewhere, which has one width. */
export function sourceSet(address: string): string | undefined {
  const found = address.startsWith(filesPath) ? parseFileName(address.slice(filesPath.length)) : null;
  if (found === null) return undefined;
  const kind = Object.values(imageKinds).find(({ widths }) => widths.some((width) => width === found.width));
  return kind?.widths.map((width) => `${filesPath}${fileName(found.stem, width)} ${width}w`).join(', ');
}
