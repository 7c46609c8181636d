import type { ParsedChapter } from '../book.ts';

/** A chapter's title with its volume before it. */
export const fullTitle = ({ volume, title }: Pick<ParsedChapter, 'volume' | 'title'>): string =>
  volume === '' ? title : `${volume} — ${title}`;
