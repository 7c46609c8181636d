export type { BookFile, ParsedBook, ParsedChapter, Piece, ReadFile } from './book.ts';
export { BookProblem } from './book-problem.ts';
export { composeChapter, type PieceText } from './compose.ts';
export { isKnownEncoding } from './encodings.ts';
export { parseBook } from './parse-book.ts';
export { parseBookSafely, readFileSafely, type SafeParseOptions } from './parse-book-safely.ts';
export { truncate } from './titles.ts';
