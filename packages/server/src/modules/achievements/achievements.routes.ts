import * as calls from '@inkling/contract/achievements';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as achievements from './achievements.service.ts';

export function achievementRoutes(api: Api): void {
  bind(api, calls.listAchievements, async (ctx, viewer) => ({
    data: await achievements.listAchievements(ctx, viewer),
  }));
  bind(api, calls.listAchievementsOf, async (ctx, _viewer, { params }) => ({
    data: await achievements.listAchievementsOf(ctx, params.id),
  }));
  bind(api, calls.claimAchievement, async (ctx, viewer, { params }) => ({
    data: await achievements.claimAchievement(ctx, viewer, params.id),
  }));
  bind(api, calls.unclaimAchievement, async (ctx, viewer, { params }) => ({
    data: await achievements.unclaimAchievement(ctx, viewer, params.id),
  }));
}
