import { type Db, sql, streamRows } from '../../platform/db/db.ts';
import { clearOutboxOf, outboxOf } from '../../platform/email/outbox.ts';
import { json, jsonLines, type PersonalPart } from '../../platform/personal-data.ts';
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
      union select unnest(array[email, former_email]) from account_links where user_id = ${userId}) as addresses
    where address is not null
      and not exists (select from credentials where email_key = lower(address) and user_id <> ${userId})`.execute(
    tx,
  );
  return rows.map(({ address }) => address);
};

/** A user's addresses and sessions, without password hashes, tokens or links. */
export const personalPart: PersonalPart = {
  exports: ['credentials.user_id', 'tokens.user_id', 'account_links.user_id', 'known_places.user_id'],
  forgets: ['credentials.user_id', 'tokens.user_id', 'account_links.user_id', 'known_places.user_id'],
  async *files(tx, userId) {
    yield { path: 'account.json', content: json(await findAddresses(tx, userId)) };
    const sessions = streamRows(
      tx,
      sql`select id, created_at as "createdAt", last_used_at as "lastUsedAt", user_agent as browser
        from tokens where user_id = ${userId} order by created_at, id`,
    );
    yield { path: 'sessions.json', content: jsonLines(sessions) };
    const emails = streamRows(
      tx,
      sql`select purpose, email, former_email as "formerEmail", created_at as "createdAt",
          expires_at as "expiresAt", used_at as "usedAt"
        from account_links where user_id = ${userId} order by created_at, purpose`,
    );
    yield { path: 'mails-with-links.json', content: jsonLines(emails) };
    const locations = streamRows(
      tx,
      sql`select encode(place, 'base64') as "addressHash", seen_at as "lastLogIn"
        from known_places where user_id = ${userId} order by seen_at, place`,
    );
    yield { path: 'known-places.json', content: jsonLines(locations) };
  },
  async forget(ctx, tx, { id, ownEmail }) {
    const to = await findEmailAddresses(tx, id);
    await tx.deleteFrom('known_places').where('user_id', '=', id).execute();
    await tx.deleteFrom('tokens').where('user_id', '=', id).execute();
    await tx.deleteFrom('account_links').where('user_id', '=', id).execute();
    await tx.deleteFrom('credentials').where('user_id', '=', id).execute();
    await ctx.jobs.forget(tx, id);
    const from = ownEmail === null ? [] : [ownEmail];
    return () => clearOutboxOf(outboxOf(ctx.config), { to, from });
  },
};
