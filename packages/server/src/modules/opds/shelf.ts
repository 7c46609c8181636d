import type { Story } from '@inkling/contract/stories';

/** A list of other shelves, or of stories, as both formats write it (docs/product/opds.md#shelves). */
export interface Shelf {
  /** What follows the version in its address: '/library/reading'. */
  path: string;
  title: string;
  /** The parent shelf; null for the first one. */
  up: string | null;
  updatedAt: Date;
  shelves: ShelfLink[];
  books: Book[];
  /** Null for a list of shelves. */
  page: { number: number; size: number; total: number } | null;
}

export interface ShelfLink {
  path: string;
  title: string;
  summary: string;
  /** Whether it lists shelves instead of stories. */
  hasShelves: boolean;
}

/** A story on a shelf. */
export interface Book {
  story: Story;
  /** What is new in it for the reader: '3 unread chapters'; empty if nothing is known. */
  news: string;
  series: { name: string; position: number } | null;
  /** Addresses below the site's. */
  page: string;
  cover: string;
  files: { path: string; type: string; title: string }[];
}

/** The addresses of a catalog, which are all on this site. */
export interface Site {
  origin: string;
  name: string;
}

/** A shelf's path with a page, from which the other pages are linked. */
export const pagePath = ({ path }: Shelf, number: number): string =>
  number === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${number}`;

/** The numbers of the pages that a page links to. */
export function pagesAround({ page }: Shelf): { next: number | null; previous: number | null; last: number } {
  if (page === null) return { next: null, previous: null, last: 1 };
  const last = Math.max(1, Math.ceil(page.total / page.size));
  return {
    next: page.number < last ? page.number + 1 : null,
    previous: page.number > 1 ? Math.min(page.number - 1, last) : null,
    last,
  };
}

export const summaryOf = ({ news, story }: Book): string =>
  [news, story.description].filter((text) => text !== '').join('\n\n');

/** When a story was last changed for its readers. */
export const changedAt = ({ lastUpdated, publishedAt, updatedAt }: Story): string =>
  lastUpdated ?? publishedAt ?? updatedAt;

export const subjectsOf = ({ genres, tags }: Story): string[] => [...genres.map(({ name }) => name), ...tags];
