import { getRanking } from '@inkling/contract/rankings';
import { type Api, bind } from '../../platform/http/bind.ts';
import { readRanking } from './rankings.service.ts';

export function rankingRoutes(api: Api): void {
  bind(api, getRanking, (ctx, viewer, { query }) => readRanking(ctx, viewer, query));
}
