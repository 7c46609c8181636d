import { getLeaderboard } from '@inkling/contract/leaderboard';
import { type Api, bind } from '../../platform/http/bind.ts';
import { withQuery } from '../../platform/http/handlers.ts';
import { readLeaderboard } from './leaderboard.service.ts';

export function leaderboardRoutes(api: Api): void {
  bind(api, getLeaderboard, withQuery(readLeaderboard));
}
