import { getRanking } from '@inkling/contract/rankings';
import { type Api, bind } from '../../platform/http/bind.ts';
import { withQuery } from '../../platform/http/handlers.ts';
import { readRanking } from './rankings.service.ts';

export function rankingRoutes(api: Api): void {
  bind(api, getRanking, withQuery(readRanking));
}
