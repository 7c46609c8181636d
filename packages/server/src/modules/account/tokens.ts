import { hash, randomBytes } from 'node:crypto';
import { day, hour } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { AppContext, Authenticate, FilterActive } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { isReadOnly } from '../../platform/db/db-errors.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { zoneOfDays } from '../users/index.ts';
import { findTokens, insertToken, type TokenRow, touchToken } from './account.queries.ts';

/** Maximum staleness of `last_used_at`: at most one write per token and hour. */
const touchInterval = hour;

/** Sessions last used or created before these times have expired (docs/product/account.md#sessions). */
export const oldestActive = (
  { SESSION_IDLE_DAYS, SESSION_MAX_DAYS }: Config,
  now: Date,
): { used: Date; created: Date } => ({
  used: new Date(now.getTime() - SESSION_IDLE_DAYS * day),
  created: new Date(now.getTime() - SESSION_MAX_DAYS * day),
});

/** What the database stores of a token. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Starts a session and returns its token; the database stores only the hash. */
export async function issueToken(db: Db, userId: string, now: Date, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = { hash: tokenHash(token), user_id: userId, created_at: now, last_used_at: now };
  await insertToken(db, { ...row, user_agent: userAgent.slice(0, 300) });
  return token;
}

const lookups = perInstance((db: Db) =>
  keyedLoader<string, TokenRow>(async (keys) => {
    const rows = await findTokens(
      db,
      keys.map((key) => Buffer.from(key, 'hex')),
    );
    return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
  }),
);

/** Notes that a session is used. While the database is read-only, people still read. */
const touch = (db: Db, hash: Buffer, now: Date) =>
  touchToken(db, hash, now).catch((error: unknown) => {
    if (!isReadOnly(error)) throw error;
  });

/** The viewer a token belongs to; null when the token is unknown or expired. */
export const authenticate: Authenticate = async (ctx: AppContext, token: string) => {
  if (token.length === 0 || token.length > 100) return null;
  const stored = tokenHash(token);
  const row = await lookups(ctx.db)(stored.toString('hex'));
  if (row === undefined) return null;
  const now = ctx.clock.now();
  const oldest = oldestActive(ctx.config, now);
  // Do not delete it here: a wrong clock would end sessions permanently. The sweep checks the clock first.
  if (row.last_used_at < oldest.used || row.created_at < oldest.created) return null;
  if (now.getTime() - row.last_used_at.getTime() > touchInterval) await touch(ctx.db, stored, now);
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    isAdmin: row.is_admin,
    isSuspended: row.is_suspended,
    timeZone: zoneOfDays(row, now),
    contentFilter: {
      showsMature: row.shows_mature,
      hiddenTags: row.hidden_tags,
      hiddenWarnings: row.hidden_warnings,
    },
    languages: row.languages,
    session: { token, tokenHash: stored },
  };
};

/** The hashes of sessions that are still active, in one query. */
export const filterActive: FilterActive = async (ctx, hashes) => {
  const rows = await findTokens(
    ctx.db,
    hashes.map((hex) => Buffer.from(hex, 'hex')),
  );
  const { used, created } = oldestActive(ctx.config, ctx.clock.now());
  const active = rows.filter((row) => row.last_used_at >= used && row.created_at >= created);
  return new Map(active.map((row) => [row.hash.toString('hex'), { isSuspended: row.is_suspended }]));
};
