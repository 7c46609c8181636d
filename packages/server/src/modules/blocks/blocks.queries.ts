import type { BlockEntry, BlockKind } from '@inkling/contract/blocks';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  hasRows,
  isoTime,
  sql,
} from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';
import { authorJson, isPublicPerson } from '../users/index.ts';

/** Whether a person has blocked or muted another. */
export const findBlockState = async (db: Db, userId: string, otherId: string) => {
  const row = await firstRow<{ isBlocked: boolean; isMuted: boolean }>(db)`
    select count(*) filter (where kind = 'block') > 0 as "isBlocked", count(*) filter (where kind = 'mute') > 0 as "isMuted"
    from blocks where user_id = ${userId} and other_id = ${otherId}`;
  return row ?? { isBlocked: false, isMuted: false };
};

/** How many people other than this one a person has blocked, or muted. */
export const countOthers = (tx: Db, userId: string, otherId: string, kind: BlockKind): Promise<number> =>
  countRows(tx, sql`from blocks where user_id = ${userId} and other_id <> ${otherId} and kind = ${kind}`);

export const insertBlock = (tx: Db, userId: string, otherId: string, kind: BlockKind, now: Date) =>
  execute(tx)`
    insert into blocks (user_id, other_id, kind, created_at) values (${userId}, ${otherId}, ${kind}, ${now})
    on conflict do nothing`;

/** False if there was none. */
export const deleteBlock = (tx: Db, userId: string, otherId: string, kind: BlockKind): Promise<boolean> =>
  hasRows(tx)`
    delete from blocks where user_id = ${userId} and other_id = ${otherId} and kind = ${kind} returning kind`;

export const listBlocks = async (
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: BlockEntry[]; total: number }> => {
  const listed = sql`
    blocks b join users u on u.id = b.other_id where b.user_id = ${userId} and ${isPublicPerson('u')}`;
  const rows = await allRows<BlockEntry>(db)`
    select b.kind, ${authorJson('u')} as person, ${isoTime('b.created_at')} as "createdAt" from ${listed}
    order by b.created_at desc, b.other_id desc, b.kind limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from ${listed}`) };
};

/** Deletes what a person has blocked or muted, and what has blocked or muted them. */
const withdrawBlocks = (tx: Db, userId: string): Promise<void> =>
  execute(tx)`delete from blocks where user_id = ${userId} or other_id = ${userId}`;

/** The people whom a person has blocked or muted. Who has blocked or muted them is for those to know. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'People you have blocked or muted',
      why: 'To keep them away from you, or what they write out of your sight.',
      seenBy: onlyYou,
      until: 'Until you unblock or unmute them, or either account is deleted.',
      columns: ['blocks.user_id'],
      notExported: { 'blocks.other_id': 'whom someone has blocked or muted, in the export of that person' },
    },
  ],
  lists: (userId) => ({
    'blocked-and-muted-people.json': sql`
      select u.username as person, b.kind, b.created_at as since from blocks b join users u on u.id = b.other_id
      where b.user_id = ${userId} and ${isPublicPerson('u')} order by b.created_at, b.other_id, b.kind`,
  }),
  async withdraw(tx, userId) {
    await withdrawBlocks(tx, userId);
  },
};
