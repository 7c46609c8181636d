import * as calls from '@inkling/contract/quests';
import { type Api, bind } from '../../platform/http/bind.ts';

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
  bind(api, calls.listMyQuests, (ctx, viewer, { query }) => quests.listMine(ctx, viewer, query));
  bind(api, calls.listActiveQuests, async (ctx, viewer) => ({ data: await quests.listActive(ctx, viewer) }));
  bind(api, calls.listClaimableQuests, async (ctx, viewer) => ({
    data: await quests.listClaimable(ctx, viewer),
  }));
  bind(api, calls.getQuestStats, async (ctx, viewer) => ({ data: await quests.readStats(ctx, viewer) }));
  bind(api, calls.assignQuests, async (ctx, viewer, { body }) => ({
    data: await quests.assignQuests(ctx, viewer, body.type),
  }));
  bind(api, calls.getQuest, async (ctx, viewer, { params }) => ({
    data: await quests.readQuest(ctx, viewer, params.id),
  }));
  bind(api, calls.getQuestProgress, async (ctx, viewer, { params }) => ({
    data: await quests.readProgress(ctx, viewer, params.id),
  }));
  bind(api, calls.reportQuestProgress, async (ctx, viewer, { params }) => ({
    data: await quests.readProgress(ctx, viewer, params.id),
  }));
  bind(api, calls.claimQuest, async (ctx, viewer, { params }) => ({
    data: await quests.claimQuest(ctx, viewer, params.id),
  }));
  bind(api, calls.listMissions, async (ctx, viewer) => ({ data: await quests.listMissions(ctx, viewer) }));
  bind(api, calls.reportMissionProgress, async (ctx, viewer, { params }) => ({
    data: await quests.readMission(ctx, viewer, params.id),
  }));
  bind(api, calls.claimMission, async (ctx, viewer, { params }) => ({
    data: await quests.claimMission(ctx, viewer, params.id),
  }));
}
