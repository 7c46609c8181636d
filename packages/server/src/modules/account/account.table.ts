import type { ColumnType } from 'kysely';

interface CredentialsTable {
  user_id: string;
  email: string;
  email_key: string;
  password_hash: string;
  password_changed_at: Date;
}

interface TokensTable {
  hash: Buffer;
  user_id: string;
  created_at: ColumnType<Date, Date, never>;
  last_used_at: Date;
  user_agent: string;
}

interface LoginFailuresTable {
  subject: string;
  failures: number;
  since: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    credentials: CredentialsTable;
    tokens: TokensTable;
    login_failures: LoginFailuresTable;
  }
}
