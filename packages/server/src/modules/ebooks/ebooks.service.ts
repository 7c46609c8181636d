import { hash } from 'node:crypto';
import type { EbookFormat } from '@inkling/contract/ebooks';
import { LRUCache } from 'lru-cache';
import { AppError, notFound } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, snapshot } from '../../platform/db/db.ts';
import { exportToFile, writeExport } from '../../platform/export-file.ts';
import { FileResponse } from '../../platform/http/file-response.ts';
import { fileNameOf } from '../../platform/personal-data.ts';
import { singleFlight } from '../../platform/revision-cache.ts';
import type { StoredFile, TempFile } from '../../platform/temp-file.ts';
import { readerOf } from '../chapters/index.ts';
import { exportFor, extendIdleTimeout, findExportStory } from '../exports/index.ts';
import { findGlossary, findRecaps } from '../glossary/index.ts';
import type { BackMatter } from './back-matter.ts';
import * as queries from './ebooks.queries.ts';
import { partialMd5 } from './partial-md5.ts';
import { writeEbook } from './write-ebook.ts';

const maxKeptBytes = 256 * 1024 * 1024;

export const ebookType = 'application/epub+zip';
const extensions: Record<EbookFormat, string> = { epub: 'epub', kepub: 'kepub.epub' };

/** The files of a story that e-readers can choose from; none if its author does not allow downloads. */
export const ebookOf = (story: { id: string; ebook_allowed: boolean }) =>
  story.ebook_allowed
    ? (['epub', 'kepub'] as const).map((format) => ({
        format,
        type: ebookType,
        path: `/ebooks/${story.id}.${extensions[format]}`,
      }))
    : [];

/** What the reader sees of a story's glossary and recaps on the site, of chapters whose texts are in their file. */
async function backMatterOf(
  ctx: RequestContext,
  db: Db,
  viewer: Viewer,
  storyId: string,
  items: queries.Item[],
): Promise<BackMatter> {
  const open = items.filter(({ state }) => state === 'open');
  const positions = new Map(open.map(({ chapter_id, position }) => [chapter_id, position]));
  const placed = (chapter: { _id: string }, text: string) => {
    const position = positions.get(chapter._id);
    return position === undefined ? [] : [{ position, text }];
  };
  const site = { ...ctx, db };
  const [entries, recaps] = [
    await findGlossary(site, viewer.id, storyId),
    await findRecaps(site, viewer.id, storyId),
  ];
  return {
    entries: (entries ?? [])
      .map(({ names, notes }) => ({
        names,
        notes: notes.flatMap(({ chapter, text }) => placed(chapter, text)),
      }))
      .filter(({ notes }) => notes.length > 0),
    recaps: (recaps ?? []).flatMap(({ chapter, recap }) => placed(chapter, recap)),
  };
}

const nothingPublished = () =>
  new AppError('NOTHING_PUBLISHED', 'None of this story’s chapters are published right now.');

/** `isEmailed`: to everyone at once, so without the pages that differ by how far each has read. */
interface EbookOf {
  storyId: string;
  format: EbookFormat;
  isEmailed: boolean;
}

/** What a file depends on. Covers and texts never change under the same address and version. */
async function contentsOf(
  ctx: RequestContext,
  db: Db,
  viewer: Viewer,
  { storyId, format, isEmailed }: EbookOf,
) {
  const story = await findExportStory(db, storyId);
  const items = await queries.listItems(db, readerOf(ctx, viewer), storyId);
  if (story === undefined || !items.some(({ state }) => state !== 'gone')) throw nothingPublished();
  const back = isEmailed ? { entries: [], recaps: [] } : await backMatterOf(ctx, db, viewer, storyId, items);
  // The items say which chapters are open to the reader, so a file is shared only by those who may read the same.
  return { story, items, back, key: hash('sha256', JSON.stringify([format, story, items, back])) };
}

/** A file for all who may read what is in it. */
interface SharedFile {
  key: string;
  file: StoredFile;
}

/** Latest files, on disk. Each holds an open file, and is dropped some minutes after its last use. */
const files = new LRUCache<string, SharedFile>({
  max: 50,
  maxSize: maxKeptBytes,
  sizeCalculation: ({ file }) => Math.min(Math.max(file.size, 1), maxKeptBytes),
  ttl: 10 * minute,
  updateAgeOnGet: true,
  ttlAutopurge: true,
  perf: { now: () => performance.now() },
  dispose: ({ file }) => file.release(),
});
const share = singleFlight<SharedFile>();
/** How often a file that changes while it is written is written again. */
const maxAttempts = 3;

