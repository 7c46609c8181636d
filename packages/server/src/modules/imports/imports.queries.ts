import type { BookImport } from '@inkling/contract/imports';
import type { Updateable } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import './imports.table.ts';

const columns = [
  'id',
  'user_id',
  'file_name',
  'file_hash',
  'state',
  'done',
  'total',
  'story_id',
  'message',
] as const;
/** States in which a job works on the import. */
const running = ['reading', 'writing'] as const;
/** States in which a person cannot start another import. */
const open = ['reading', 'review', 'writing'] as const;

export interface ImportRow {
  id: string;
  user_id: string;
  file_name: string;
  file_hash: Buffer | null;
  state: BookImport['state'];
  done: number;
  total: number;
  story_id: string | null;
  message: string | null;
}

/** Violates the unique key `imports_running` if this person's last import is running or in review. */
export const insertImport = (
  db: Db,
  userId: string,
  file: { name: string; hash: Buffer },
  now: Date,
): Promise<ImportRow> =>
  db
    .insertInto('imports')
    .values({
      user_id: userId,
      file_name: file.name,
      file_hash: file.hash,
      state: 'reading',
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').select(columns).where('id', '=', id).executeTakeFirst();

/** A person's imports that are running or in review. */
export const listOpen = (db: Db, userId: string): Promise<ImportRow[]> =>
  db.selectFrom('imports').select(columns).where('user_id', '=', userId).where('state', 'in', open).execute();

/** Updates an import in one of these states; false when it is in another. */
const changeIn = async (
  db: Db,
  id: string,
  states: readonly BookImport['state'][],
  changes: Updateable<Tables['imports']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Updates a running import; false when it has already ended. */
export const changeRunning = (db: Db, id: string, changes: Updateable<Tables['imports']>) =>
  changeIn(db, id, running, changes);

/** Moves an import from review to another state; false when it is not in review. */
export const leaveReview = (db: Db, id: string, changes: Updateable<Tables['imports']>) =>
  changeIn(db, id, ['review'], { done: 0, message: null, ...changes });

/** Cancels an import that is running or in review. */
export const cancelOpen = (db: Db, id: string, now: Date) =>
  db
    .updateTable('imports')
    .set({ state: 'cancelled', updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', open)
    .execute();

/** What a running import becomes when its work fails: `review`, if the book has been read, else `failed`. */
const stateAfterFailure = sql<'review' | 'failed'>`
  case when exists (select from import_reviews r where r.import_id = imports.id) then 'review' else 'failed' end`;

/** Ends a running import whose work has failed; the book, if it has been read, can be confirmed again. */
export const endFailed = (db: Db, id: string, message: string, now: Date) =>
  db
    .updateTable('imports')
    .set({ state: stateAfterFailure, message, done: 0, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', running)
    .execute();

/**
 * Ends running imports without updates since `untouchedSince` as failed, or as in review; returns their covers, which
 * now have no story.
 */
export const endLeftOver = async (
  db: Db,
  message: string,
  now: Date,
  untouchedSince: Date,
): Promise<{ cover: string | null }[]> =>
  db
    .updateTable('imports')
    .set({ state: stateAfterFailure, message, done: 0, updated_at: now })
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
