import { hash, randomBytes } from 'node:crypto';
import type { LoginSession } from '@inkling/contract/account';
import { notFound } from '../../platform/app-error.ts';
import { day, hour, minute } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type {
  AppContext,
  Authenticate,
  FilterActive,
  NoteWritten,
  RequestContext,
  Viewer,
} from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { isReadOnly } from '../../platform/db/db-errors.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { zoneOfDays } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { findTokens, insertToken, type TokenRow, touchToken } from './account.queries.ts';
import { lockCurrentAccount } from './passwords.ts';

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

/** See `NoteWritten`. */
export const noteWritten: NoteWritten = (ctx, viewer) => queries.noteWritten(ctx.db, viewer.id);

/** Notes that a session is used. While the database is read-only, people still read. */
const touch = (db: Db, hash: Buffer, now: Date) =>
  touchToken(db, hash, now).catch((error: unknown) => {
    if (!isReadOnly(error)) throw error;
  });

/** A viewer, without the properties of the request. */
export const presentViewer = (row: queries.ViewerRow, now: Date): Omit<Viewer, 'session' | 'written'> => ({
  id: row.id,
  username: row.username,
  role: row.role,
  isAdmin: row.is_admin,
  isModerator: row.is_moderator,
  isSuspended: row.is_suspended,
  timeZone: zoneOfDays(row, now),
  contentFilter: {
    showsMature: row.shows_mature,
    hiddenTags: row.hidden_tags,
    hiddenWarnings: row.hidden_warnings,
  },
  languages: row.languages,
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
    ...presentViewer(row, now),
    // Sign-ups and sign-ins are not noted, so a new session reads from the primary for a minute.
    written:
      now.getTime() - row.created_at.getTime() < minute ? Number.POSITIVE_INFINITY : (row.written ?? 0),
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

// Order matters: most browsers also include the names of the browsers they descend from.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const firstMatch = (list: [RegExp, string][], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** The browser alone: 'Firefox'. */
export const browserOf = (agent: string): string => firstMatch(browsers, agent) ?? 'another browser';

/** A readable device name from the User-Agent header: 'Firefox on Linux'. */
export function deviceOf(agent: string): string {
  const browser = firstMatch(browsers, agent);
  const system = firstMatch(systems, agent);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** A user's active sessions, most recently used first. `current` is the token hash of the request's. */
export async function listSessions(
  ctx: Pick<AppContext, 'db' | 'config' | 'clock'>,
  userId: string,
  current?: Buffer,
): Promise<LoginSession[]> {
  const rows = await queries.listTokens(ctx.db, userId, oldestActive(ctx.config, ctx.clock.now()));
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    device: deviceOf(row.user_agent),
    isCurrent: current?.equals(row.hash) === true,
  }));
}

/** Ends one session of the viewer, or with `others` all except the current one. */
export async function endSession(
  ctx: RequestContext,
  viewer: Viewer,
  which: string,
): Promise<{ message: string }> {
  await transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(tx, viewer);
    if (which === 'others') await queries.deleteOtherTokens(tx, viewer);
    else if (!(await queries.deleteTokenById(tx, viewer.id, which))) throw notFound('Session');
  });
  invalidateViewers(ctx.db);
  return { message: which === 'others' ? 'Every other session has ended.' : 'The session has ended.' };
}
