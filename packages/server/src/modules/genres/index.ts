import { defineModule } from '../../platform/module.ts';
import { genreRoutes } from './genres.routes.ts';

export const genres = defineModule({
  name: 'genres',
  routes: genreRoutes,
});

export { genreRenamed } from './genres.events.ts';
export { findGenresNamed, listGenres } from './genres.queries.ts';
export {
  createGenre,
  createSubgenre,
  deleteGenre,
  deleteSubgenre,
  getGenre,
  updateGenre,
} from './genres.service.ts';
export { matchGenres } from './match-genres.ts';
