import type { CommunityCategory } from '@inkling/contract/communities';

/** What each category is called. */
export const categoryNames: Record<CommunityCategory, string> = {
  general: 'General',
  genre: 'Genre',
  book_club: 'Book club',
  writing_group: 'Writing group',
};
