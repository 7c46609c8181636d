import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExportedList } from '@inkling/contract/library-files';
import { stringify } from 'csv-stringify/sync';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { requireDiskSpace } from '../../platform/disk-space.ts';
import { FileResponse } from '../../platform/http/file-response.ts';
import { type TempFile, tempFile } from '../../platform/temp-file.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { requireClient } from '../exports/index.ts';
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

/** Maximum number of exports that run or wait; the largest have 200,000 rows. */
const maxWaiting = 8;
const exclusive = pLimit(1);

const busy = () =>
  new AppError('BUSY', 'Several exports are running right now. Please try again in a minute.', {
    retryAfterSeconds: 60,
  });

/**
 * One of the viewer's lists as CSV (docs/product/library-files.md#export). Read in one database snapshot and written to
 * disk first, so that a slow download does not hold the snapshot.
 */
export async function exportLibrary(
  ctx: RequestContext,
  viewer: Viewer,
  list: ExportedList,
): Promise<FileResponse> {
  await requireDiskSpace(ctx.config);
  if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting) throw busy();
  return exclusive(async () => {
    requireClient(ctx);
    const file = await tempFile(join(ctx.config.DATA_DIR, 'exports'), randomUUID());
    try {
      await writeList(ctx, file, list, viewer.id);
      const { stream, size } = file.finish();
      return new FileResponse(stream, size, {
        type: 'text/csv; charset=utf-8',
        name: `inkling-${list}.csv`,
      });
    } catch (error) {
      await file.discard();
      throw error;
    }
  });
}
