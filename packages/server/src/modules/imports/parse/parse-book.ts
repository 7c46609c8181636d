import { excerptLength, excerptOf } from '@inkling/contract/chapter-text';
import { closedDirections } from '@inkling/contract/directions';
import type { ImportLosses } from '@inkling/contract/imports';
import { countWords } from '@inkling/contract/words';
import { contradictsLanguage, guessLanguage } from '../../../platform/guess-language.ts';
import {
  type BookFile,
  type BookLimits,
  BookProblem,
  bookLimits,
  emptyBook,
  type ParsedBook,
  type Piece,
  type PiecedBook,
  type ReadFile,
  type ReadOptions,
  type ReviewPiece,
  textLimits,
  tooLargeBook,
} from './book.ts';
import { countLongNotes, proposedBook, withFittingNotes } from './compose.ts';
import {
  foreignFile,
  foreignText,
  foreignZip,
  isFb2,
  isHtml,
  isHtmlName,
  isMarkdownName,
  isRtf,
  isZip,
  titleOfName,
  zipKind,
} from './detect.ts';
import { decodeFile, decodeMarkup } from './encodings.ts';
import { labelsOfAll } from './epub/serials.ts';
import { cleanLine } from './lines.ts';
import { filesOf, joinedBook } from './many-files.ts';
import { titleKey, truncate } from './titles.ts';

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language tag in its usual form; null if there is no such language, or it says that there is none. */
export function knownLanguage(tag: string | null): string | null {
  try {
    const [known = ''] = Intl.getCanonicalLocales((tag ?? '').trim().replaceAll('_', '-'));
    const { language } = new Intl.Locale(known);
    return names.of(language) === undefined || /^(?:und|mul|zxx)$/.test(language) ? null : known;
  } catch {
    return null;
  }
}

const sampleLength = 4_000;

/**
 * The language of a book: the one that it declares, else the one detected in samples of its three longest pieces.
 * `contradicted` is a declared one that the text is not in; the detected one is then proposed.
 */
function languageOfBook({ language, pieces }: Pick<PiecedBook, 'language' | 'pieces'>) {
  const known = knownLanguage(language);
  const longest = [...pieces].sort((a, b) => b.content.length - a.content.length).slice(0, 3);
  const text = longest.map(({ content }) => content.slice(0, sampleLength)).join('\n');
  const guess = guessLanguage(text);
  const isContradicted = known !== null && guess !== null && contradictsLanguage(text, guess, known);
  return { language: isContradicted ? guess : (known ?? guess), contradicted: isContradicted ? known : '' };
}

export interface ParseOptions {
  limits?: Partial<BookLimits>;
  /** The encoding that the author chose for a text file. */
  encoding?: string;
  underlineAsItalics?: boolean;
}

const withoutEncoding = { encoding: null, encodings: [] };

/** The readers of formats. Modules of other formats are not loaded: each import is a process of its own. */
const readers = {
  docx: async () => (await import('./office/docx.ts')).readDocx,
  odt: async () => (await import('./office/odt.ts')).readOdt,
  rtf: async () => (await import('./office/rtf.ts')).readRtf,
  epub: async () => (await import('./epub/read-epub.ts')).readEpub,
};
const textReaders = {
  fb2: async () => (await import('./formats/fb2.ts')).readFb2,
  html: async () => (await import('./formats/html.ts')).readHtml,
  markdown: async () => (await import('./formats/markdown.ts')).readMarkdown,
  text: async () => (await import('./formats/text.ts')).readPlainText,
};

async function readAny(
  { name, bytes }: BookFile,
  options: ReadOptions,
  chosen?: string,
): Promise<Pick<ReadFile, 'encoding' | 'encodings'> & { book: PiecedBook }> {
  const foreign = foreignFile(bytes);
  if (foreign !== null) throw foreign;
  const title = titleOfName(name) || 'Untitled';
  const kind = isZip(bytes) ? zipKind(bytes, name) : isRtf(bytes) && 'rtf';
  if (kind === null) throw foreignZip(bytes);
  if (kind) return { book: await (await readers[kind]())(bytes, title, options), ...withoutEncoding };
  const isMarkdown = isMarkdownName(name);
  const page = isMarkdown ? '' : decodeMarkup(bytes);
  const markup = isFb2(page) ? 'fb2' : isHtml(page, isHtmlName(name)) && 'html';
  if (markup) return { book: (await textReaders[markup]())(page, title, options), ...withoutEncoding };
  const { text, ...encodings } = decodeFile(bytes, chosen);
  const noText = foreignText(text);
  if (noText !== null) throw noText;
  const read = await textReaders[isMarkdown ? 'markdown' : 'text']();
  return { book: read(text, title, options), ...encodings };
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
    series: book.series || site.series,
    dates: book.dates ?? site.dates,
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

const reviewPiece = (piece: Piece): ReviewPiece => ({
  ...piece,
  words: countWords(piece.content),
  paragraphs: piece.content.split('\n').length,
  excerpt: truncate(excerptOf(piece.content, excerptLength + 1), excerptLength),
});

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

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Marks of emphasis with their joiners are no borders of words here, and neither are apostrophes. */
const marks = /[*_~\\’'\u2060]/g;
const wordsOf = (text: string): string[] => text.replace(marks, '').match(word) ?? [];

const shownWords = 12;

const add = (counts: Map<string, number>, key: string, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

/** Takes one if any is left; returns whether it did. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/**
 * Balances the words that a reader saw against those of titles, chapters and notes: what is left over is lost and has no
 * name. A line that only repeats a title is not. Null if every word has its place.
 */
export function missingWords(book: PiecedBook): NonNullable<ImportLosses['missing']> | null {
  const { pieces, seen, left = [], title, author, description } = book;
  const names = [title, author ?? '', description, ...new Set(pieces.map(({ volume }) => volume))];
  const titles = new Set([title, author ?? '', `by ${author}`, `${title} by ${author}`].map(titleKey));
  /** Most lines have their place as a whole. */
  const lines = new Map<string, number>();
  const texts = pieces.flatMap((piece) => [
    piece.title,
    piece.authorNotes,
    piece.endNotes ?? '',
    piece.content,
  ]);
  for (const text of [...names, ...left, ...texts])
    for (const line of text.split('\n')) add(lines, line.replace(marks, ''));
  const others = seen.filter((text) => !take(lines, text.replace(marks, '').trim()));
  const kept = new Map<string, number>();
  for (const [line, count] of lines) if (count > 0) for (const one of wordsOf(line)) add(kept, one, count);
  for (const { title, volume } of pieces) titles.add(titleKey(title)).add(titleKey(volume));
  const missing: string[] = [];
  for (const text of others) {
    const start = missing.length;
    missing.push(...wordsOf(text).filter((one) => !take(kept, one)));
    if (missing.length > start && titles.has(titleKey(text))) missing.length = start;
  }
  if (missing.length === 0) return null;
  const more = missing.length > shownWords ? ' …' : '';
  return { words: missing.length, excerpt: missing.slice(0, shownWords).join(' ') + more };
}
