import type { Author } from '@inkling/contract/users';

export interface AuthorRow {
  id: string;
  username: string;
  display_name: string;
  avatar: string | null;
}

/** A person as everybody sees them; without a display name the username stands in for it. */
export const presentAuthor = (row: AuthorRow): Author => ({
  _id: row.id,
  username: row.username,
  displayName: row.display_name || row.username,
  avatar: row.avatar,
});
