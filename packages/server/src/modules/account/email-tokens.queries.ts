import { day, hour, minute } from '../../platform/clock.ts';
import { countRows, type Db, hasRows, sql, type TableRow } from '../../platform/db/db.ts';

export type EmailToken = Omit<TableRow<'email_tokens'>, 'previous_email' | 'created_at'>;
export type TokenPurpose = EmailToken['purpose'];

/** Limit of emails with a link per account and per address (docs/product/account.md#emails). */
const maxEmails = 3;
const emailWindow = 12 * hour;
/** How far the clocks of two processes may differ. */
const clockSkew = minute;
/** How long a link is valid, in milliseconds. */
export const lifetimes: Record<TokenPurpose, number> = { reset: hour, verify: day, change: day };

/** Whether a link has not expired. A link created while a clock was ahead is rejected: it would live too long. */
export const isWithinLifetime = (
  { purpose, expires_at }: Pick<EmailToken, 'purpose' | 'expires_at'>,
  now: Date,
): boolean => {
  const left = expires_at.getTime() - now.getTime();
  return left > 0 && left <= lifetimes[purpose] + clockSkew;
};

/** Within the last twelve hours. The upper bound excludes emails from a clock that was ahead: they would count too long. */
const isRecent = (now: Date) => sql`
  (created_at > ${new Date(now.getTime() - emailWindow)} and created_at <= ${new Date(now.getTime() + clockSkew)})`;

/** Locks an account; serializes concurrent changes to its credentials and links. */
export const lockAccount = (tx: Db, userId: string) =>
  tx
    .selectFrom('credentials')
    .select(['email', 'email_key', 'pending_email', 'password_hash'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** How many emails with a link an account was sent recently, not counting those of one job. */
export const countTokens = (db: Db, userId: string, now: Date, exceptJob?: string): Promise<number> =>
  countRows(
    db,
    sql`from email_tokens where user_id = ${userId} and ${isRecent(now)}
      ${exceptJob === undefined ? sql`` : sql`and job_id <> ${exceptJob}`}`,
  );

/**
 * How many emails with a link an address was sent recently, for any account, not counting those of one job. Locks
 * the address until the transaction ends, so that concurrent requests are counted.
 */
export const countTokensTo = async (tx: Db, key: string, now: Date, exceptJob: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links to ${key}`}, 0))`.execute(tx);
  return countRows(
    tx,
    sql`from email_tokens where lower(email) = ${key} and ${isRecent(now)} and job_id <> ${exceptJob}`,
  );
};

export const isOverEmailLimit = (links: number): boolean => links >= maxEmails;

/** Stores a job's token; a retry replaces its secret. False when the token has already been used. */
export const upsertToken = async (
  tx: Db,
  link: Omit<EmailToken, 'used_at'> & { created_at: Date },
): Promise<boolean> => {
  const stored = await tx
    .insertInto('email_tokens')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet({ hash: link.hash, email: link.email, expires_at: link.expires_at })
        .where('email_tokens.used_at', 'is', null),
    )
    .returning('hash')
    .executeTakeFirst();
  return stored !== undefined;
};

/** Expires the unused tokens for these purposes, as if they had never been valid. */
export const expireTokens = (tx: Db, userId: string, purposes: TokenPurpose[], exceptJob?: string) => {
  const query = tx
    .updateTable('email_tokens')
    .set((of) => ({ expires_at: of.ref('created_at') }))
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null);
  return (exceptJob === undefined ? query : query.where('job_id', '!=', exceptJob)).execute();
};

/** Extends the newest reset token, unless it was used or revoked, or is too old. */
export const extendReset = (tx: Db, userId: string, now: Date, until: Date) =>
  sql`
    update email_tokens set expires_at = ${until} where used_at is null and hash = (
      select hash from email_tokens
      where user_id = ${userId} and purpose = 'reset' and expires_at > created_at and ${isRecent(now)}
      order by created_at desc limit 1)`.execute(tx);

export const findToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom('email_tokens')
    .innerJoin('users', 'users.id', 'email_tokens.user_id')
    .selectAll('email_tokens')
    .select('users.username')
    .where('hash', '=', hash)
    .executeTakeFirst();

/** Marks a token as used: true for the first request before it expires. */
export const useToken = (tx: Db, hash: Buffer, now: Date, formerEmail: string | null): Promise<boolean> =>
  hasRows(
    tx,
    sql`
    update email_tokens set used_at = ${now}, previous_email = ${formerEmail}
    where hash = ${hash} and used_at is null and expires_at > ${now} and expires_at <= ${now}::timestamptz
      + interval '1 ms' * ((${JSON.stringify(lifetimes)}::jsonb->>purpose)::float8 + ${clockSkew}::float8)`,
  );

/** The address that was replaced when the link sent by this job was followed. */
export const findFormerEmail = async (db: Db, userId: string, jobId: string): Promise<string | null> => {
  const { rows } = await sql<{ previous_email: string | null }>`
    select previous_email from email_tokens where user_id = ${userId} and job_id = ${jobId}`.execute(db);
  return rows[0]?.previous_email ?? null;
};

export const deleteEmailTokensBefore = (db: Db, before: Date) =>
  db.deleteFrom('email_tokens').where('created_at', '<', before).execute();
