export { importRoutes } from './imports.routes.ts';
export { cleanFileName } from './imports.service.ts';
export { BookProblem, type ParsedBook, parseBook, parseBookSafely } from './parse/index.ts';
export { personalPart as importsPersonalPart } from './personal-data.queries.ts';
export { findDuplicates } from './reviews.queries.ts';
export { type Importer, saveBook } from './save-book.ts';
