import { defineModule } from '../../platform/module.ts';
import { ebookRoutes } from './ebooks.routes.ts';

export const ebooks = defineModule({
  name: 'ebooks',
  routes: ebookRoutes,
});

export { ebookOf } from './ebooks.service.ts';
export { frontPages } from './write-ebook.ts';
