import { type Kysely, sql } from 'kysely';

/** Links that mails carry, log-ins that can be listed, suspension and deletion of accounts (docs/product/account.md). */
export async function up(db: Kysely<never>): Promise<void> {
  // While suspended_at is set, no token of this person counts. After deletion_due_at the account is deleted.
  await sql`alter table users add column suspended_at timestamptz, add column deletion_due_at timestamptz`.execute(
    db,
  );
  // Supports finding the accounts whose time has come.
  await sql`create index users_to_delete on users (deletion_due_at) where deletion_due_at is not null`.execute(
    db,
  );
  // The address that a person wants to have next; it becomes theirs once a link sent there is followed.
  await sql`alter table credentials add column pending_email text`.execute(db);
  // What a log-in is called when its person ends it; the hash of its token is nobody's to see.
  await sql`alter table tokens add column id uuid not null default uuidv7() constraint tokens_id unique`.execute(
    db,
  );
  await sql`
    create table account_links (
      -- SHA-256 of the secret that the mail alone has
      hash bytea primary key check (octet_length(hash) = 32),
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('reset', 'verify', 'change')),
      -- the address that it was sent to, and that following it proves
      email text not null,
      -- of a change that was made: the address before it
      former_email text,
      -- the job that sends it: one that is tried again has one link, not two
      job_id uuid not null constraint account_links_job unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  // Supports counting a person's mails of the last hours, finding the newest link, and deleting a person.
  await sql`create index account_links_by_user on account_links (user_id, created_at)`.execute(db);
  // Supports forgetting old links.
  await sql`create index account_links_by_age on account_links (created_at)`.execute(db);
}
