import { digestLimits } from '@inkling/contract/limits';
import type { Insertable, Selectable } from 'kysely';
import type { Viewer } from '../../platform/context.ts';
import { type Db, execute, hasRows, sql, unseen } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import '../users/index.ts';
import './account.table.ts';

/** Looks up credentials by normalized email or username; an email match wins. */
export const findLogin = (db: Db, emailKey: string, nameKey: string) =>
  db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select(['users.id', 'credentials.password_hash', 'credentials.password_changed_at'])
    .where((where) => where.or([where('email_key', '=', emailKey), where('username_key', '=', nameKey)]))
    .orderBy(sql`email_key = ${emailKey}`, 'desc')
    .executeTakeFirst();

export const insertCredentials = (db: Db, row: Insertable<Tables['credentials']>) =>
  db.insertInto('credentials').values(row).execute();

/** Whether the password is still the one set at `setAt`; locks it until the transaction ends. */
export const lockPassword = (tx: Db, userId: string, setAt: Date): Promise<boolean> =>
  hasRows(
    tx,
    sql`select from credentials where user_id = ${userId} and password_changed_at = ${setAt} for share`,
  );

export const findCredentials = (db: Db, userId: string) =>
  db
    .selectFrom('credentials')
    .select(['email', 'password_hash'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Rehashes the same password with the current cost; not a password change. */
export const refreshPasswordHash = (db: Db, userId: string, from: string, to: string) =>
  db
    .updateTable('credentials')
    .set({ password_hash: to })
    .where('user_id', '=', userId)
    .where('password_hash', '=', from)
    .execute();

/** Whether there are stories in any of these languages; mature ones do not count. */
export const hasStoriesIn = (db: Db, languages: string[]): Promise<boolean> =>
  hasRows(db, sql`select from story_languages where language = any(${languages}::text[]) and stories > 0`);

export const insertToken = (db: Db, row: Insertable<Tables['sessions']>) =>
  db.insertInto('sessions').values(row).execute();

type User = Selectable<Tables['users']>;
export type TokenRow = Pick<Selectable<Tables['sessions']>, 'hash' | 'created_at' | 'last_used_at'> &
  Pick<User, 'id' | 'username' | 'role' | 'is_admin' | 'time_zone' | 'day_zone' | 'day_zone_until'> &
  Pick<User, 'shows_mature' | 'hidden_tags' | 'hidden_warnings' | 'languages'> & { is_suspended: boolean };

/** Tokens with their active owners, in one query. */
export const findTokens = async (db: Db, hashes: Buffer[]): Promise<TokenRow[]> => {
  const found = await sql<TokenRow>`
    select t.hash, t.created_at, t.last_used_at, u.id, u.username, u.role, u.is_admin, u.time_zone, u.day_zone, u.day_zone_until,
      u.shows_mature, u.hidden_tags, u.hidden_warnings, u.languages, u.suspended_at is not null as is_suspended
    from sessions t join users u on u.id = t.user_id
    where t.hash = any(${unseen(hashes, 'bytea[]')}) and u.deletion_due_at is null`.execute(db);
  return found.rows;
};

export const touchToken = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('sessions').set({ last_used_at: now }).where('hash', '=', hash).execute();

export const deleteToken = (db: Db, hash: Buffer) =>
  db.deleteFrom('sessions').where('hash', '=', hash).execute();

/** Whether a session still exists; if so, it cannot be deleted before the transaction ends. */
export const lockToken = (tx: Db, hash: Buffer): Promise<boolean> =>
  hasRows(tx, sql`select from sessions where hash = ${hash} for key share`);

/** Ends all of a user's sessions except one. */
export const deleteOtherTokens = (db: Db, { id, session }: Viewer) =>
  db.deleteFrom('sessions').where('user_id', '=', id).where('hash', '!=', session.tokenHash).execute();

/** Ends all of a user's sessions. */
export const deleteTokens = (db: Db, userId: string) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).execute();

/** Ends one session by its id; false when this user has no such session. */
export const deleteTokenById = (db: Db, userId: string, id: string): Promise<boolean> =>
  hasRows(db, sql`delete from sessions where user_id = ${userId} and id = ${id}`);

/** A user's sessions last used and created after these times, most recently used first. */
export const listTokens = (db: Db, userId: string, after: { used: Date; created: Date }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'hash', 'created_at', 'last_used_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>=', after.used)
    .where('created_at', '>=', after.created)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Corrects timestamps in the future, written while a clock was ahead, so that sessions and links do not live too long. */
export const correctFutureTimes = async (db: Db, now: Date): Promise<void> => {
  await sql`
    update sessions set last_used_at = least(last_used_at, ${now}), created_at = least(created_at, ${now})
    where last_used_at > ${now} or created_at > ${now}`.execute(db);
  await sql`update known_addresses set seen_at = ${now} where seen_at > ${now}`.execute(db);
  await sql`update email_tokens set created_at = ${now}, expires_at = ${now} where created_at > ${now} and used_at is null`.execute(
    db,
  );
};

/** Deletes expired sessions: last used before `used`, or created before `created`. */
export const deleteTokensBefore = (db: Db, { used, created }: { used: Date; created: Date }) =>
  db
    .deleteFrom('sessions')
    .where((where) => where.or([where('last_used_at', '<', used), where('created_at', '<', created)]))
    .execute();

export const findByEmail = (db: Db, emailKey: string) =>
  db.selectFrom('credentials').select('user_id').where('email_key', '=', emailKey).executeTakeFirst();

export const setPassword = (db: Db, userId: string, password_hash: string, now: Date) =>
  db
    .updateTable('credentials')
    .set({ password_hash, password_changed_at: now })
    .where('user_id', '=', userId)
    .execute();

export const setPendingEmail = (db: Db, userId: string, pending_email: string | null) =>
  db.updateTable('credentials').set({ pending_email }).where('user_id', '=', userId).execute();

/** Replaces a user's email address and clears any pending change. */
export const setEmail = (db: Db, userId: string, email: string, email_key: string) =>
  db
    .updateTable('credentials')
    .set({ email, email_key, pending_email: null, refusals: 0 })
    .where('user_id', '=', userId)
    .execute();

/**
 * Records whether the mail server took an email to this address. After `digestLimits.refusals` in a row nothing but account
 * emails is sent there, until the person changes or verifies the address again (docs/product/digests.md#addresses).
 */
export const recordDelivery = (db: Db, userId: string, email: string, isTaken: boolean) =>
  execute(db)`
    update credentials set refusals = case when ${isTaken} then 0 else least(refusals + 1, 1000) end
    where user_id = ${userId} and email = ${email} and (refusals > 0 or not ${isTaken})`;

/** The person has followed a link that was sent to their address, which therefore takes emails. */
export const trustAddress = (db: Db, userId: string) =>
  db.updateTable('credentials').set({ refusals: 0 }).where('user_id', '=', userId).execute();

/** Whether emails to the person's address were refused too often. */
export const isAddressRefused = (db: Db, userId: string): Promise<boolean> =>
  hasRows(
    db,
    sql`select from credentials where user_id = ${userId} and refusals >= ${digestLimits.refusals}`,
  );

/** What the account emails need to know about their recipient. */
export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select([
      'users.id',
      'username',
      'display_name',
      'is_verified',
      'suspended_at',
      'deletion_due_at',
      'time_zone',
      'email',
      'pending_email',
      'refusals',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;
