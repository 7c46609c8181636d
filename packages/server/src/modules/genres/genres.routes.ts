import * as calls from '@inkling/contract/genres';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withBody, withId, withIdAndBody } from '../../platform/http/handlers.ts';
import { listGenres, listPopularGenres } from './genres.queries.ts';
import * as genres from './genres.service.ts';

export function genreRoutes(api: Api): void {
  bind(api, calls.listGenres, async ({ db }) => ({ data: await listGenres(db) }));
  bind(api, calls.listPopularGenres, async ({ db }, _viewer, { query }) => ({
    data: await listPopularGenres(db, query.limit),
  }));
  bind(api, calls.getGenre, async (ctx, _viewer, { params }) => ({
    data: await genres.getGenre(ctx, params.id),
  }));
  bind(api, calls.createGenre, data(withBody(genres.createGenre)));
  bind(api, calls.updateGenre, data(withIdAndBody(genres.updateGenre)));
  bind(api, calls.deleteGenre, message('Genre deleted', withId(genres.deleteGenre)));
  bind(api, calls.getGenreStats, async (ctx, _viewer, { params }) => ({
    data: await genres.getGenreStats(ctx, params.id),
  }));
  bind(api, calls.listSubgenres, async (ctx, _viewer, { params }) => ({
    data: await genres.listSubgenres(ctx, params.id),
  }));
  bind(api, calls.createSubgenre, async (ctx, viewer, { params, body }) => ({
    data: await genres.createSubgenre(ctx, viewer, params.id, body.name),
  }));
  bind(api, calls.deleteSubgenre, async (ctx, viewer, { params }) => {
    await genres.deleteSubgenre(ctx, viewer, params.id, params.subgenreId);
    return { message: 'Subgenre deleted' };
  });
}
