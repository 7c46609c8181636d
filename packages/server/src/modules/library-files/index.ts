import { defineModule } from '../../platform/module.ts';
import { libraryFileRoutes } from './library-files.routes.ts';

export const libraryFiles = defineModule({
  name: 'library-files',
  routes: libraryFileRoutes,
});
