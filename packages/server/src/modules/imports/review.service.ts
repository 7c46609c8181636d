import { excerptOf } from '@inkling/contract/chapter-text';
import type {
  ConfirmedChapter,
  chooseImportEncoding,
  confirmImport,
  ImportPlan,
} from '@inkling/contract/imports';
import { chapterLimits } from '@inkling/contract/limits';
import { type Pagination, paginate } from '@inkling/contract/page';
import { countWords } from '@inkling/contract/words';
import type { z } from 'zod';
import { AppError, requireFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { emit } from '../../platform/events/emit.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { yieldOften } from '../../platform/threads.ts';
import { matchGenres } from '../genres/index.ts';
import { restoreGlossary } from '../glossary/index.ts';
import { countStoryStart, requireStoryStart } from '../plans/index.ts';
import { addToSeries } from '../series/index.ts';
import { findUserByName } from '../users/index.ts';
import type { ImportQueue } from './import-queue.ts';
import { importEnded } from './imports.events.ts';
import * as queries from './imports.queries.ts';
import { presentImport, requireOwn, requireRoom } from './imports.service.ts';
import {
  BookProblem,
  composeChapter,
  isKnownEncoding,
  type ParsedBook,
  type ParsedChapter,
  truncate,
} from './parse/index.ts';
import { labelsOfBook, saveBook } from './save-book.ts';

type Confirmed = z.output<(typeof confirmImport)['body']>;
type EncodingInput = z.output<(typeof chooseImportEncoding)['body']>;

const notInReview = () => new AppError('CONFLICT', 'This import isn’t waiting for a review.');

async function findInReview(ctx: AppContext, viewer: Viewer, id: string) {
  const row = await requireOwn(ctx, viewer, id);
  const review = row.state === 'review' ? await queries.findReview(ctx.db, id) : undefined;
  if (review === undefined) throw notInReview();
  return { row, review };
}

/** The dates of a source; none that are before 1970, or after today. */
const datesUntil = (dates: ParsedBook['dates'], now: Date): ParsedBook['dates'] =>
  dates !== null &&
  [dates.first, dates.last].every((date) => new Date(date).getTime() >= 0 && new Date(date) <= now)
    ? dates
    : null;

/** The chapters that were found in a book, without their texts. */
export async function getPlan(ctx: AppContext, viewer: Viewer, id: string): Promise<ImportPlan> {
  const { row, review } = await findInReview(ctx, viewer, id);
  const { title, author, description, genres, losses, unsure, series, dates, ...reading } = review.details;
  const { underlineAsItalics, encoding, encodings } = reading;
  const [pieces, duplicates, matches] = await Promise.all([
    queries.listPieces(ctx.db, id),
    queries.findDuplicates(ctx.db, viewer.id, title, row.file_hash),
    matchGenres(ctx.db, genres),
  ]);
  return {
    title,
    author,
    description,
    genres: matches.map(({ id: _id, name }) => ({ _id, name })),
    ...labelsOfBook(review.details),
    unsure,
    series,
    dates: datesUntil(dates, ctx.clock.now()),
    losses,
    underlineAsItalics,
    encoding,
    encodings,
    duplicates,
    pieces: pieces.map(({ piece: _, ...rest }) => rest),
  };
}

const paragraphExcerpt = 120;

/** The first words of a piece's paragraphs. */
export async function listParagraphs(
  ctx: AppContext,
  viewer: Viewer,
  id: string,
  piece: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: { excerpt: string; words: number }[]; pagination: Pagination }> {
  await findInReview(ctx, viewer, id);
  const found = requireFound(await queries.findPiece(ctx.db, id, piece), 'Piece');
  const lines = found.content.split('\n');
  const data = lines.slice((page - 1) * limit, page * limit).map((line) => ({
    excerpt: truncate(excerptOf(line, paragraphExcerpt + 1), paragraphExcerpt),
    words: countWords(line),
  }));
  return { data, pagination: paginate(page, limit, lines.length) };
}

/** Reads the file again; until it has been read, the review stays as it was. */
export async function chooseEncoding(
  ctx: AppContext,
  queue: ImportQueue,
  viewer: Viewer,
  id: string,
  { encoding, underlineAsItalics }: EncodingInput,
) {
  const { row } = await findInReview(ctx, viewer, id);
  const source = await queries.findSource(ctx.db, id);
  if (source === null || (encoding !== undefined && !isKnownEncoding(encoding)))
    throw new AppError('BAD_INPUT', 'This file can’t be read that way.');
  requireRoom(queue);
  if (!(await queries.leaveReview(ctx.db, id, { state: 'reading', updated_at: ctx.clock.now() })))
    throw notInReview();
  const options = { underlineAsItalics, ...(encoding !== undefined && { encoding }) };
  queue.read(id, viewer.id, { name: row.fileName, bytes: source }, options);
  return presentImport({ ...row, state: 'reading', message: null });
}

/** Fails with the first chapter that cannot be saved. */
function requireSavable(chapter: ParsedChapter): ParsedChapter {
  const { title, content, authorNotes, endNotes = '' } = chapter;
  const problem = (what: string) => new BookProblem('EMPTY', `The chapter “${title}” ${what}`);
  const [longest, longestNote] = [chapterLimits.content, chapterLimits.authorNotes];
  if (content === '') throw problem('has no text. Please leave it out.');
  if (content.length > longest)
    throw problem(`would be longer than ${longest.toLocaleString('en')} characters. Please split it.`);
  const longNote = `would have a note of more than ${longestNote.toLocaleString('en')} characters`;
  if (authorNotes.length > longestNote)
    throw problem(`${longNote}. Please make its text the start of the chapter instead.`);
  if (endNotes.length > chapterLimits.endNotes)
    throw problem(`${longNote} at its end. Please don’t join chapters that both have one.`);
  return chapter;
}

const invalid = (message: string) => new AppError('BAD_INPUT', message);

/**
 * Rejects ranges that do not exist, and those that repeat a paragraph: a story must not become larger than its book.
 */
function requireValidRanges(
  chapters: readonly ConfirmedChapter[],
  pieces: readonly { piece: number; paragraphs: number }[],
): void {
  if (chapters.length === 0 && pieces.length > 0) throw invalid('Please keep at least one chapter.');
  const paragraphs = new Map(pieces.map((piece) => [piece.piece, piece.paragraphs]));
  const ranges = chapters.flatMap(({ text, note }) => [...text, ...note]);
  for (const { piece, from, to } of ranges)
    if (from >= to || to > (paragraphs.get(piece) ?? 0))
      throw invalid('A chapter refers to paragraphs that aren’t in the book. Please reload the page.');
  const sorted = ranges.toSorted((a, b) => a.piece - b.piece || a.from - b.from);
  sorted.forEach((range, i) => {
    const before = sorted[i - 1];
    if (before?.piece === range.piece && before.to > range.from)
      throw invalid('The same paragraph is in two places. Please reload the page.');
  });
}

/** Makes the story from the pieces, in the background. If that fails, the import is in review again. */
export async function confirmReview(
  ctx: AppContext,
  queue: ImportQueue,
  viewer: Viewer,
  id: string,
  { title, chapters, series, keepDates, ...answers }: Confirmed,
) {
  const { row, review } = await findInReview(ctx, viewer, id);
  requireValidRanges(chapters, await queries.listPieces(ctx.db, id));
  await requireStoryStart(ctx.db, ctx, viewer);
  const importer = requireFound(await findUserByName(ctx.db, viewer.username), 'User');
  requireRoom(queue);
  const total = chapters.length;
  const changes = { state: 'writing', total, updated_at: ctx.clock.now() } as const;
  if (!(await queries.leaveReview(ctx.db, id, changes))) throw notInReview();
  queue.start(id, async (change, signal) => {
    const texts = await queries.readPieceTexts(ctx.db, id);
    const textAt = (piece: number) => texts.get(piece) ?? { title: '', authorNotes: '', content: '' };
    const composed: ParsedChapter[] = [];
    const pause = yieldOften();
    for (const chapter of chapters) {
      composed.push(requireSavable(composeChapter(chapter, textAt)));
      await pause();
    }
    /** The number of the new chapter that has a piece's text; pieces are numbered from 0 in the book, chapters from 1. */
    const chapterOf = (piece: number): number =>
      1 + chapters.findIndex(({ text }) => text.some((range) => range.piece === piece - 1));
    const { coverType, encoding: _, encodings: __, underlineAsItalics: ___, ...details } = review.details;
    const book: ParsedBook = {
      ...details,
      ...answers,
      title,
      cover: review.cover && coverType !== null ? { bytes: review.cover, mediaType: coverType } : null,
      chapters: composed,
    };
    await saveBook(ctx, importer, book, {
      signal,
      dates: keepDates ? datesUntil(review.details.dates, ctx.clock.now()) : null,
      onCover: (cover) => change({ cover }),
      onChapters: (done) => change({ done }),
      // Its bytes become free for the chapters.
      afterBegin: (tx) => queries.deleteReview(tx, id),
      async beforeCommit(tx, story_id) {
        if (review.details.glossary !== undefined)
          await restoreGlossary(tx, story_id, review.details.glossary, chapterOf);
        await countStoryStart(tx, ctx, viewer);
        const message = series === '' ? null : await addToSeries(ctx, tx, viewer, series, story_id);
        await change({ state: 'done', done: total, story_id, message }, tx);
        await emit(ctx, tx, importEnded, { importId: id, userId: viewer.id });
      },
    });
  });
  return presentImport({ ...row, state: 'writing', done: 0, total, message: null });
}

export const reviewDays = 7;
const expired = 'This import was canceled, because it waited a week for your review.';

/** Every hour, cancels imports that have waited for a review for a week, and deletes their text (docs/product/imports.md#review). */
export const sweepReviews = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-import-reviews', '40 * * * *', [
    (now) => queries.cancelOldReviews(ctx.db, new Date(now.getTime() - reviewDays * day), now, expired),
  ]);
