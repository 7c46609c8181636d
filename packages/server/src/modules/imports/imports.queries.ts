import type { BookImport } from '@inkling/contract/imports';
import type { UpdateObject } from 'kysely';
import { countRows, type Db, sql } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';

const columns = [
  'id as _id',
  'user_id',
  'file_name as fileName',
  'file_hash',
  'state',
  'done',
  'total',
  'story_id as story',
  'message',
] as const;
/** States in which a job works on the import. */
const running = ['reading', 'writing'] as const;
/** States in which a person cannot start another import. */
const open = ['reading', 'review', 'writing'] as const;

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** Violates the unique key `imports_running` if this person's last import is running or in review. */
export const insertImport = (db: Db, userId: string, file: { name: string; hash: Buffer }, now: Date) =>
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

export const findImport = (db: Db, id: string) =>
  db.selectFrom('imports').select(columns).where('id', '=', id).executeTakeFirst();

/** A person's imports that are running or in review. */
export const listOpen = (db: Db, userId: string): Promise<ImportRow[]> =>
  db.selectFrom('imports').select(columns).where('user_id', '=', userId).where('state', 'in', open).execute();

type Changes = UpdateObject<Tables, 'imports'>;

/** Updates an import, or a person's import, in these states; returns whose it is, undefined when there is none. */
const change = (
  db: Db,
  which: { id: string } | { user_id: string },
  states: readonly BookImport['state'][],
  changes: Changes,
): Promise<{ user_id: string } | undefined> =>
  db
    .updateTable('imports')
    .set(changes)
    .where((eb) => eb.and(which))
    .where('state', 'in', states)
    .returning('user_id')
    .executeTakeFirst();

/** Updates a running import; undefined when it has already ended. */
export const changeRunning = (db: Db, id: string, changes: Changes) => change(db, { id }, running, changes);

/** Moves an import from review to another state; undefined when it is not in review. */
export const leaveReview = (db: Db, id: string, changes: Changes) =>
  change(db, { id }, ['review'], { done: 0, message: null, ...changes });

/** Cancels an import, or a person's import, that is running or in review. */
export const cancelOpen = (db: Db, which: { id: string } | { user_id: string }, now: Date) =>
  change(db, which, open, { state: 'cancelled', updated_at: now });

/** What a running import becomes when its work fails: `review`, if the book has been read, else `failed`. */
const stateAfterFailure = sql<'review' | 'failed'>`
  case when exists (select from import_reviews r where r.import_id = imports.id) then 'review' else 'failed' end`;

/** Ends a running import whose work has failed; the book, if it has been read, can be confirmed again. */
export const endFailed = (db: Db, id: string, changes: Changes) =>
  changeRunning(db, id, { ...changes, state: stateAfterFailure, done: 0 });

/** How many files of a person took too long to read since then. */
export const countTooSlow = (db: Db, userId: string, since: Date): Promise<number> =>
  countRows(db, sql`from imports where user_id = ${userId} and was_too_slow and updated_at > ${since}`);

/**
 * Ends running imports without updates since `untouchedSince` as failed, or as in review; their covers now have no
 * story.
 */
export const endLeftOver = async (
  db: Db,
  message: string,
  now: Date,
  untouchedSince: Date,
): Promise<{ id: string; user_id: string; cover: string | null }[]> =>
  db
    .updateTable('imports')
    .set({ state: stateAfterFailure, message, done: 0, updated_at: now })
    .where('state', 'in', running)
    .where('updated_at', '<=', untouchedSince)
    .returning(['id', 'user_id', 'cover'])
    .execute();

/** The cover that a running import will give to its story. */
export const importedCoverUse: ImageUse = {
  name: 'import',
  rows: sql`
    select id, user_id as owner_id, cover as address from imports where state in ('reading', 'writing')`,
};
