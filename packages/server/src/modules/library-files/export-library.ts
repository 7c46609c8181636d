import type { ExportedList } from '@inkling/contract/library-files';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { exportCsv } from '../../platform/export-csv.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { exportedLists } from './exported-lists.ts';

/** One of the viewer's lists as CSV (docs/product/library-files.md#export). */
export function exportLibrary(
  ctx: RequestContext,
  viewer: Viewer,
  list: ExportedList,
): Promise<FileResponse> {
  const { header, rows } = exportedLists[list];
  return exportCsv(ctx, {
    name: `inkling-${list}.csv`,
    header,
    rows: (tx) => rows(tx, ctx.config, viewer.id),
  });
}
