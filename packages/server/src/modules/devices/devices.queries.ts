import { deviceLimits } from '@inkling/contract/limits';
import {
  allRows,
  type Db,
  execute,
  firstRow,
  hasRows,
  sql,
  type TableRow,
  unseen,
} from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { type ViewerRow, viewerColumns } from '../account/index.ts';
import { personNamed } from '../users/index.ts';

export type DeviceRow = Pick<TableRow<'device_tokens'>, 'id' | 'name' | 'created_at' | 'last_used_at'>;

/** Tokens made before the password was changed have ended (docs/product/devices.md#tokens). */
const isCurrent = sql`t.created_at >= c.password_changed_at`;

export const listDevices = (db: Db, userId: string): Promise<DeviceRow[]> =>
  allRows<DeviceRow>(db)`
    select t.id, t.name, t.created_at, t.last_used_at
    from device_tokens t join credentials c on c.user_id = t.user_id
    where t.user_id = ${userId} and ${isCurrent} order by t.created_at desc, t.id desc`;

/** Deletes a person's tokens that have ended with a change of the password. */
export const deleteEnded = (tx: Db, userId: string) =>
  execute(tx)`
    delete from device_tokens t using credentials c
    where t.user_id = ${userId} and c.user_id = t.user_id and not (${isCurrent})`;

/** Undefined if the person has as many tokens as they may have. The account must be locked. */
export const insertDevice = (
  tx: Db,
  { userId, name, tokenHash, syncKeyHash, now }: NewDevice,
): Promise<DeviceRow | undefined> =>
  firstRow<DeviceRow>(tx)`
    insert into device_tokens (user_id, name, token_hash, sync_key_hash, created_at)
    select ${userId}, ${name}, ${tokenHash}, ${syncKeyHash}, ${now}
    where (select count(*) from device_tokens where user_id = ${userId}) < ${deviceLimits.perPerson}
    returning id, name, created_at, last_used_at`;

interface NewDevice {
  userId: string;
  name: string;
  tokenHash: Buffer;
  syncKeyHash: Buffer;
  now: Date;
}

export const deleteDevice = (db: Db, userId: string, id: string): Promise<boolean> =>
  hasRows(db, sql`delete from device_tokens where user_id = ${userId} and id = ${id} returning id`);

/** Ends all of a person's tokens. */
export const deleteDevices = (tx: Db, userId: string) =>
  execute(tx)`delete from device_tokens where user_id = ${userId}`;

export type ReaderRow = ViewerRow & {
  device_id: string;
  token_name: string;
  last_used_at: Date | null;
  token_hash: Buffer;
};

/**
 * The owners of tokens, in input order, in one statement; undefined for one that does not have the name: an email
 * address, or a current or former username.
 */
export const findReaders = async (
  db: Db,
  column: 'token_hash' | 'sync_key_hash',
  keys: readonly ReaderKey[],
): Promise<(ReaderRow | undefined)[]> =>
  inInputOrder(
    await allRows<ReaderRow & { place: number }>(db)`
      select ${viewerColumns}, t.id as device_id, t.name as token_name, t.last_used_at, t.token_hash, k.place::int
      from unnest(${unseen(
        keys.map(({ hash }) => hash),
        'bytea[]',
      )}, ${keys.map(({ emailKey }) => emailKey)}::text[], ${keys.map(({ usernameKey }) => usernameKey)}::text[])
        with ordinality k (hash, email_key, username_key, place)
      join device_tokens t on t.${sql.ref(column)} = k.hash join users u on u.id = t.user_id
      join credentials c on c.user_id = u.id
      where ${isCurrent} and u.deletion_due_at is null
        and (c.email_key = k.email_key or u.id = ${personNamed(sql`k.username_key`)})`,
  );

export interface ReaderKey {
  hash: Buffer;
  emailKey: string;
  usernameKey: string;
}

export const touchDevice = (db: Db, userId: string, id: string, now: Date) =>
  execute(db)`update device_tokens set last_used_at = ${now} where user_id = ${userId} and id = ${id}`;

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'security',
      what: 'The names you give your e-readers and apps, when you created a token for each and when it was last used, and the tokens, stored only as hashes from which they can’t be recovered',
      why: 'To let them read in your name without your password.',
      seenBy: 'Only you see the names and times. Anyone who has a token can read what you can read.',
      until:
        'Until you revoke the token, change your password, are signed out everywhere by an admin or delete your account.',
      columns: ['device_tokens.user_id'],
    },
  ],
  lists: (userId) => ({
    'devices.json': sql`
      select name, created_at as "createdAt", last_used_at as "lastUsedAt"
      from device_tokens where user_id = ${userId} order by created_at, id`,
  }),
  async forget(_ctx, tx, { id }) {
    await deleteDevices(tx, id);
  },
};
