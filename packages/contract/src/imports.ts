import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { id } from './text.ts';

/** The maximum size of an uploaded book: 20 MB (docs/product/imports.md). */
export const importMaxBytes = 20 * 1024 * 1024;

/** A running or finished import: `done` of `total` chapters; `story` once created, `message` on failure. */
export const bookImport = z.object({
  _id: id,
  fileName: z.string(),
  state: z.enum(['reading', 'writing', 'done', 'failed', 'cancelled']),
  done: z.int(),
  total: z.int(),
  story: id.nullable(),
  message: z.string().nullable(),
});
export type BookImport = z.output<typeof bookImport>;

export const startImport = defineCall('POST /imports', {
  summary: 'Import a book (EPUB, Markdown or plain text) as a draft story of draft chapters',
  access: 'user',
  limit: 'upload',
  upload: { maxBytes: importMaxBytes },
  response: dataResponse(bookImport),
  status: 202,
});
export const listImports = defineCall('GET /imports', {
  summary: 'List my running imports (at most one)',
  access: 'user',
  response: dataResponse(z.array(bookImport)),
});
export const getImport = defineCall('GET /imports/{id}', {
  summary: 'Get the progress of an import',
  access: 'owner',
  response: dataResponse(bookImport),
});
export const cancelImport = defineCall('DELETE /imports/{id}', {
  summary: 'Cancel an import; nothing of it is saved',
  access: 'owner',
  response: emptyResponse,
});
