import { defineModule } from '../../platform/module.ts';
import { ebookRoutes } from './ebooks.routes.ts';

export const ebooks = defineModule({
  name: 'ebooks',
  routes: ebookRoutes,
});

export { maxBackPages } from './back-matter.ts';
export { downloadEbook, ebookOf, ebookType } from './ebooks.service.ts';
export { frontPages } from './write-ebook.ts';
