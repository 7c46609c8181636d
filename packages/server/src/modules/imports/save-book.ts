import { contentWarning, tag, tagList } from '@inkling/contract/labels';
import { chapterLimits, storyLimits } from '@inkling/contract/limits';
import { type StoryBody, type StoryStatus, storyBody } from '@inkling/contract/stories';
import { isVisible, prose } from '@inkling/contract/text';
import type { AppContext } from '../../platform/context.ts';
import { idTaken } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { sameText } from '../../platform/texts.ts';
import { retryWhileBusy, yieldOften } from '../../platform/threads.ts';
import { appendVolume, type ChapterText, insertChapters, processChapters } from '../chapters/index.ts';
import { matchGenres } from '../genres/index.ts';
import { insertDraftStory, requireTextSpace } from '../stories/index.ts';
import { removeImage, saveImage } from '../uploads/index.ts';
import { type ParsedBook, type ParsedChapter, truncate } from './parse/index.ts';

/** The person who imports a book; names are compared with the book's author. */
export interface Importer {
  id: string;
  username: string;
  display_name: string;
}

/** What is saved of a book. */
type SavedBook = Omit<
  ParsedBook,
  'format' | 'unsure' | 'series' | 'dates' | 'losses' | 'glossary' | 'isExact'
>;

interface SaveOptions {
  signal: AbortSignal;
  /** The id that the story gets. */
  _id?: string | undefined;
  /** What files of books do not say. */
  labels?: Pick<Required<StoryBody>, 'isAIGenerated' | 'allowsEbook'>;
  /** The dates of the source, if the chapters keep them. */
  dates?: ParsedBook['dates'];
  /** Called when the cover is stored, before the story exists. */
  onCover?(address: string): Promise<void>;
  /** Called after every few chapters, outside the transaction. */
  onChapters(done: number, total: number): void | Promise<void>;
  /** The first step of the transaction that saves the book. */
  afterBegin?(tx: Db): Promise<unknown>;
  /** The last step of the transaction that saves the book; if it fails, nothing is saved. */
  beforeCommit?(tx: Db, storyId: string): Promise<void>;
}

const cutTo = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** The book's description below a line with its author, unless that is the importer. */
function descriptionOf(book: Pick<ParsedBook, 'author' | 'description'>, importer: Importer): string {
  const author = book.author ?? '';
  const own = [importer.username, importer.display_name].some((name) => sameText(name) === sameText(author));
  const credit = author === '' || own ? '' : `By ${author.replace(/\.$/, '')}.`;
  return cutTo(
    [credit, book.description].filter((part) => part !== '').join('\n\n'),
    storyLimits.description,
  );
}

function statusOf(status: string | null): StoryStatus {
  const word = status?.toLowerCase().replace(/[\s-]+/g, '_') ?? '';
  if (['completed', 'complete', 'finished'].includes(word)) return 'completed';
  return word === 'coming_soon' ? 'coming_soon' : 'ongoing';
}

/** The labels of a book as a story has them. */
export function labelsOfBook(book: Pick<ParsedBook, 'language' | 'audience' | 'contentWarnings'>) {
  const language = storyBody.shape.language.safeParse(book.language ?? undefined);
  const audience = storyBody.shape.audience.safeParse(book.audience ?? undefined);
  return {
    language: language.success ? language.data : 'en',
    audience: audience.success ? audience.data : ('everyone' as const),
    contentWarnings: contentWarning.options.filter((one) => book.contentWarnings.includes(one)),
  };
}

/** Saves the book's cover. A broken cover does not fail the import: the story then has a generated one. */
async function saveCover(ctx: AppContext, ownerId: string, { cover }: SavedBook): Promise<string | null> {
  if (cover === null) return null;
  try {
    return (await saveImage(ctx, ownerId, 'cover', cover.bytes)).address;
  } catch (error) {
    ctx.log.info(
      { err: error },
      'the cover of an imported book couldn’t be saved; the book is imported without it',
    );
    return null;
  }
}

/**
 * Chapters by volume, in order; the first run is before the first volume. A chapter without a volume after that, such
 * as an epilogue, belongs to the last one. A title that cannot be seen is none. With too many volumes, they become part
 * of the titles.
 */
function volumeRuns(all: readonly ParsedChapter[]) {
  const chapters = all.map((chapter) => (isVisible(chapter.volume) ? chapter : { ...chapter, volume: '' }));
  const runs = [{ volume: '', chapters: [] as Omit<ParsedChapter, 'volume'>[] }];
  for (const { volume, ...chapter } of chapters) {
    const last = runs.at(-1);
    if (last && (volume === '' || volume === last.volume)) last.chapters.push(chapter);
    else runs.push({ volume, chapters: [chapter] });
  }
  if (runs.length - 1 <= storyLimits.volumes) return runs;
  const titled = chapters.map(({ volume, title, ...chapter }) => ({
    ...chapter,
    title: truncate(volume === '' ? title : `${volume} — ${title}`, chapterLimits.title),
  }));
  return [{ volume: '', chapters: titled }];
}

