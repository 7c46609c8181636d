import { hash, randomBytes } from 'node:crypto';
import type { Device } from '@inkling/contract/devices';
import { deviceLimits } from '@inkling/contract/limits';
import { AppError, notFound } from '../../platform/app-error.ts';
import { hour } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { isReadOnly } from '../../platform/db/db-errors.ts';
import { loader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import {
  deviceAttempt,
  emailKey,
  lockCurrentAccount,
  presentViewer,
  recordFailedAttempt,
} from '../account/index.ts';
import { usernameKey } from '../users/index.ts';
import * as queries from './devices.queries.ts';

/** Digits and lower-case letters without i, l, o and u, which look like others: five bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 260 bits. */
const tokenLength = 52;

const newToken = (): string =>
  Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]).join('');

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
const syncKeyOf = (token: string): string => hash('md5', token, 'hex');

const present = ({ id, name, created_at, last_used_at }: queries.DeviceRow): Device => ({
  _id: id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

export const listDevices = async ({ db }: RequestContext, viewer: Viewer): Promise<Device[]> =>
  (await queries.listDevices(db, viewer.id)).map(present);

/** Creates a token, of which only hashes are stored. Throws QUOTA_REACHED. */
export const createDevice = (
  ctx: RequestContext,
  viewer: Viewer,
  name: string,
): Promise<Device & { token: string }> =>
  transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(tx, viewer);
    await queries.deleteEnded(tx, viewer.id);
    const token = newToken();
    const row = await queries.insertDevice(tx, {
      userId: viewer.id,
      name,
      tokenHash: sha256(token),
      syncKeyHash: sha256(syncKeyOf(token)),
      now: ctx.clock.now(),
    });
    if (row === undefined)
      throw new AppError(
        'QUOTA_REACHED',
        `You can have at most ${deviceLimits.perPerson} e-readers and apps. Revoke one to add another.`,
      );
    return { ...present(row), token };
  });

export async function revokeDevice({ db }: RequestContext, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteDevice(db, viewer.id, id))) throw notFound('E-reader or app');
}

/** A person who reads on a device; `tokenName` is how they named its token. */
export type DeviceViewer = Viewer & { tokenName: string };

type DeviceContext = Pick<RequestContext, 'db' | 'clock' | 'address'>;

/** Maximum staleness of `last_used_at`, as for sessions. */
const touchInterval = hour;
/** The longest name and key that are looked up, in characters. */
const maxLength = 320;

/** Look-ups of tokens that arrive at the same time are one statement, as those of sessions are. */
const lookups = perInstance((db: Db) => ({
  token_hash: loader((keys: queries.ReaderKey[]) => queries.findReaders(db, 'token_hash', keys)),
  sync_key_hash: loader((keys: queries.ReaderKey[]) => queries.findReaders(db, 'sync_key_hash', keys)),
}));

/** Finds the owner of a token in one statement, whether or not an account has that name. */
async function findReader(
  ctx: DeviceContext,
  column: 'token_hash' | 'sync_key_hash',
  name: string,
  key: string,
): Promise<DeviceViewer | null> {
  const { db, clock, address } = ctx;
  const isPlausible = name.length <= maxLength && key.length <= maxLength && !name.includes('\0');
  const names = isPlausible
    ? { emailKey: emailKey(name), usernameKey: usernameKey(name) }
    : { emailKey: '', usernameKey: '' };
  const row = await lookups(db)[column]({ hash: sha256(isPlausible ? key : ''), ...names });
  if (row === undefined) {
    await recordFailedAttempt(ctx, deviceAttempt(address));
    return null;
  }
  const now = clock.now();
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > touchInterval)
    await queries.touchDevice(db, row.id, row.device_id, now).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
    });
  const session = { token: '', tokenHash: row.token_hash };
  return { ...presentViewer(row, now), session, tokenName: row.token_name };
}

/**
 * The person of `Authorization: Basic …` with a username or email address and a token (docs/product/devices.md#tokens). Null
 * without the header and for a wrong one, which is counted by the network address. A correct token always works: it
 * cannot be guessed, so others at the address must not lock it out.
 *
 * @throws AppError TOO_MANY_REQUESTS for a wrong token after too many
 */
export async function readerByBasic(
  ctx: DeviceContext,
  authorization: string | undefined,
): Promise<Viewer | null> {
  const encoded = authorization && /^Basic +([\w+/=-]{1,1000})$/i.exec(authorization)?.[1];
  if (!encoded) return null;
  const [, name = '', token = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return findReader(ctx, 'token_hash', name.trim(), token.replace(/[\s-]/g, '').toLowerCase());
}

/** The same for KOReader's progress sync, whose key is the MD5 of the token in hex. */
export async function readerBySyncKey(
  ctx: DeviceContext,
  name: string | undefined,
  key: string | undefined,
): Promise<DeviceViewer | null> {
  if (!name || !key) return null;
  return findReader(ctx, 'sync_key_hash', name.trim(), key.toLowerCase());
}
