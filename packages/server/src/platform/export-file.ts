import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import pLimit from 'p-limit';
import { AppError } from './app-error.ts';
import type { RequestContext } from './context.ts';
import { type Db, snapshot } from './db/db.ts';
import { requireDiskSpace } from './disk-space.ts';
import { FileResponse, type NamedFile } from './http/file-response.ts';
import { type TempFile, tempFile } from './temp-file.ts';
import { yieldOften } from './threads.ts';

/** Exports of all kinds that run or wait. */
const maxWaiting = 8;
const exclusive = pLimit(1);

/** Fails once the client has disconnected: one export is written at a time, and others wait for it. */
export function requireClient({ isClientGone }: Pick<RequestContext, 'isClientGone'>): void {
  if (isClientGone()) throw new AppError('UNAVAILABLE', 'This export was canceled.');
}

/** Writes an export to disk. Exports run one at a time; BUSY when too many wait. */
export async function writeExport(
  ctx: Pick<RequestContext, 'config' | 'isClientGone'>,
  write: (file: TempFile) => Promise<void>,
): Promise<TempFile> {
  await requireDiskSpace(ctx.config);
  if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting)
    throw new AppError('BUSY', 'Several exports are running right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
    });
  return await exclusive(async () => {
    requireClient(ctx);
    const file = await tempFile(join(ctx.config.DATA_DIR, 'exports'), randomUUID());
    try {
      await write(file);
      return file;
    } catch (error) {
      await file.discard();
      throw error;
    }
  });
}

/**
 * The response to an export: a file that is written to disk before it is sent, so that a slow download holds neither
 * memory nor a database snapshot. `named` is the file's type and name, if they are not those of the contract.
 */
export async function exportToFile(
  ctx: RequestContext,
  named: NamedFile | null,
  write: (file: TempFile) => Promise<void>,
): Promise<FileResponse> {
  const { stream, size } = (await writeExport(ctx, write)).finish();
  return new FileResponse(stream, size, named);
}

export type Cell = string | number;

/** The header of a list's file, and its rows. */
interface CsvList {
  /** The file's name. */
  name: string;
  header: string[];
  /** For programs, which may not expect a byte order mark. */
  isUnmarked?: boolean;
  rows(tx: Db): AsyncIterable<Cell[]>;
}

/** Rows that are turned into CSV at once. */
const batchSize = 200;

/** A byte order mark, without which Excel does not read the file as UTF-8. */
const byteOrderMark = '\ufeff';

/** A cell that a spreadsheet would run as a formula gets a quotation mark in front. */
const csvOf = (rows: Cell[][]): Buffer => Buffer.from(stringify(rows, { escape_formulas: true }));

/** Writes a list in batches; other requests go first after some of them. */
async function writeList(
  ctx: RequestContext,
  file: TempFile,
  { header, isUnmarked, rows }: CsvList,
): Promise<void> {
  if (!isUnmarked) await file.append(Buffer.from(byteOrderMark));
  await snapshot(ctx.db, async (tx) => {
    const pause = yieldOften();
    let batch: Cell[][] = [header];
    for await (const row of rows(tx)) {
      batch.push(row);
      if (batch.length < batchSize) continue;
      requireClient(ctx);
      await file.append(csvOf(batch));
      batch = [];
      await pause();
    }
    if (batch.length > 0) await file.append(csvOf(batch));
  });
}

/** A list as CSV (docs/product/library-files.md#export), read in one database snapshot. */
export const exportCsv = (ctx: RequestContext, list: CsvList): Promise<FileResponse> =>
  exportToFile(ctx, { type: 'text/csv; charset=utf-8', name: list.name }, (file) =>
    writeList(ctx, file, list),
  );