/**
 * Saves a book as a draft story with draft chapters in one transaction, and returns the story's id. Its genres are
 * those of the book that exist here; without any, the author must choose them before publishing.
 *
 * @throws AppError ID_TAKEN if the chosen id is in use
 */
export async function saveBook(
  ctx: AppContext,
  importer: Importer,
  book: SavedBook,
  options: SaveOptions,
): Promise<string> {
  const { signal, dates = null } = options;
  const cover = await saveCover(ctx, importer.id, book);
  try {
    if (cover !== null) await options.onCover?.(cover);
    const genres = await matchGenres(ctx.db, book.genres);
    const details: Required<StoryBody> = {
      title: storyBody.shape.title.parse(book.title),
      // May be empty: the author must then write one before publishing.
      description: prose(storyLimits.description).parse(descriptionOf(book, importer)),
      genres: genres.map(({ id }) => id),
      coverImage: cover,
      ...labelsOfBook(book),
      status: statusOf(book.status),
      ...(options.labels ?? { isAIGenerated: false, allowsEbook: false }),
      tags: tagList(storyLimits.tags).parse(
        book.tags.filter((name) => tag.safeParse(name).success).slice(0, storyLimits.tags),
      ),
    };
    const runs = volumeRuns(book.chapters);
    // The source says when it was last updated, which was with its last chapter.
    const publishedAt = (at: number) =>
      dates && new Date(at > 0 && at === book.chapters.length - 1 ? dates.last : dates.first);
    const chapters = runs
      .flatMap((run) => run.chapters)
      .map((chapter, at) => ({ ...chapter, isPublished: false, publishedAt: publishedAt(at) }));
    const processed = await processAll(ctx, chapters, signal);
    return await transaction(ctx.db, async (tx) => {
      signal.throwIfAborted();
      await options.afterBegin?.(tx);
      const draft = { ...details, _id: options._id };
      const storyId = await insertDraftStory(tx, importer.id, draft, ctx.clock.now());
      if (storyId === undefined) throw idTaken();
      const story = { id: storyId, author_id: importer.id };
      let done = 0;
      for (const [position, { volume, chapters }] of runs.entries()) {
        if (volume !== '') await appendVolume(ctx, tx, storyId, { title: volume, position });
        await insertInBatches(ctx, tx, { ...story, done }, processed, done + chapters.length, options);
        done += chapters.length;
      }
      await options.beforeCommit?.(tx, storyId);
      // At the end, since the author's other saves wait from here on. The whole book is stored and counted already.
      await requireTextSpace(tx, ctx.config, importer.id, 1);
      signal.throwIfAborted();
      return storyId;
    });
  } catch (error) {
    if (cover !== null) await removeImage(ctx, cover);
    throw error;
  }
}

/** Counts words and paragraphs before the transaction, which must not wait for a thread. */
async function processAll(ctx: AppContext, chapters: ChapterText[], signal: AbortSignal) {
  const processed: Awaited<ReturnType<typeof processChapters>> = [];
  const pause = yieldOften();
  for (const chapter of chapters) {
    signal.throwIfAborted();
    await pause();
    const work = () => processChapters(ctx, [chapter]);
    processed.push(...(await retryWhileBusy(work, { maxAttempts: 20, signal })));
  }
  return processed;
}

/** Characters after which a batch ends: sending a longer one would keep the thread for too long. */
const maxBatchLength = 250_000;

/** Inserts the chapters from `done` up to `end`, in batches: few statements, but visible progress. */
async function insertInBatches(
  ctx: AppContext,
  tx: Db,
  { done, ...story }: { id: string; author_id: string; done: number },
  chapters: Awaited<ReturnType<typeof processAll>>,
  end: number,
  { signal, onChapters }: SaveOptions,
): Promise<void> {
  const size = Math.max(8, Math.ceil(chapters.length / 20));
  for (let [from, next, length] = [done, done, 0]; from < end; ) {
    length += chapters[next]?.content.length ?? 0;
    next += 1;
    if (next < end && next - from < size && length < maxBatchLength) continue;
    await insertChapters(ctx, tx, { ...story, chapters: from }, chapters.slice(from, next));
    [from, length] = [next, 0];
    signal.throwIfAborted();
    await onChapters(next, chapters.length);
  }
}
