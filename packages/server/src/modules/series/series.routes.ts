import * as calls from '@inkling/contract/series';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withBody,
  withId,
  withIdAndBody,
  withParamAndQuery,
} from '../../platform/http/handlers.ts';
import * as series from './series.service.ts';

export function seriesRoutes(api: Api): void {
  bind(api, calls.listMySeries, series.listMine);
  bind(api, calls.createSeries, data(withBody(series.createSeries)));
  bind(api, calls.getSeries, data(withId(series.getSeries)));
  bind(api, calls.followSeries, withId(series.followSeries));
  bind(api, calls.unfollowSeries, withId(series.unfollowSeries));
  bind(api, calls.updateSeries, data(withIdAndBody(series.updateSeries)));
  bind(api, calls.arrangeSeries, data(withIdAndBody(series.arrangeSeries)));
  bind(api, calls.deleteSeries, message('Series deleted', withId(series.deleteSeries)));
  bind(api, calls.listSeriesOf, withParamAndQuery('username', series.listOf));
  bind(api, calls.getSeriesOfStory, data(withId(series.getPlace)));
}
