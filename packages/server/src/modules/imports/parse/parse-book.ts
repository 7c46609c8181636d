import { closedDirections } from '@inkling/contract/text';
import {
  type BookFile,
  type BookLimits,
  bookLimits,
  type ParsedBook,
  type PiecedBook,
  type ReadFile,
  type ReadOptions,
  textLimits,
} from './book.ts';
import { BookProblem, emptyBook, tooLargeBook } from './book-problem.ts';
import { proposedBook } from './compose.ts';
import { decodeFile, decodeMarkup } from './decode.ts';
import {
  foreignFile,
  foreignText,
  foreignZip,
  isHtmlName,
  isMarkdownName,
  isRtf,
  isZip,
  titleOfName,
  zipKind,
} from './detect.ts';
import { labelsOfAll } from './epub/makers.ts';
import { readEpub } from './epub/read-epub.ts';
import { countLongNotes, withFittingNotes } from './fitting-notes.ts';
import { isFb2, readFb2 } from './formats/fb2.ts';
import { isHtml, readHtml } from './formats/html.ts';
import { readMarkdown } from './formats/markdown.ts';
import { readPlainText } from './formats/text.ts';
import { languageOfBook } from './language.ts';
import { missingWords } from './ledger.ts';
import { cleanLine } from './lines.ts';
import { filesOf, joinedBook } from './many-files.ts';
import { readDocx } from './office/docx.ts';
import { readOdt } from './office/odt.ts';
import { readRtf } from './office/rtf.ts';
import { reviewPiece } from './review-piece.ts';
import { truncate } from './titles.ts';

export interface ParseOptions {
  limits?: Partial<BookLimits>;
  /** The encoding that the author chose for a text file. */
  encoding?: string;
  underlineAsItalics?: boolean;
}

const withoutEncoding = { encoding: null, encodings: [] };

async function readZip(
  bytes: Uint8Array,
  name: string,
  title: string,
  options: ReadOptions,
): Promise<PiecedBook> {
  const kind = zipKind(bytes, name);
  if (kind === 'docx') return await readDocx(bytes, title, options);
  if (kind === 'odt') return await readOdt(bytes, title, options);
  if (kind === 'epub') return await readEpub(bytes, options);
  throw foreignZip(bytes);
}

async function readAny(
  { name, bytes }: BookFile,
  options: ReadOptions,
  encoding?: string,
): Promise<Pick<ReadFile, 'encoding' | 'encodings'> & { book: PiecedBook }> {
  const foreign = foreignFile(bytes);
  if (foreign !== null) throw foreign;
  const title = titleOfName(name) || 'Untitled';
  if (isZip(bytes)) return { book: await readZip(bytes, name, title, options), ...withoutEncoding };
  if (isRtf(bytes)) return { book: readRtf(bytes, title, options), ...withoutEncoding };
  const page = isMarkdownName(name) ? '' : decodeMarkup(bytes);
  if (isFb2(page)) return { book: readFb2(page, bytes, title, options), ...withoutEncoding };
  if (isHtml(page, isHtmlName(name))) return { book: readHtml(page, title, options), ...withoutEncoding };
  const { text, ...encodings } = decodeFile(bytes, encoding);
  const noText = foreignText(text);
  if (noText !== null) throw noText;
  return {
    book: isMarkdownName(name) ? readMarkdown(text, title, options) : readPlainText(text, title, options),
    ...encodings,
  };
}

/** The same book; no direction of a title or name goes on after it. */
const withClosedTitles = (book: PiecedBook): PiecedBook => ({
  ...book,
  title: closedDirections(book.title),
  author: book.author && closedDirections(book.author),
  pieces: book.pieces.map((piece) => ({
    ...piece,
    title: closedDirections(piece.title),
    volume: closedDirections(piece.volume),
  })),
});

/** The same book with what the pages of its site say; warnings are never fewer than those. */
function withSite(book: PiecedBook): PiecedBook {
  const { site } = book;
  if (site === undefined) return book;
  // 'No Romance' is no genre.
  const isGenre = (name: string) => !/^(?:no|non|not)[\s-]/i.test(name);
  const both = (ours: readonly string[], theirs: readonly string[]) => [...new Set([...ours, ...theirs])];
  return {
    ...book,
    description: truncate(
      site.description.length > book.description.length ? site.description : book.description,
      textLimits.description,
    ),
    language: book.language ?? site.language,
    ...labelsOfAll([book, site]),
    status: book.status ?? site.status,
    tags: both(book.tags, site.tags),
    genres: both(book.genres, site.genres).filter(isGenre),
  };
}

/** Reads a file, or those of a folder that was sent as a zip, as one book. */
async function readAll(file: BookFile, options: ReadOptions, encoding?: string) {
  const found = await filesOf(file, options);
  if (found === null) return readAny(file, options, encoding);
  const books: PiecedBook[] = [];
  let encodings: Pick<ReadFile, 'encoding' | 'encodings'> = withoutEncoding;
  for (const one of found.files) {
    try {
      let { book, ...others } = await readAny(one, options);
      // The encoding is chosen for the files of which it is uncertain.
      if (encoding !== undefined && others.encodings.length > 0)
        ({ book, ...others } = await readAny(one, options, encoding));
      if (encodings.encodings.length === 0 && others.encodings.length > 0) encodings = others;
      books.push(withSite(book));
    } catch (error) {
      if (error instanceof BookProblem) throw new BookProblem(error.code, `${one.name}: ${error.message}`);
      throw error;
    }
  }
  return { book: joinedBook(found, books), ...encodings };
}

/**
 * Reads a file as a book in pieces. The type is detected by content; the name only decides between Markdown and plain
 * text. Fails with a BookProblem.
 */
export async function readFileAsBook(file: BookFile, options: ParseOptions = {}): Promise<ReadFile> {
  const { underlineAsItalics = false, encoding } = options;
  const limits: ReadOptions = { ...bookLimits, ...options.limits, underlineAsItalics };
  if (file.bytes.length > limits.packedBytes)
    throw tooLargeBook(`This file is larger than ${Math.round(limits.packedBytes / 1024 / 1024)} MB.`);
  const { book: found, ...encodings } = await readAll(file, limits, encoding);
  const { seen, left = [], site: _, ...book } = withSite(withClosedTitles(found));
  // A story may be announced before its first chapter.
  const announced = book.status === 'coming_soon' && book.description !== '';
  if (book.pieces.every(({ proposal }) => proposal === 'omit') && !announced) throw emptyBook();
  if (book.pieces.length > limits.chapters)
    throw tooLargeBook(`This book has more than ${limits.chapters.toLocaleString('en')} chapters.`);
  const missing = missingWords({ ...book, seen, left });
  if (missing !== null) book.losses.missing = missing;
  const pieces = book.pieces.map(withFittingNotes).map(reviewPiece);
  for (const piece of book.pieces) book.losses.notes += countLongNotes(piece);
  if (book.isExact) return { book: { ...book, pieces }, underlineAsItalics, ...encodings };
  const title = truncate(cleanLine(book.title) || titleOfName(file.name) || 'Untitled', textLimits.title);
  const { language, contradicted } = languageOfBook(book);
  const unsure = { ...book.unsure, language: contradicted };
  return { book: { ...book, pieces, title, language, unsure }, underlineAsItalics, ...encodings };
}

/** Reads a file as a book with the chapters that are proposed. */
export const parseBook = async (file: BookFile, options: ParseOptions = {}): Promise<ParsedBook> =>
  proposedBook((await readFileAsBook(file, options)).book);
