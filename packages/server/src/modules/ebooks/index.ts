import { defineModule } from '../../platform/module.ts';
import { ebookRoutes } from './ebooks.routes.ts';

export const ebooks = defineModule({
  name: 'ebooks',
  routes: ebookRoutes,
});

export { maxBackPages } from './back-matter.ts';
export { noteUse } from './ebooks.queries.ts';
export { downloadEbook, ebookOf, ebookType, writePart } from './ebooks.service.ts';
export { frontPages } from './write-ebook.ts';
