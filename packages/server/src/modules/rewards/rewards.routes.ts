import * as calls from '@inkling/contract/rewards';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withQuery } from '../../platform/http/handlers.ts';
import * as rewards from './rewards.service.ts';

export function rewardRoutes(api: Api): void {
  bind(api, calls.getWallet, data(withQuery(rewards.getWallet)));
  bind(api, calls.exportLedger, rewards.exportLedger);
  bind(api, calls.getDailyReward, data(rewards.getDailyReward));
  bind(api, calls.claimDailyReward, data(rewards.claimDailyReward));
}