/** A story as an EPUB for a reader, if its author allows it (docs/product/ebooks.md). */
export async function downloadEbook(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  format: EbookFormat,
  isEmailed = false,
): Promise<FileResponse> {
  const ebook = { storyId, format, isEmailed };
  // The same error for a story whose author does not allow downloads, since e-readers show no reasons.
  if (!(await queries.mayDownload(ctx.db, readerOf(ctx, viewer), storyId))) throw notFound('Story');
  await queries.appendItems(ctx.db, storyId);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { story, key } = await snapshot(ctx.db, (tx) => contentsOf(ctx, tx, viewer, ebook));
    const found =
      files.get(key) ?? (await exportFor(viewer.id, () => share(key, () => writeShared(ctx, viewer, ebook))));
    // What was written may be newer than what this reader was found to have a right to.
    const stream = found.key === key ? found.file.open() : null;
    const name = `${fileNameOf(story.title, 'story')}.${extensions[format]}`;
    if (stream !== null) return new FileResponse(stream, found.file.size, { type: ebookType, name });
  }
  throw new AppError('BUSY', 'This story is changing right now. Please try again in a minute.', {
    retryAfterSeconds: 60,
  });
}

/** Writes a file for everyone with the same rights, even if the first who asked for it is gone. */
async function writeShared(requestCtx: RequestContext, viewer: Viewer, ebook: EbookOf): Promise<SharedFile> {
  const { storyId, format } = ebook;
  const ctx = { ...requestCtx, isClientGone: () => false };
  let key = '';
  const file = await writeExport(ctx, async (target) => {
    await writeNamed(ctx, target, { storyId, format, isPart: false }, async (tx, hashed) => {
      const { story, items, back, key: current } = await contentsOf(ctx, tx, viewer, ebook);
      const texts = queries.itemTexts(tx, readerOf(ctx, viewer), storyId, items);
      await writeEbook(ctx, hashed, { story, format, items, texts, back });
      key = current;
      return items;
    });
  });
  const shared = { key, file: file.keep() };
  files.set(shared.key, shared);
  return shared;
}

/** Writes a file from one snapshot and stores its name. `write` returns the pages with which it was written. */
async function writeNamed(
  ctx: RequestContext,
  target: Pick<TempFile, 'append'>,
  file: { storyId: string; format: EbookFormat; isPart: boolean },
  write: (tx: Db, hashed: Pick<TempFile, 'append'>) => Promise<queries.Item[]>,
): Promise<void> {
  const md5 = partialMd5();
  const hashed: Pick<TempFile, 'append'> = {
    async append(bytes) {
      md5.add(bytes);
      await target.append(bytes);
    },
  };
  const items = await snapshot(ctx.db, async (tx) => {
    await extendIdleTimeout(tx);
    return write(tx, hashed);
  });
  const versions: number[] = [];
  for (const { position, state, version } of items)
    versions[position - 1] = state === 'open' ? (version ?? 0) : 0;
  await queries.rememberFile(ctx.db, {
    ...file,
    digest: md5.digest(),
    versions: Array.from(versions, (version) => version ?? 0),
    now: ctx.clock.now(),
  });
}

/**
 * Some chapters of a story as a book of their own, which replaces no other on an e-reader. Undefined if the story is gone.
 *
 * @throws AppError NOTHING_PUBLISHED if the reader may read none of them
 */
export async function writePart(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { title, chapters }: { title: string; chapters: string[] },
): Promise<FileResponse | undefined> {
  const found = await findExportStory(ctx.db, storyId);
  if (found === undefined) return undefined;
  await queries.appendItems(ctx.db, storyId);
  const [id = found.id] = chapters;
  const story = { ...found, id, title, publishedAt: null, series: null };
  const named = { type: ebookType, name: `${fileNameOf(title, 'story')}.epub` };
  return await exportToFile(ctx, named, (target) =>
    writeNamed(ctx, target, { storyId, format: 'epub', isPart: true }, async (tx, hashed) => {
      const reader = readerOf(ctx, viewer);
      const items = (await queries.listItems(tx, reader, storyId)).filter(
        ({ chapter_id, state }) => state === 'open' && chapters.includes(chapter_id),
      );
      if (items.length === 0) throw nothingPublished();
      const texts = queries.itemTexts(tx, reader, storyId, items);
      const pages = items.map((item, index) => ({ ...item, position: index + 1, volume: null }));
      const back = { entries: [], recaps: [] };
      await writeEbook(ctx, hashed, { story, format: 'epub', items: pages, texts, back });
      return items;
    }),
  );
}
