import type { ColumnType, Generated } from 'kysely';

export interface UsersTable {
  id: Generated<string>;
  username: string;
  username_key: string;
  /** Worked out by the database from the username. */
  username_look: ColumnType<string, never, never>;
  display_name: Generated<string>;
  bio: Generated<string>;
  avatar: string | null;
  role: Generated<'reader' | 'author'>;
  is_admin: Generated<boolean>;
  is_verified: Generated<boolean>;
  followers_count: Generated<number>;
  following_count: Generated<number>;
  email_notifications: Generated<boolean>;
  time_zone: Generated<string>;
  /** While set, no token of this person counts. */
  suspended_at: Date | null;
  /** When the account is to be deleted, if its person has asked for that. */
  deletion_due_at: Date | null;
  created_at: ColumnType<Date, Date, never>;
}

interface FollowsTable {
  follower_id: string;
  followed_id: string;
  created_at: ColumnType<Date, Date, never>;
}

interface FavoriteGenresTable {
  user_id: string;
  genre_id: string;
  position: number;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    users: UsersTable;
    follows: FollowsTable;
    favorite_genres: FavoriteGenresTable;
  }
}
