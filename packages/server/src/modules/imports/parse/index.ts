export type { BookFile, ParsedBook, ParsedChapter, ReadFile, ReviewPiece } from './book.ts';
export { BookProblem } from './book.ts';
export { composeChapter, type PieceText, proposedBook } from './compose.ts';
export { isKnownEncoding } from './encodings.ts';
export { type ParseOptions, parseBook } from './parse-book.ts';
export { readFileSafely, type SafeParseOptions } from './parse-book-safely.ts';
export { truncate } from './titles.ts';
