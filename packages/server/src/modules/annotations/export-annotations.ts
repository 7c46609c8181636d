import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot, streamRows } from '../../platform/db/db.ts';
import { exportToFile, requireClient } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import type { TempFile } from '../../platform/temp-file.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { readerOf } from '../chapters/index.ts';
import { originalOf } from './annotations.present.ts';
import { asMarkdown } from './annotations-markdown.ts';
import { type ExportedAnnotation, exportedAnnotations } from './export.queries.ts';

interface Wanted {
  format: 'markdown' | 'json';
  storyId?: string | undefined;
}

const asJson = (row: ExportedAnnotation) => ({
  id: row.id,
  kind: row.kind,
  story: { id: row.story_id, title: row.story_title },
  chapter: { id: row.chapter_id, title: row.chapter_title, number: row.chapter_number },
  selectedText: row.selected_text,
  originalText: originalOf(row),
  isTextChanged: row.is_text_changed,
  ...(row.kind === 'highlight' ? { color: row.color } : { title: row.title, tags: row.tags }),
  note: row.note,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const formats = {
  markdown: {
    file: { type: 'text/markdown; charset=utf-8', name: 'inkling-annotations.md' },
    start: '# Annotations\n',
    item: (row: ExportedAnnotation, before: ExportedAnnotation | null) => `\n${asMarkdown(row, before)}\n`,
    end: () => '',
  },
  json: {
    file: { type: 'application/json; charset=utf-8', name: 'inkling-annotations.json' },
    start: '[',
    item: (row: ExportedAnnotation, before: ExportedAnnotation | null) =>
      `${before === null ? '' : ','}\n${JSON.stringify(asJson(row))}`,
    end: (isEmpty: boolean) => (isEmpty ? ']\n' : '\n]\n'),
  },
};

/** Writes annotations as they are read; other requests go first after some of them. */
async function write(ctx: RequestContext, file: TempFile, userId: string, { format, storyId }: Wanted) {
  const { start, item, end } = formats[format];
  await file.append(Buffer.from(start));
  await snapshot(ctx.db, async (tx) => {
    const pause = yieldOften();
    let before: ExportedAnnotation | null = null;
    let batch = '';
    const flush = async () => {
      requireClient(ctx);
      await file.append(Buffer.from(batch));
      batch = '';
    };
    for await (const row of streamRows(
      tx,
      exportedAnnotations(readerOf(ctx, { id: userId }), storyId),
      200,
    )) {
      batch += item(row, before);
      before = row;
      if (batch.length > 65_536) await flush();
      await pause();
    }
    batch += end(before === null);
    await flush();
  });
}

/** The viewer's annotations of one story or of all as a file (docs/product/annotations.md#export), read in one snapshot. */
export const exportAnnotations = (
  ctx: RequestContext,
  viewer: Viewer,
  wanted: Wanted,
): Promise<FileResponse> =>
  exportToFile(ctx, formats[wanted.format].file, (file) => write(ctx, file, viewer.id, wanted));
