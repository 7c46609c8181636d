import { defineModule } from '../../platform/module.ts';
import { exportRoutes } from './exports.routes.ts';

export const exports = defineModule({
  name: 'exports',
  routes: exportRoutes,
});

export { coverOf } from './cover.ts';
export { inline } from './epub/chapter-page.ts';
export {
  containerFile,
  contentsList,
  type EpubPage,
  navigationFile,
  ncxFile,
  packageFile,
  page,
} from './epub/package.ts';
export { coverPage, numbered, styleSheet, titlePage } from './epub/write-epub.ts';
export type { ExportStory } from './export-book.ts';
export { extendIdleTimeout, findStory as findExportStory } from './exports.queries.ts';
export { exportFor, withPauses, writeBook } from './exports.service.ts';
export { chapterRenderer, whenFree } from './render-queue.ts';
export { xmlAttribute, xmlDeclaration, xmlText } from './xml.ts';
