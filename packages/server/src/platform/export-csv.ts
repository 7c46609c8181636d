import { stringify } from 'csv-stringify/sync';
import type { RequestContext } from './context.ts';
import { type Db, snapshot } from './db/db.ts';
import { exportToFile, requireClient } from './export-file.ts';
import type { FileResponse } from './http/file-response.ts';
import type { TempFile } from './temp-file.ts';
import { yieldOften } from './yield-often.ts';

export type Cell = string | number;

/** The header of a list's file, and its rows. */
export interface CsvList {
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
