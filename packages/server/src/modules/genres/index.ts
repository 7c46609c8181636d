export { findGenreIds } from './genres.queries.ts';
export { genreRoutes } from './genres.routes.ts';
