import { hash, randomBytes } from 'node:crypto';
import { day, hour } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { AppContext, Authenticate, FilterActive, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { findTokens, insertToken, type TokenRow, touchToken } from './account.queries.ts';

/** How stale `last_used_at` may be: one write an hour a token, not one a request. */
const touchEvery = hour;

/** Log-ins that were used or begun before these times count no more (docs/product.md §2.4). */
export const oldestActive = (
  { SESSION_IDLE_DAYS, SESSION_MAX_DAYS }: Config,
  now: Date,
): { used: Date; begun: Date } => ({
  used: new Date(now.getTime() - SESSION_IDLE_DAYS * day),
  begun: new Date(now.getTime() - SESSION_MAX_DAYS * day),
});

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Begins a log-in. The token itself is in this answer alone; the database keeps its hash. */
export async function issueToken(db: Db, userId: string, now: Date, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertToken(db, { hash: hashOf(token), user_id: userId, now, user_agent: userAgent.slice(0, 300) });
  return token;
}

const lookups = new WeakMap<Db, (hex: string) => Promise<TokenRow | undefined>>();
const lookupFor = (db: Db) => {
  const known = lookups.get(db);
  if (known) return known;
  const lookup = keyedLoader<string, TokenRow>(async (keys) => {
    const rows = await findTokens(
      db,
      keys.map((key) => Buffer.from(key, 'hex')),
    );
    return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
  });
  lookups.set(db, lookup);
  return lookup;
};

/** Who a token belongs to; null when it is unknown, ended or too old. */
export const authenticate: Authenticate = async (ctx: AppContext, token: string) => {
  if (token.length === 0 || token.length > 100) return null;
  const tokenHash = hashOf(token);
  const row = await lookupFor(ctx.db)(tokenHash.toString('hex'));
  if (row === undefined) return null;
  const now = ctx.clock.now();
  const oldest = oldestActive(ctx.config, now);
  // The sweep deletes it, once the clock is trusted: a wrong one must end no session for good.
  if (row.last_used_at < oldest.used || row.created_at < oldest.begun) return null;
  if (now.getTime() - row.last_used_at.getTime() > touchEvery) await touchToken(ctx.db, tokenHash, now);
  const viewer: Viewer = {
    id: row.id,
    username: row.username,
    role: row.role,
    isAdmin: row.is_admin,
    timeZone: row.time_zone,
  };
  return { viewer, tokenHash };
};

/** Which of these log-ins still count, in one look at the index of hashes. */
export const filterActive: FilterActive = async (ctx, hashes) => {
  const rows = await findTokens(
    ctx.db,
    hashes.map((hex) => Buffer.from(hex, 'hex')),
  );
  const { used, begun } = oldestActive(ctx.config, ctx.clock.now());
  const counting = rows.filter((row) => row.last_used_at >= used && row.created_at >= begun);
  return new Set(counting.map((row) => row.hash.toString('hex')));
};
