import type { ColumnType, Generated } from 'kysely';

interface CredentialsTable {
  user_id: string;
  email: string;
  email_key: string;
  pending_email: string | null;
  password_hash: string;
  password_changed_at: Date;
  refusals: Generated<number>;
}

interface SessionsTable {
  id: Generated<string>;
  hash: Buffer;
  user_id: string;
  created_at: ColumnType<Date, Date, never>;
  last_used_at: Date;
  user_agent: string;
}

interface EmailTokensTable {
  hash: Buffer;
  user_id: string;
  purpose: 'reset' | 'verify' | 'change';
  email: string;
  previous_email: string | null;
  job_id: string;
  created_at: ColumnType<Date, Date, never>;
  expires_at: Date;
  used_at: Date | null;
}

interface LoginFailuresTable {
  subject: Buffer;
  failures: number;
  ends_at: Date;
  closed_until: Date | null;
}

interface KnownAddressesTable {
  user_id: string;
  address_hash: Buffer;
  seen_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    credentials: CredentialsTable;
    sessions: SessionsTable;
    email_tokens: EmailTokensTable;
    login_failures: LoginFailuresTable;
    known_addresses: KnownAddressesTable;
  }
}
