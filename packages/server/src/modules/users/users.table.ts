import type { ColumnType, Generated } from 'kysely';

export interface UsersTable {
  id: Generated<string>;
  username: string;
  username_key: string;
  display_name: Generated<string>;
  bio: Generated<string>;
  avatar: string | null;
  role: Generated<'reader' | 'author'>;
  is_admin: Generated<boolean>;
  is_verified: Generated<boolean>;
  created_at: ColumnType<Date, Date, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    users: UsersTable;
  }
}
