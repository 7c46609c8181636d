import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';

export const exportFormat = z.enum(['epub', 'docx', 'markdown']);
export type ExportFormat = z.output<typeof exportFormat>;

export const exportStory = defineCall('GET /stories/{id}/export', {
  summary: 'Export my own story as an EPUB, a Word document or Markdown',
  access: 'owner',
  errors: ['CONFLICT', 'NOTHING_PUBLISHED'],
  limit: 'storyExport',
  head: false,
  query: z.object({
    format: exportFormat.default('epub'),
    /** Whether chapters that are not published are included. */
    drafts: z.enum(['true', 'false']).default('false'),
  }),
  response: fileResponse('application/epub+zip', 'story.epub', [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/markdown; charset=utf-8',
  ]),
});
