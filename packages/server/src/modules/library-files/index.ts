export { libraryFileRoutes } from './library-files.routes.ts';
