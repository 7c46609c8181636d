import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';

/** `kepub` is for Kobo's own reading app. */
export const ebookFormat = z.enum(['epub', 'kepub']);
export type EbookFormat = z.output<typeof ebookFormat>;

/** See docs/product/ebooks.md. */
export const downloadEbook = defineCall('GET /stories/{id}/ebook', {
  summary: 'Download a story as an EPUB, if its author allows it',
  access: 'user',
  errors: ['NOTHING_PUBLISHED'],
  limit: 'storyExport',
  head: false,
  query: z.object({ format: ebookFormat.default('epub') }),
  response: fileResponse('application/epub+zip', 'story.epub'),
});
