export { type BookFile, bookLimits, type ParsedBook, type ParsedChapter } from './book.ts';
export { BookProblem, type BookProblemCode } from './book-problem.ts';
export { parseBook } from './parse-book.ts';
export { parseBookSafely } from './parse-book-safely.ts';
