import * as calls from '@inkling/contract/achievements';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId } from '../../platform/http/handlers.ts';
import * as achievements from './achievements.service.ts';

export function achievementRoutes(api: Api): void {
  bind(api, calls.listAchievements, data(achievements.listAchievements));
  bind(api, calls.listAchievementsOf, async (ctx, _viewer, { params }) => ({
    data: await achievements.listAchievementsOf(ctx, params.id),
  }));
  bind(api, calls.claimAchievement, data(withId(achievements.claimAchievement)));
  bind(api, calls.unclaimAchievement, data(withId(achievements.unclaimAchievement)));
}
