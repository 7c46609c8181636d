import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ExportFormat } from '@inkling/contract/exports';
import { tempFile } from '../../../platform/temp-file.ts';
import type { ExportBook, ExportChapter, ExportCover, ExportStory } from '../export-book.ts';
import { writeBook } from '../exports.service.ts';
import { renderChapter } from '../render-chapter.ts';

const folder = await mkdtemp(join(tmpdir(), 'inkling-exports-'));
const now = new Date('2026-03-02T10:00:00Z');

export const lampStory: ExportStory = {
  id: '0195f3a0-0000-7000-8000-000000000001',
  title: 'The Lamp',
  description: 'A lamp, and who lit it.',
  author: 'Ada',
  language: 'en',
  status: 'ongoing',
  genres: ['Fantasy'],
  tags: [],
  contentWarnings: [],
  audience: 'everyone',
  publishedAt: null,
  series: null,
  cover: null,
  style: null,
  hasVolumes: false,
};

const noImage: ExportCover = { type: 'image/svg+xml', bytes: Buffer.from('<svg/>'), isGenerated: true };

/** The file of a book in a format. */
export async function written(
  format: ExportFormat,
  story: ExportStory,
  chapters: readonly ExportChapter[],
  cover: ExportCover = noImage,
): Promise<Buffer> {
  async function* all() {
    yield* chapters;
  }
  const book: ExportBook = {
    story: { ...story, hasVolumes: chapters.some(({ volume }) => volume !== null) },
    cover: async () => cover,
    chapters: all(),
    now,
    render: async (of, task) => renderChapter({ format: of, task }),
  };
  const file = await tempFile(folder, randomUUID());
  await writeBook(file, format, book);
  return await buffer(file.finish().stream);
}
