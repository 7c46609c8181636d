import type { Story } from '@inkling/contract/stories';

/** The title, or a placeholder. */
export const titleOf = (story: Pick<Story, 'title'>): string => story.title || 'Untitled Story';
/** The alt text of a cover that is the page's main image (docs/product/uploads.md#images). */
export const coverAlt = (title: string): string => `Cover of ${title}`;
export const authorOf = (story: Pick<Story, 'author'>): string =>
  story.author.displayName || story.author.username || 'Unknown Author';
