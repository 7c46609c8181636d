import { hash, randomBytes } from 'node:crypto';
import { day, hour } from '../../platform/clock.ts';
import type { AppContext, Authenticate, Viewer } from '../../platform/context.ts';
import { batched } from '../../platform/db/batch.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteToken, findTokens, insertToken, type TokenRow, touchToken } from './account.queries.ts';

/** docs/product.md §2.4: a log-in lasts 30 days from its last use, and 180 days at the most. */
const idleLife = 30 * day;
const wholeLife = 180 * day;
/** How stale `last_used_at` may be: one write an hour a token, not one a request. */
const touchEvery = hour;

/** Log-ins that were used or begun before these times count no more. */
export const oldestCounting = (now: Date): { used: Date; begun: Date } => ({
  used: new Date(now.getTime() - idleLife),
  begun: new Date(now.getTime() - wholeLife),
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
  const lookup = batched<string, TokenRow>(async (keys) => {
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
  const now = ctx.clock.now().getTime();
  const unused = now - row.last_used_at.getTime();
  if (unused > idleLife || now - row.created_at.getTime() > wholeLife) {
    await deleteToken(ctx.db, tokenHash);
    return null;
  }
  if (unused > touchEvery) await touchToken(ctx.db, tokenHash, ctx.clock.now());
  const viewer: Viewer = {
    id: row.id,
    username: row.username,
    role: row.role,
    isAdmin: row.is_admin,
    timeZone: row.time_zone,
  };
  return { viewer, tokenHash };
};
