import { day, hour, minute } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import './account.table.ts';

export type TokenPurpose = 'reset' | 'verify' | 'change';

/** docs/product.md §2.7: what mails one account and one address is sent, whoever asks for them. */
const maxEmails = 3;
const emailWindow = 12 * hour;
/** By how much the clocks of two processes may differ. */
const clockSkew = minute;
/** How long a link is good: milliseconds. */
export const lifetimes: Record<TokenPurpose, number> = { reset: hour, verify: day, change: day };

/** Whether a link is good by its times. One that a clock was ahead for is not: it would be good for too long. */
export const isWithinLifetime = (
  { purpose, expires_at }: Pick<EmailToken, 'purpose' | 'expires_at'>,
  now: Date,
): boolean => {
  const left = expires_at.getTime() - now.getTime();
  return left > 0 && left <= lifetimes[purpose] + clockSkew;
};

/** Mails of the last twelve hours; those that a clock was ahead for would count for too long. */
const lately = (now: Date) => ({
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

/** Makes those who change one account's credentials or links at the same time wait for one another. */
export const lockAccount = (tx: Db, userId: string) =>
  tx
    .selectFrom('credentials')
    .select(['email', 'email_key', 'pending_email', 'password_hash'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** How many mails with a link an account was sent lately, those of one job apart. */
export const countTokens = async (db: Db, userId: string, now: Date, exceptJob?: string): Promise<number> => {
  let query = db
    .selectFrom('account_links')
    .select((of) => of.fn.countAll<number>().as('links'))
    .where('user_id', '=', userId)
    .where('created_at', '>', lately(now).after)
    .where('created_at', '<=', lately(now).until);
  if (exceptJob !== undefined) query = query.where('job_id', '!=', exceptJob);
  const { links } = await query.executeTakeFirstOrThrow();
  return links;
};

/**
 * How many mails with a link an address was sent lately, on whoever's account, those of one job apart. Who asks at
 * the same time for the same address waits until the transaction is over.
 */
export const countTokensTo = async (tx: Db, key: string, now: Date, exceptJob: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links to ${key}`}, 0))`.execute(tx);
  const { links } = await tx
    .selectFrom('account_links')
    .select((of) => of.fn.countAll<number>().as('links'))
    .where((of) => of.fn('lower', ['email']), '=', key)
    .where('created_at', '>', lately(now).after)
    .where('created_at', '<=', lately(now).until)
    .where('job_id', '!=', exceptJob)
    .executeTakeFirstOrThrow();
  return links;
};

export const isOverEmailLimit = (links: number): boolean => links >= maxEmails;

/** Keeps a job's link; of one that is tried again, the newer secret counts. False when it was followed already. */
export const upsertToken = async (
  tx: Db,
  link: Omit<EmailToken, 'used_at'> & { created_at: Date },
): Promise<boolean> => {
  const kept = await tx
    .insertInto('account_links')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet({ hash: link.hash, email: link.email, expires_at: link.expires_at })
        .where('account_links.used_at', 'is', null),
    )
    .returning('hash')
    .executeTakeFirst();
  return kept !== undefined;
};

/** Ends the links of these purposes that nobody has followed yet: as if they had never been good. */
export const expireTokens = (tx: Db, userId: string, purposes: TokenPurpose[], exceptJob?: string) => {
  const query = tx
    .updateTable('account_links')
    .set((of) => ({ expires_at: of.ref('created_at') }))
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null);
  return (exceptJob === undefined ? query : query.where('job_id', '!=', exceptJob)).execute();
};

/** Makes the newest link for a new password good until then, unless it was followed or ended, or is too old. */
export const extendReset = (tx: Db, userId: string, now: Date, until: Date) =>
  sql`
    update account_links set expires_at = ${until} where used_at is null and hash = (
      select hash from account_links
      where user_id = ${userId} and purpose = 'reset' and expires_at > created_at
        and created_at > ${lately(now).after} and created_at <= ${lately(now).until}
      order by created_at desc limit 1)`.execute(tx);

export const findToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .selectAll('account_links')
    .select(['users.username', 'users.suspended_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();

const purposes: TokenPurpose[] = ['reset', 'verify', 'change'];

/** Follows a link: true for the one who does so first, in time. */
export const useToken = async (tx: Db, hash: Buffer, now: Date, formerEmail?: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set({ used_at: now, former_email: formerEmail ?? null })
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

/** The address that a change, made by the link of this job, has replaced. */
export const findFormerEmail = async (db: Db, userId: string, jobId: string): Promise<string | null> => {
  const link = await db
    .selectFrom('account_links')
    .select('former_email')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return link?.former_email ?? null;
};

export const deleteEmailTokensBefore = (db: Db, before: Date) =>
  db.deleteFrom('account_links').where('created_at', '<', before).execute();
