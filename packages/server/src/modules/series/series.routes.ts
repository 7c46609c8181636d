import * as calls from '@inkling/contract/series';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as series from './series.service.ts';

export function seriesRoutes(api: Api): void {
  bind(api, calls.listMySeries, (ctx, viewer) => series.listMine(ctx, viewer));
  bind(api, calls.createSeries, async (ctx, viewer, { body }) => ({
    data: await series.createSeries(ctx, viewer, body),
  }));
  bind(api, calls.getSeries, async (ctx, viewer, { params }) => ({
    data: await series.getSeries(ctx, viewer, params.id),
  }));
  bind(api, calls.followSeries, (ctx, viewer, { params }) => series.followSeries(ctx, viewer, params.id));
  bind(api, calls.unfollowSeries, (ctx, viewer, { params }) => series.unfollowSeries(ctx, viewer, params.id));
  bind(api, calls.updateSeries, async (ctx, viewer, { params, body }) => ({
    data: await series.updateSeries(ctx, viewer, params.id, body),
  }));
  bind(api, calls.arrangeSeries, async (ctx, viewer, { params, body }) => ({
    data: await series.arrangeSeries(ctx, viewer, params.id, body),
  }));
  bind(api, calls.deleteSeries, async (ctx, viewer, { params }) => {
    await series.deleteSeries(ctx, viewer, params.id);
    return { message: 'Series deleted' };
  });
  bind(api, calls.listSeriesOf, (ctx, viewer, { params, query }) =>
    series.listOf(ctx, viewer, params.username, query),
  );
  bind(api, calls.getSeriesOfStory, async (ctx, viewer, { params }) => ({
    data: await series.getPlace(ctx, viewer, params.id),
  }));
}
