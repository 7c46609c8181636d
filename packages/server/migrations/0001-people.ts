import { type Kysely, sql } from 'kysely';

/** People, their credentials and their log-ins (docs/product/account.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default uuidv7(),
      username text not null,
      -- NFKC and lower case: two names that differ in these alone are one name
      username_key text not null constraint users_username_key unique,
      display_name text not null default '',
      bio text not null default '',
      avatar text,
      role text not null default 'reader' check (role in ('reader', 'author')),
      is_admin boolean not null default false,
      is_verified boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table credentials (
      user_id uuid primary key references users on delete cascade,
      email text not null,
      email_key text not null constraint credentials_email_key unique,
      -- Argon2id in PHC form: the parameters stand beside the hash
      password_hash text not null,
      password_changed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table tokens (
      -- SHA-256 of the token: what is stolen from here opens nothing
      hash bytea primary key check (octet_length(hash) = 32),
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      user_agent text not null default ''
    )`.execute(db);
  // Supports listing and ending a person's other log-ins.
  await sql`create index tokens_by_user on tokens (user_id)`.execute(db);
  await sql`
    create table login_failures (
      -- 'account:…' or 'address:…'
      subject text primary key,
      failures integer not null check (failures > 0),
      since timestamptz not null
    )`.execute(db);
  // Supports sweeping windows that are over.
  await sql`create index login_failures_by_age on login_failures (since)`.execute(db);
}
