import { type Db, sql } from '../../platform/db/db.ts';
import { clearOutboxOf, outboxOf } from '../../platform/email/outbox.ts';
import { json, type PersonalPart } from '../../platform/personal-data.ts';
import './account.table.ts';

const findAddresses = async (tx: Db, userId: string): Promise<object | undefined> => {
  const { rows } = await sql<object>`
    select email, pending_email as "pendingEmail", password_changed_at as "passwordChangedAt"
    from credentials where user_id = ${userId}`.execute(tx);
  return rows[0];
};

/** Addresses that received email for this account, except those that now belong to another account. */
const findEmailAddresses = async (tx: Db, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select unnest(array[email, pending_email]) as address from credentials where user_id = ${userId}
      union select unnest(array[email, previous_email]) from email_tokens where user_id = ${userId}) as addresses
    where address is not null
      and not exists (select from credentials where email_key = lower(address) and user_id <> ${userId})`.execute(
    tx,
  );
  return rows.map(({ address }) => address);
};

/** A user's addresses and sessions, without password hashes, tokens or links. */
export const personalPart: PersonalPart = {
  exports: ['credentials.user_id', 'sessions.user_id', 'email_tokens.user_id', 'known_addresses.user_id'],
  forgets: ['credentials.user_id', 'sessions.user_id', 'email_tokens.user_id', 'known_addresses.user_id'],
  lists: (userId) => ({
    'sessions.json': sql`select id, created_at as "createdAt", last_used_at as "lastUsedAt", user_agent as browser
        from sessions where user_id = ${userId} order by created_at, id`,
    'email-tokens.json': sql`select purpose, email, previous_email as "formerEmail", created_at as "createdAt",
          expires_at as "expiresAt", used_at as "usedAt"
        from email_tokens where user_id = ${userId} order by created_at, purpose`,
    'known-addresses.json': sql`select encode(address_hash, 'base64') as "addressHash", seen_at as "lastLogIn"
        from known_addresses where user_id = ${userId} order by seen_at, address_hash`,
  }),
  async *files(tx, userId) {
    yield { path: 'account.json', content: json(await findAddresses(tx, userId)) };
  },
  async forget(ctx, tx, { id, ownEmail }) {
    const to = await findEmailAddresses(tx, id);
    await tx.deleteFrom('known_addresses').where('user_id', '=', id).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
    await tx.deleteFrom('email_tokens').where('user_id', '=', id).execute();
    await tx.deleteFrom('credentials').where('user_id', '=', id).execute();
    await ctx.jobs.forget(tx, id);
    const from = ownEmail === null ? [] : [ownEmail];
    return () => clearOutboxOf(outboxOf(ctx.config), { to, from });
  },
};
