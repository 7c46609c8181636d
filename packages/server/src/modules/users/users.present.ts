import type { Author, PersonCard } from '@inkling/contract/users';
import type { PersonRow } from './follows.queries.ts';

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

/** A person in a list of people. */
export const presentPerson = (row: PersonRow): PersonCard => ({
  ...presentAuthor(row),
  bio: row.bio,
  followersCount: row.followers_count,
  isFollowing: row.is_following,
});
