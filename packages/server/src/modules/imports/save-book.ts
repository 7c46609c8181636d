import { setTimeout as sleep } from 'node:timers/promises';
import { type StoryBody, type StoryStatus, storyBody } from '@inkling/contract/stories';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { type ChapterText, insertChapters, processChapters } from '../chapters/index.ts';
import { findGenreIds } from '../genres/index.ts';
import { insertDraftStory } from '../stories/index.ts';
import { removeImage, saveImage } from '../uploads/index.ts';
import type { ParsedBook } from './parse/index.ts';

/** Whoever imports a book, as far as its credit goes. */
export interface Importer {
  id: string;
  username: string;
  display_name: string;
}

interface Keeping {
  signal: AbortSignal;
  /** Told when the cover is stored, before the story is there. */
  onCover?(address: string): Promise<void>;
  /** Told after every few chapters; what it writes elsewhere is visible at once. */
  onChapters(done: number, total: number): void | Promise<void>;
  /** The last step of the transaction that keeps the book; if it fails, nothing is kept. */
  beforeCommit?(tx: Db, storyId: string): Promise<void>;
}

const sameName = (a: string, b: string): boolean =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();

const cutTo = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** The book's own description below a line that names its author, unless that is the person who imports it. */
function descriptionOf(book: ParsedBook, fileName: string, importer: Importer): string {
  const author = book.author ?? '';
  const own = [importer.username, importer.display_name].some((name) => sameName(name, author));
  const credit = author === '' || own ? '' : `By ${author.replace(/\.$/, '')}.`;
  const text = book.description || `Imported from ${fileName}.`;
  const both = [credit, text].filter((part) => part !== '').join('\n\n');
  return cutTo(both, 5000);
}

function statusOf(status: string | null): StoryStatus {
  const word = status?.toLowerCase().replace(/[\s-]+/g, '_') ?? '';
  if (['completed', 'complete', 'finished'].includes(word)) return 'completed';
  return word === 'coming_soon' ? 'coming_soon' : 'ongoing';
}

/** A broken cover never fails an import: the story then gets a drawn one. */
async function keepCover(ctx: AppContext, ownerId: string, { cover }: ParsedBook): Promise<string | null> {
  if (cover === null) return null;
  try {
    return (await saveImage(ctx, ownerId, 'cover', cover.bytes)).address;
  } catch (error) {
    ctx.log.info({ err: error }, 'the cover of an imported book was left out');
    return null;
  }
}

/** Chapters go in twenty pieces or pieces of eight: few statements, and progress that can be seen. */
const pieceSize = (chapters: number): number => Math.max(8, Math.ceil(chapters / 20));

/**
 * Keeps a book as a draft story of draft chapters, in one transaction: all of it or nothing. Gives the
 * story's id. Genres are those of the book's own that exist here; a book without any waits for its author
 * to choose them.
 */
export async function saveBook(
  ctx: AppContext,
  importer: Importer,
  file: { name: string; book: ParsedBook },
  keeping: Keeping,
): Promise<string> {
  const { book } = file;
  const { signal } = keeping;
  const cover = await keepCover(ctx, importer.id, book);
  try {
    if (cover !== null) await keeping.onCover?.(cover);
    const language = storyBody.shape.language.safeParse(book.language ?? undefined);
    const genres = await findGenreIds(ctx.db, book.genres);
    const details: Required<StoryBody> = {
      title: storyBody.shape.title.parse(book.title),
      description: storyBody.shape.description.parse(descriptionOf(book, file.name, importer)),
      genres: genres.slice(0, 5),
      coverImage: cover,
      language: language.success ? language.data : 'en',
      status: statusOf(book.status),
      isAIGenerated: false,
    };
    const chapters = book.chapters.map((chapter) => ({ ...chapter, isPublished: false }));
    const processed = await processInPieces(ctx, chapters, signal);
    return await transaction(ctx.db, async (tx) => {
      signal.throwIfAborted();
      const storyId = await insertDraftStory(tx, importer.id, details, ctx.clock.now());
      await insertInPieces(ctx, tx, { id: storyId, author_id: importer.id }, processed, keeping);
      await keeping.beforeCommit?.(tx, storyId);
      signal.throwIfAborted();
      return storyId;
    });
  } catch (error) {
    if (cover !== null) await removeImage(ctx, cover);
    throw error;
  }
}

type ProcessedChapter = Awaited<ReturnType<typeof processChapters>>[number];

const attempts = 20;
const waitMs = 3_000;

/** Processes a chapter; while the threads are taken by others, an import waits for its turn. */
async function processWhenFree(ctx: AppContext, chapter: ChapterText, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await processChapters(ctx, [chapter]);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BUSY' || attempt === attempts) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}

/** Counts words and paragraphs before the transaction, which must not wait for a thread. */
async function processInPieces(
  ctx: AppContext,
  chapters: ChapterText[],
  signal: AbortSignal,
): Promise<ProcessedChapter[]> {
  const processed: ProcessedChapter[] = [];
  for (const chapter of chapters) {
    signal.throwIfAborted();
    processed.push(...(await processWhenFree(ctx, chapter, signal)));
  }
  return processed;
}

async function insertInPieces(
  ctx: AppContext,
  tx: Db,
  story: { id: string; author_id: string },
  chapters: ProcessedChapter[],
  { signal, onChapters }: Keeping,
): Promise<void> {
  const size = pieceSize(chapters.length);
  for (let done = 0; done < chapters.length; done += size) {
    const piece = chapters.slice(done, done + size);
    await insertChapters(ctx, tx, { ...story, chapters: done }, piece);
    signal.throwIfAborted();
    await onChapters(done + piece.length, chapters.length);
  }
}
