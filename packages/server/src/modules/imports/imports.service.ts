import { createHash } from 'node:crypto';
import type { BookImport } from '@inkling/contract/imports';
import { line } from '@inkling/contract/text';
import { AppError } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import { yieldOften } from '../../platform/threads.ts';
import { requireTextSpace } from '../stories/index.ts';
import type { ImportQueue } from './import-queue.ts';
import { requireEditable } from './imports.policy.ts';
import * as queries from './imports.queries.ts';
import { foreignFile } from './parse/detect.ts';
import type { BookFile } from './parse/index.ts';

/** Files of a person that may take too long to read in a day. */
const maxTooSlow = 3;

export const presentImport = ({ user_id: _, file_hash: __, ...shown }: queries.ImportRow): BookImport =>
  shown;

/** A file's name for display and storage: one line without folders, never empty. */
export const cleanFileName = (name: string): string =>
  line(1000).parse(name.slice(0, 1000).replace(/^.*[\\/]/s, '')) || 'book';

/** Fails if the person's files took too long to read too often: each has kept the server busy for a minute. */
async function requirePatience(ctx: AppContext, { id }: Viewer): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - day);
  if ((await queries.countTooSlow(ctx.db, id, since)) < maxTooSlow) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    'Several of your books took too long to read. Please try again tomorrow, with smaller files.',
  );
}

export function requireRoom(queue: ImportQueue): void {
  if (queue.hasRoom()) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Many books are being imported. Please try again in a minute.', {
    retryAfterSeconds: 60,
  });
}

const hashedAtOnce = 1024 * 1024;

/** Hashes a file in pieces: the whole of it would keep the server from everything else. */
async function hashOf(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  const pause = yieldOften();
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hash.update(bytes.subarray(at, at + hashedAtOnce));
    await pause();
  }
  return hash.digest();
}

/**
 * Starts reading a book in the background. Files that cannot be books are rejected immediately. If the client has
 * disconnected before the response, the import is cancelled, since the client does not know its id.
 */
export async function startImport(
  ctx: RequestContext,
  queue: ImportQueue,
  viewer: Viewer,
  { name, bytes }: BookFile,
): Promise<BookImport> {
  const problem = foreignFile(bytes);
  if (problem !== null) throw new AppError('NOT_A_BOOK', problem.message);
  requireRoom(queue);
  await requirePatience(ctx, viewer);
  // Reject early when the author's text quota has no room at all.
  await transaction(ctx.db, (tx) => requireTextSpace(tx, ctx.config, viewer.id, 1));
  const file = { name: cleanFileName(name), bytes, hash: await hashOf(bytes) };
  try {
    const row = await queries.insertImport(ctx.db, viewer.id, file, ctx.clock.now());
    queue.read(row._id, viewer.id, file);
    if (ctx.isClientGone()) await cancelImport(ctx, queue, viewer, row._id);
    return presentImport(row);
  } catch (error) {
    if (!isUniqueViolation(error, 'imports_running')) throw error;
    throw new AppError('CONFLICT', 'You are already importing a book. Finish it, or cancel it.');
  }
}

export const listImports = async (ctx: AppContext, viewer: Viewer): Promise<BookImport[]> =>
  (await queries.listOpen(ctx.db, viewer.id)).map(presentImport);

export const requireOwn = async (ctx: AppContext, viewer: Viewer, id: string) =>
  requireEditable(viewer, await queries.findImport(ctx.db, id));

export const getImport = async (ctx: AppContext, viewer: Viewer, id: string): Promise<BookImport> =>
  presentImport(await requireOwn(ctx, viewer, id));

/** Cancels an import and waits until it is cleaned up. A finished import cannot be cancelled. */
export async function cancelImport(
  ctx: AppContext,
  queue: ImportQueue,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await getImport(ctx, viewer, id);
  await queries.cancelOpen(ctx.db, { id }, ctx.clock.now());
  await queue.stop(id);
  const { state } = await getImport(ctx, viewer, id);
  if (state === 'done') {
    throw new AppError('CONFLICT', 'This import is already done. To undo it, delete the story.');
  }
  await queries.deleteReview(ctx.db, id);
}
