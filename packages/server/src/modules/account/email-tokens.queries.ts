import { day, hour, minute } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import './account.table.ts';

export type TokenPurpose = 'reset' | 'verify' | 'change';

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

/** The last twelve hours. The upper bound excludes emails from a clock that was ahead: they would count too long. */
const emailPeriod = (now: Date) => ({
  after: new Date(now.getTime() - emailWindow),
  until: new Date(now.getTime() + clockSkew),
});

export interface EmailToken {
  hash: Buffer;
  user_id: string;
  purpose: TokenPurpose;
  email: string;
  job_id: string;
  expires_at: Date;
  used_at: Date | null;
}

/** Locks an account; serializes concurrent changes to its credentials and links. */
export const lockAccount = (tx: Db, userId: string) =>
  tx
    .selectFrom('credentials')
    .select(['email', 'email_key', 'pending_email', 'password_hash'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** How many emails with a link an account was sent recently, not counting those of one job. */
export const countTokens = async (db: Db, userId: string, now: Date, exceptJob?: string): Promise<number> => {
  let query = db
    .selectFrom('email_tokens')
    .select((of) => of.fn.countAll<number>().as('links'))
    .where('user_id', '=', userId)
    .where('created_at', '>', emailPeriod(now).after)
    .where('created_at', '<=', emailPeriod(now).until);
  if (exceptJob !== undefined) query = query.where('job_id', '!=', exceptJob);
  const { links } = await query.executeTakeFirstOrThrow();
  return links;
};

/**
 * How many emails with a link an address was sent recently, for any account, not counting those of one job. Locks
 * the address until the transaction ends, so that concurrent requests are counted.
 */
export const countTokensTo = async (tx: Db, key: string, now: Date, exceptJob: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links to ${key}`}, 0))`.execute(tx);
  const { links } = await tx
    .selectFrom('email_tokens')
    .select((of) => of.fn.countAll<number>().as('links'))
    .where((of) => of.fn('lower', ['email']), '=', key)
    .where('created_at', '>', emailPeriod(now).after)
    .where('created_at', '<=', emailPeriod(now).until)
    .where('job_id', '!=', exceptJob)
    .executeTakeFirstOrThrow();
  return links;
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
      where user_id = ${userId} and purpose = 'reset' and expires_at > created_at
        and created_at > ${emailPeriod(now).after} and created_at <= ${emailPeriod(now).until}
      order by created_at desc limit 1)`.execute(tx);

export const findToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom('email_tokens')
    .innerJoin('users', 'users.id', 'email_tokens.user_id')
    .selectAll('email_tokens')
    .select(['users.username', 'users.suspended_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();

const purposes: TokenPurpose[] = ['reset', 'verify', 'change'];

/** Marks a token as used: true for the first request before it expires. */
export const useToken = async (tx: Db, hash: Buffer, now: Date, formerEmail?: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('email_tokens')
    .set({ used_at: now, previous_email: formerEmail ?? null })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((of) =>
      of.or(
        purposes.map((purpose) =>
          of.and([
            of('purpose', '=', purpose),
            of('expires_at', '<=', new Date(now.getTime() + lifetimes[purpose] + clockSkew)),
          ]),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The address that was replaced when the link sent by this job was followed. */
export const findFormerEmail = async (db: Db, userId: string, jobId: string): Promise<string | null> => {
  const link = await db
    .selectFrom('email_tokens')
    .select('previous_email')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return link?.previous_email ?? null;
};

export const deleteEmailTokensBefore = (db: Db, before: Date) =>
  db.deleteFrom('email_tokens').where('created_at', '<', before).execute();
