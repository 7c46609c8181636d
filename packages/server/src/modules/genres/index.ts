export { findGenresNamed } from './genres.queries.ts';
export { genreRoutes } from './genres.routes.ts';
export { matchGenres } from './match-genres.ts';
