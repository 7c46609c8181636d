import type { BookImport } from '@inkling/contract/imports';
import type { Updateable } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import './imports.table.ts';

const columns = ['id', 'user_id', 'file_name', 'state', 'done', 'total', 'story_id', 'message'] as const;
const running = ['reading', 'writing'] as const;

export interface ImportRow {
  id: string;
  user_id: string;
  file_name: string;
  state: BookImport['state'];
  done: number;
  total: number;
  story_id: string | null;
  message: string | null;
}

/** Violates the unique key `imports_running` if this person's last import is still running. */
export const insertImport = (db: Db, userId: string, fileName: string, now: Date): Promise<ImportRow> =>
  db
    .insertInto('imports')
    .values({ user_id: userId, file_name: fileName, state: 'reading', created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').select(columns).where('id', '=', id).executeTakeFirst();

export const listRunning = (db: Db, userId: string): Promise<ImportRow[]> =>
  db
    .selectFrom('imports')
    .select(columns)
    .where('user_id', '=', userId)
    .where('state', 'in', running)
    .execute();

/** Updates a running import; false when it has already ended. */
export const changeRunning = async (
  db: Db,
  id: string,
  changes: Updateable<Tables['imports']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', running)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Fails running imports without updates since `untouchedSince`; returns their covers, which now have no story. */
export const failLeftOver = (
  db: Db,
  message: string,
  now: Date,
  untouchedSince: Date,
): Promise<{ cover: string | null }[]> =>
  db
    .updateTable('imports')
    .set({ state: 'failed', message, updated_at: now })
    .where('state', 'in', running)
    .where('updated_at', '<=', untouchedSince)
    .returning('cover')
    .execute();

/** The cover that a running import will give to its story. */
export const importedCoverUse: ImageUse = {
  name: 'import',
  rows: sql`
    select id, user_id as owner_id, cover as address from imports where state in ('reading', 'writing')`,
};
