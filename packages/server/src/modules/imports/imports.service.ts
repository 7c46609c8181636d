import type { BookImport } from '@inkling/contract/imports';
import { line } from '@inkling/contract/text';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import type { UploadedFile } from '../../platform/http/upload.ts';
import { requireTextSpace } from '../stories/index.ts';
import { findUserByName } from '../users/index.ts';
import type { ImportQueue } from './import-queue.ts';
import { requireReadable } from './imports.policy.ts';
import * as queries from './imports.queries.ts';
import { foreignFile } from './parse/detect.ts';
import type { BookFile } from './parse/index.ts';

const presentImport = (row: queries.ImportRow): BookImport => ({
  _id: row.id,
  fileName: row.file_name,
  state: row.state,
  done: row.done,
  total: row.total,
  story: row.story_id,
  message: row.message,
});

/** A file's name for display and storage: one line without folders, never empty. */
export const cleanFileName = (name: string): string =>
  line(1000).parse(name.slice(0, 1000).replace(/^.*[\\/]/s, '')) || 'book';

/**
 * Starts importing a book in the background. Files that cannot be books are rejected immediately. If the client has
 * disconnected before the response, the import is cancelled, since the client does not know its id.
 */
export async function startImport(
  ctx: AppContext,
  queue: ImportQueue,
  viewer: Viewer,
  { name, bytes, isClientGone }: BookFile & Pick<UploadedFile, 'isClientGone'>,
): Promise<BookImport> {
  const problem = foreignFile(bytes);
  if (problem !== null) throw new AppError('NOT_A_BOOK', problem.message);
  if (!queue.hasRoom()) {
    throw new AppError('TOO_MANY_REQUESTS', 'Many books are being imported. Please try again in a minute.', {
      retryAfterSeconds: 60,
    });
  }
  // Reject early when the author's text quota has no room at all.
  await transaction(ctx.db, (tx) => requireTextSpace(tx, ctx.config, viewer.id, 1));
  const importer = await findUserByName(ctx.db, viewer.username);
  if (importer === undefined) throw notFound('User');
  const file = { name: cleanFileName(name), bytes };
  try {
    const row = await queries.insertImport(ctx.db, viewer.id, file.name, ctx.clock.now());
    queue.start(row.id, importer, file);
    if (isClientGone?.()) await cancelImport(ctx, queue, viewer, row.id);
    return presentImport(row);
  } catch (error) {
    if (!isUniqueViolation(error, 'imports_running')) throw error;
    throw new AppError('CONFLICT', 'You are already importing a book. Wait until it is done, or cancel it.');
  }
}

export const listImports = async (ctx: AppContext, viewer: Viewer): Promise<BookImport[]> =>
  (await queries.listRunning(ctx.db, viewer.id)).map(presentImport);

export const getImport = async (ctx: AppContext, viewer: Viewer, id: string): Promise<BookImport> =>
  presentImport(requireReadable(viewer, await queries.findImport(ctx.db, id)));

/** Cancels an import and waits until it is cleaned up. A finished import cannot be cancelled. */
export async function cancelImport(
  ctx: AppContext,
  queue: ImportQueue,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await getImport(ctx, viewer, id);
  const now = ctx.clock.now();
  await queries.changeRunning(ctx.db, id, { state: 'cancelled', updated_at: now });
  await queue.stop(id);
  const { state } = await getImport(ctx, viewer, id);
  if (state === 'done') {
    throw new AppError('CONFLICT', 'This import is already done. To undo it, delete the story.');
  }
}
