import * as calls from '@inkling/contract/rewards';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as rewards from './rewards.service.ts';

export function rewardRoutes(api: Api): void {
  bind(api, calls.getWallet, async (ctx, viewer, { query }) => ({
    data: await rewards.getWallet(ctx, viewer, query),
  }));
  bind(api, calls.exportLedger, (ctx, viewer) => rewards.exportLedger(ctx, viewer));
  bind(api, calls.getDailyReward, async (ctx, viewer) => ({
    data: await rewards.getDailyReward(ctx, viewer),
  }));
  bind(api, calls.claimDailyReward, async (ctx, viewer) => ({
    data: await rewards.claimDailyReward(ctx, viewer),
  }));
}
