import { defineModule } from '../../platform/module.ts';
import { importedCoverUse } from './imports.queries.ts';
import { importRoutes } from './imports.routes.ts';
import { personalPart } from './personal-data.queries.ts';
import { sweepReviews } from './review.service.ts';

export const imports = defineModule({
  name: 'imports',
  routes: importRoutes,
  jobs: [sweepReviews],
  personalData: personalPart,
  images: [importedCoverUse],
});

export { importEnded } from './imports.events.ts';
export { findDuplicates } from './imports.queries.ts';
export { cleanFileName } from './imports.service.ts';
export { BookProblem, type ParsedBook, parseBook, proposedBook, readFileSafely } from './parse/index.ts';
export { numberOf } from './parse/titles.ts';
export { type Importer, saveBook } from './save-book.ts';
