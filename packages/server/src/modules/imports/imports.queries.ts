import type { BookImport, EncodingChoice } from '@inkling/contract/imports';
import type { UpdateObject } from 'kysely';
import { allRows, countRows, type Db, execute, firstRow, firstValue, sql } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import type { ParsedBook, PieceText, ReadFile, ReviewPiece } from './parse/index.ts';

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

/** What is stored of a book in review, besides its cover and its pieces. */
interface ReviewDetails extends Omit<ParsedBook, 'chapters' | 'cover'> {
  coverType: string | null;
  underlineAsItalics: boolean;
  encoding: string | null;
  encodings: EncodingChoice[];
}

/** One statement writes this many pieces, or pieces of this many characters: no batch takes the server long. */
const batchPieces = 20;
const batchLength = 300_000;

const rowOf = (importId: string, { authorNotes, endNotes = '', ...piece }: ReviewPiece, index: number) => ({
  ...piece,
  author_notes: authorNotes,
  end_notes: endNotes,
  import_id: importId,
  piece: index,
});

/** Stores a book for its review, in place of an earlier reading; returns the bytes that it takes. */
export async function insertReview(
  tx: Db,
  importId: string,
  { book, ...reading }: ReadFile,
  source: Uint8Array | null,
): Promise<void> {
  const { pieces, cover, ...rest } = book;
  const details: ReviewDetails = { ...rest, coverType: cover?.mediaType ?? null, ...reading };
  const bytes =
    (cover?.bytes.length ?? 0) +
    (source?.length ?? 0) +
    pieces.reduce(
      (sum, { title, authorNotes, endNotes = '', content }) =>
        sum + Buffer.byteLength(title + authorNotes + endNotes) + Buffer.byteLength(content) + 100,
      0,
    );
  await deleteReview(tx, importId);
  await tx
    .insertInto('import_reviews')
    .values({
      import_id: importId,
      details: JSON.stringify(details),
      cover: cover && Buffer.from(cover.bytes),
      source: source && Buffer.from(source),
      bytes,
    })
    .execute();
  let [from, length] = [0, 0];
  for (const [index, { content }] of pieces.entries()) {
    length += content.length;
    const end = index + 1;
    if (end < pieces.length && end - from < batchPieces && length < batchLength) continue;
    const rows = pieces.slice(from, end).map((piece, i) => rowOf(importId, piece, from + i));
    await tx.insertInto('import_pieces').values(rows).execute();
    [from, length] = [end, 0];
  }
}

export const deleteReview = (db: Db, importId: string) =>
  db.deleteFrom('import_reviews').where('import_id', '=', importId).execute();

export const findReview = (db: Db, importId: string) =>
  db
    .selectFrom('import_reviews')
    .select(['details', 'cover'])
    .where('import_id', '=', importId)
    .$narrowType<{ details: ReviewDetails }>()
    .executeTakeFirst();

/** The file of a book that may be read in another way; the driver takes long to decode its megabytes. */
export const findSource = async (db: Db, importId: string): Promise<Buffer | null> =>
  (await firstValue<Buffer | null>(db)`select source from import_reviews where import_id = ${importId}`) ??
  null;

/** The pieces of a book without their texts. */
export const listPieces = (db: Db, importId: string) =>
  db
    .selectFrom('import_pieces')
    .select(['piece', 'title', 'named', 'volume', 'words', 'paragraphs', 'excerpt', 'proposal'])
    .where('import_id', '=', importId)
    .orderBy('piece')
    .execute();

export const findPiece = (db: Db, importId: string, piece: number) =>
  firstRow<{ content: string }>(db)`
    select content from import_pieces where import_id = ${importId} and piece = ${piece}`;

/** All texts of a book, by piece. */
export async function readPieceTexts(db: Db, importId: string): Promise<Map<number, PieceText>> {
  const rows = await db
    .selectFrom('import_pieces')
    .select(['piece', 'title', 'author_notes as authorNotes', 'end_notes as endNotes', 'content'])
    .where('import_id', '=', importId)
    .execute();
  return new Map(rows.map((row) => [row.piece, row]));
}

/** Stories of an author with this title or imported from this file; a file's stories come first. */
export const findDuplicates = (
  db: Db,
  userId: string,
  title: string,
  fileHash: Buffer | null,
): Promise<{ _id: string; title: string; sameFile: boolean }[]> =>
  allRows<{ _id: string; title: string; sameFile: boolean }>(db)`
    select s.id as "_id", s.title, f.id is not null as "sameFile" from stories s
    left join lateral (
      select i.id from imports i
      where i.story_id = s.id and i.user_id = ${userId} and i.file_hash = ${fileHash} limit 1) f on true
    where s.author_id = ${userId} and s.deleted_at is null and (f.id is not null or lower(s.title) = lower(${title}))
    order by "sameFile" desc, s.id desc limit 5`;

/** Cancels imports that have waited for review since before `before`, and deletes what was stored of them. */
export const cancelOldReviews = (db: Db, before: Date, now: Date, message: string): Promise<void> =>
  execute(db)`
    with old as (
      update imports set state = 'cancelled', message = ${message}, updated_at = ${now}
      where state = 'review' and updated_at < ${before} returning id)
    delete from import_reviews where import_id in (select id from old)`;
