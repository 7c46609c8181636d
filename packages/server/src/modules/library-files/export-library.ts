import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { publicUrl } from '../../platform/config.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, snapshot, streamRows } from '../../platform/db/db.ts';
import { requireDiskSpace } from '../../platform/disk-space.ts';
import { FileResponse } from '../../platform/http/file-response.ts';
import { tempFile } from '../../platform/temp-file.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { requireClient } from '../exports/index.ts';
import { exportedEntries } from './library-files.queries.ts';

type Cell = string | number;

const header = ['Title', 'Author', 'Status', 'Progress', 'Saved', 'Last Read', 'Date Added', 'Link'];
const statuses = { reading: 'Reading', completed: 'Completed', none: '' };
const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

/** The rows of the library's file, in batches. */
async function* libraryRows(ctx: RequestContext, tx: Db, userId: string): AsyncGenerator<Cell[]> {
  const site = publicUrl(ctx.config);
  yield header;
  for await (const entry of streamRows(tx, exportedEntries(userId))) {
    yield [
      entry.title ?? 'No longer available',
      entry.author ?? '',
      statuses[entry.status],
      Math.floor(entry.progress),
      entry.is_bookmarked ? 'Yes' : 'No',
      dayOf(entry.last_read_at),
      dayOf(entry.created_at),
      entry.title === null ? '' : `${site}/story/${entry.story_id}`,
    ];
  }
}

/** Rows that are turned into CSV at once. */
const batchSize = 200;

/** A byte order mark, without which Excel does not read the file as UTF-8. */
const byteOrderMark = '\ufeff';

/** A cell that a spreadsheet would run as a formula gets a quotation mark in front. */
const csvOf = (rows: Cell[][]): Buffer => Buffer.from(stringify(rows, { escape_formulas: true }));

/**
 * The viewer's library as CSV (docs/product/library-files.md#export). Read in one database snapshot and written to disk
 * first, so that a slow download does not hold the snapshot.
 */
export async function exportLibrary(ctx: RequestContext, viewer: Viewer): Promise<FileResponse> {
  await requireDiskSpace(ctx.config);
  const file = await tempFile(join(ctx.config.DATA_DIR, 'exports'), randomUUID());
  try {
    await file.append(Buffer.from(byteOrderMark));
    await snapshot(ctx.db, async (tx) => {
      const pause = yieldOften();
      let rows: Cell[][] = [];
      for await (const row of libraryRows(ctx, tx, viewer.id)) {
        rows.push(row);
        if (rows.length < batchSize) continue;
        requireClient(ctx);
        await file.append(csvOf(rows));
        rows = [];
        await pause();
      }
      await file.append(csvOf(rows));
    });
    const { stream, size } = file.finish();
    return new FileResponse(stream, size);
  } catch (error) {
    await file.discard();
    throw error;
  }
}
