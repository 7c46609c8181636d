import type { Mission } from '@inkling/contract/quests';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockEarning, pay } from '../rewards/index.ts';
import { type MissionTemplate, missionTemplates } from './quest-catalogue.ts';
import { alreadyClaimed, notCompleted, paymentsOfMission } from './quest-rewards.ts';
import { findMissionStates } from './quests.queries.ts';
import { presentMission } from './quests.service.ts';

async function withProgress(
  db: Db,
  viewer: Viewer,
  missions: readonly MissionTemplate[],
): Promise<Mission[]> {
  const states = new Map(
    (await findMissionStates(db, viewer.id, missions)).map((state) => [state.id, state]),
  );
  return missions.flatMap((mission) => {
    const state = states.get(mission.id);
    return state === undefined ? [] : [presentMission(mission, state)];
  });
}

/** The first steps, in order, with the viewer's progress. */
export const listMissions = (ctx: RequestContext, viewer: Viewer) =>
  withProgress(ctx.db, viewer, missionTemplates);

function templateOf(id: string): MissionTemplate {
  const template = missionTemplates.find((mission) => mission.id === id);
  if (template === undefined) throw notFound('Mission');
  return template;
}

async function readOne(db: Db, viewer: Viewer, template: MissionTemplate): Promise<Mission> {
  const [mission] = await withProgress(db, viewer, [template]);
  if (mission === undefined) throw notFound('Mission');
  return mission;
}

export const readMission = async (ctx: RequestContext, viewer: Viewer, id: string) =>
  readOne(ctx.db, viewer, templateOf(id));

/** Pays a mission. Throws NOT_FOUND, ALREADY_CLAIMED, NOT_COMPLETED and REWARDS_HIDDEN (docs/product/quests.md#missions). */
export const claimMission = (ctx: RequestContext, viewer: Viewer, id: string): Promise<Mission> =>
  transaction(ctx.db, async (tx) => {
    await lockEarning(tx, viewer.id);
    const template = templateOf(id);
    const mission = await readOne(tx, viewer, template);
    if (mission.isClaimed) throw alreadyClaimed('mission');
    if (!mission.isCompleted) throw notCompleted('mission');
    const paid = await pay(tx, viewer.id, paymentsOfMission(template), ctx.clock.now());
    if (paid.length === 0) throw alreadyClaimed('mission');
    return { ...mission, isClaimed: true };
  });
