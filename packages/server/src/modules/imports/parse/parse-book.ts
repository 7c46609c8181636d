import { type BookFile, type BookLimits, bookLimits, type ParsedBook, textLimits } from './book.ts';
import { emptyBook, tooLargeBook } from './book-problem.ts';
import { decodeText } from './decode.ts';
import {
  claimsEpub,
  foreignFile,
  foreignText,
  foreignZip,
  isMarkdownName,
  isZip,
  titleOfName,
} from './detect.ts';
import { readEpub } from './epub/read-epub.ts';
import { readMarkdown } from './formats/markdown.ts';
import { readPlainText } from './formats/text.ts';
import { languageOfBook } from './language.ts';
import { cleanLine } from './lines.ts';
import { truncate } from './titles.ts';

export interface ParseOptions {
  limits?: Partial<BookLimits>;
}

async function readAny({ name, bytes }: BookFile, limits: BookLimits): Promise<ParsedBook> {
  const foreign = foreignFile(bytes);
  if (foreign !== null) throw foreign;
  if (isZip(bytes)) {
    if (!claimsEpub(bytes, name)) throw foreignZip(bytes);
    return await readEpub(bytes, limits);
  }
  const text = decodeText(bytes);
  const noText = foreignText(text);
  if (noText !== null) throw noText;
  const title = titleOfName(name) || 'Untitled';
  return isMarkdownName(name) ? readMarkdown(text, title) : readPlainText(text, title);
}

/**
 * Parses an EPUB, Markdown or plain text file as a book. The type is detected by content; the name only decides between
 * Markdown and plain text. Fails with a BookProblem.
 */
export async function parseBook(file: BookFile, options: ParseOptions = {}): Promise<ParsedBook> {
  const limits = { ...bookLimits, ...options.limits };
  if (file.bytes.length > limits.packedBytes)
    throw tooLargeBook(`This file is larger than ${Math.round(limits.packedBytes / 1024 / 1024)} MB.`);
  const book = await readAny(file, limits);
  // A story may be announced before its first chapter.
  const announced = book.status === 'coming_soon' && book.description !== '';
  if (book.chapters.length === 0 && !announced) throw emptyBook();
  if (book.chapters.length > limits.chapters)
    throw tooLargeBook(`This book has more than ${limits.chapters.toLocaleString('en')} chapters.`);
  if (book.isExact) return book;
  const title = truncate(cleanLine(book.title) || titleOfName(file.name) || 'Untitled', textLimits.title);
  return { ...book, title, language: languageOfBook(book) };
}
