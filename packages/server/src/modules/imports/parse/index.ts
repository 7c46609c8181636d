export type { BookFile, ParsedBook } from './book.ts';
export { BookProblem } from './book-problem.ts';
export { parseBook } from './parse-book.ts';
export { parseBookSafely } from './parse-book-safely.ts';
