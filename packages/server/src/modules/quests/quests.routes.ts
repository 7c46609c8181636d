import * as calls from '@inkling/contract/quests';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId, withQuery } from '../../platform/http/handlers.ts';
import * as quests from './quests.service.ts';

export function questRoutes(api: Api): void {
  bind(api, calls.listQuests, async (ctx, viewer) => ({ data: await quests.listCatalogue(ctx, viewer) }));
  bind(api, calls.listDailyQuests, async (ctx, viewer) => ({
    data: await quests.listCatalogue(ctx, viewer, 'DAILY'),
  }));
  bind(api, calls.listWeeklyQuests, async (ctx, viewer) => ({
    data: await quests.listCatalogue(ctx, viewer, 'WEEKLY'),
  }));
  bind(api, calls.listMonthlyQuests, async (ctx, viewer) => ({
    data: await quests.listCatalogue(ctx, viewer, 'MONTHLY'),
  }));
  bind(api, calls.listMyQuests, withQuery(quests.listMine));
  bind(api, calls.listActiveQuests, data(quests.listActive));
  bind(api, calls.listClaimableQuests, data(quests.listClaimable));
  bind(api, calls.getQuestStats, data(quests.readStats));
  bind(api, calls.assignQuests, async (ctx, viewer, { body }) => ({
    data: await quests.assignQuests(ctx, viewer, body.type),
  }));
  bind(api, calls.getQuest, data(withId(quests.readQuest)));
  bind(api, calls.getQuestProgress, data(withId(quests.readProgress)));
  bind(api, calls.reportQuestProgress, data(withId(quests.readProgress)));
  bind(api, calls.claimQuest, data(withId(quests.claimQuest)));
  bind(api, calls.listMissions, data(quests.listMissions));
  bind(api, calls.reportMissionProgress, data(withId(quests.readMission)));
  bind(api, calls.claimMission, data(withId(quests.claimMission)));
}
