import { defineModule } from '../../platform/module.ts';
import { genreRoutes } from './genres.routes.ts';

export const genres = defineModule({
  name: 'genres',
  routes: genreRoutes,
});

export { genreRenamed } from './genres.events.ts';
export { findGenresNamed } from './genres.queries.ts';
export { matchGenres } from './match-genres.ts';
