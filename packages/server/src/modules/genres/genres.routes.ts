import * as calls from '@inkling/contract/genres';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as genres from './genres.service.ts';

export function genreRoutes(api: Api): void {
  bind(api, calls.listGenres, async (ctx) => ({ data: await genres.listGenres(ctx) }));
  bind(api, calls.listPopularGenres, async (ctx, _viewer, { query }) => ({
    data: await genres.listPopularGenres(ctx, query.limit),
  }));
  bind(api, calls.getGenre, async (ctx, _viewer, { params }) => ({
    data: await genres.getGenre(ctx, params.id),
  }));
  bind(api, calls.createGenre, async (ctx, viewer, { body }) => ({
    data: await genres.createGenre(ctx, viewer, body),
  }));
  bind(api, calls.updateGenre, async (ctx, viewer, { params, body }) => ({
    data: await genres.updateGenre(ctx, viewer, params.id, body),
  }));
  bind(api, calls.deleteGenre, async (ctx, viewer, { params }) => {
    await genres.deleteGenre(ctx, viewer, params.id);
    return { message: 'Genre deleted' };
  });
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
