import type { ExportedList } from '@inkling/contract/library-files';
import { stringify } from 'csv-stringify/sync';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { exportToFile, requireClient } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import type { TempFile } from '../../platform/temp-file.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { type Cell, exportedLists } from './exported-lists.ts';

/** Rows that are turned into CSV at once. */
const batchSize = 200;

/** A byte order mark, without which Excel does not read the file as UTF-8. */
const byteOrderMark = '\ufeff';

/** A cell that a spreadsheet would run as a formula gets a quotation mark in front. */
const csvOf = (rows: Cell[][]): Buffer => Buffer.from(stringify(rows, { escape_formulas: true }));

/** Writes a list in batches; other requests go first after some of them. */
async function writeList(ctx: RequestContext, file: TempFile, list: ExportedList, userId: string) {
  const { header, rows } = exportedLists[list];
  await file.append(Buffer.from(byteOrderMark));
  await snapshot(ctx.db, async (tx) => {
    const pause = yieldOften();
    let batch: Cell[][] = [header];
    for await (const row of rows(tx, ctx.config, userId)) {
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

/** One of the viewer's lists as CSV (docs/product/library-files.md#export), read in one database snapshot. */
export const exportLibrary = (
  ctx: RequestContext,
  viewer: Viewer,
  list: ExportedList,
): Promise<FileResponse> =>
  exportToFile(ctx, { type: 'text/csv; charset=utf-8', name: `inkling-${list}.csv` }, (file) =>
    writeList(ctx, file, list, viewer.id),
  );
