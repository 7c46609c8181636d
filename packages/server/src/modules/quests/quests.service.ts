import { paginate } from '@inkling/contract/page';
import {
  type Mission,
  type Quest,
  type QuestAction,
  type QuestProgress,
  type QuestType,
  questType,
} from '@inkling/contract/quests';
import { notFound, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayAfter, dayIn, momentOf } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { slowestSecondsPerWord } from '../reading-sessions/index.ts';
import { lockEarning, pay } from '../rewards/index.ts';
import { chooseQuests, type DatedQuest, periodOf, questsOf, questsOn } from './dated-quests.ts';
import { type MissionTemplate, missionTemplates, questTemplates } from './quest-catalogue.ts';
import { alreadyClaimed, notCompleted, paymentsOfMission, paymentsOfQuest } from './quest-rewards.ts';
import * as queries from './quests.queries.ts';
import { findMissionStates, type MissionState, type QuestState } from './quests.queries.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A quest whose days are those of `timeZone`. */
function presentQuest(
  { id, template, target, reward, startsOn, endsOn }: DatedQuest,
  state: QuestState,
  timeZone: string,
): Quest {
  const { type, title, description, action } = template;
  return {
    _id: id,
    type,
    title,
    description: description(target),
    requirements: { action, target },
    reward,
    startsAt: momentOf(timeZone, startsOn, '00:00').toISOString(),
    endsAt: momentOf(timeZone, dayAfter(endsOn, 1), '00:00').toISOString(),
    lastDay: endsOn,
    progress: Math.min(state.done, target),
    isCompleted: state.completed_at !== null,
    completedAt: iso(state.completed_at),
    isClaimed: state.paid > 0,
    isAssigned: state.is_assigned,
  };
}

const presentProgress = ({ _id, requirements, progress, isCompleted, completedAt }: Quest) =>
  ({
    quest: { _id, requirements: { target: requirements.target } },
    progress,
    isCompleted,
    completedAt,
  }) satisfies QuestProgress;

const presentMission = (
  { id, title, description, link, target, reward }: MissionTemplate,
  { done, paid }: MissionState,
): Mission => ({
  _id: id,
  id,
  title,
  description,
  link,
  progress: Math.min(done, target),
  target,
  isCompleted: done >= target,
  isClaimed: paid > 0,
  reward,
});

const today = (ctx: RequestContext, viewer: Viewer): string => dayIn(viewer.timeZone, ctx.clock.now());

/** Quests with the viewer's progress, in the given order. */
async function withProgress(db: Db, viewer: Viewer, quests: readonly DatedQuest[]): Promise<Quest[]> {
  if (quests.length === 0) return [];
  const rows = await queries.findStates(db, viewer.id, quests);
  const states = new Map(rows.map((state) => [state.id, state]));
  return quests.flatMap((quest) => {
    const state = states.get(quest.id);
    return state === undefined ? [] : [presentQuest(quest, state, viewer.timeZone)];
  });
}

/** The quests of the viewer's day, week and month, or of one of these. */
export async function listCatalogue(ctx: RequestContext, viewer: Viewer, type?: QuestType) {
  const day = today(ctx, viewer);
  const own = questsOf(await queries.listAssigned(ctx.db, viewer.id, day));
  const quests = questsOn(day, type).map((quest) => own.find(({ id }) => id === quest.id) ?? quest);
  return withProgress(ctx.db, viewer, quests);
}

/** A page of all quests that the viewer has and had, newest first. */
export async function listMine(ctx: RequestContext, viewer: Viewer, query: { page: number; limit: number }) {
  const { page, limit } = query;
  const { rows, total } = await queries.listPage(ctx.db, viewer.id, limit, (page - 1) * limit);
  const data = await withProgress(ctx.db, viewer, questsOf(rows));
  return { data, pagination: paginate(page, limit, total) };
}

/** The viewer's quests that have not ended. */
export async function listActive(ctx: RequestContext, viewer: Viewer): Promise<Quest[]> {
  const ids = await queries.listAssigned(ctx.db, viewer.id, today(ctx, viewer));
  return withProgress(ctx.db, viewer, questsOf(ids));
}

/** How long ended quests are listed as claimable, in days. What is complete at their end is paid then. */
const claimableDays = 60;

/** The viewer's quests that are complete and not paid. */
export async function listClaimable(ctx: RequestContext, viewer: Viewer): Promise<Quest[]> {
  const since = dayAfter(today(ctx, viewer), -claimableDays);
  const ids = await queries.listAssigned(ctx.db, viewer.id, since);
  const quests = await withProgress(ctx.db, viewer, questsOf(ids));
  return quests.filter(({ isCompleted, isClaimed }) => isCompleted && !isClaimed);
}

/** How many quests the viewer has claimed, or completed and can claim. */
export async function readStats(ctx: RequestContext, viewer: Viewer) {
  const claimable = await listClaimable(ctx, viewer);
  const paid = await queries.countClaimed(ctx.db, viewer.id);
  const claimed = paid.reduce((sum, row) => sum + row.claimed, 0);
  const typeOf = (name: string) => questTemplates.find((template) => template.name === name)?.type;
  const completedOf = (type: QuestType) =>
    paid.reduce((sum, row) => sum + (typeOf(row.name) === type ? row.claimed : 0), 0) +
    claimable.filter((quest) => quest.type === type).length;
  return {
    completed: claimed + claimable.length,
    claimed,
    ink: paid.reduce((sum, row) => sum + row.ink, 0),
    byType: Object.fromEntries(questType.options.map((type) => [type, completedOf(type)])) as Record<
      QuestType,
      number
    >,
  };
}

/** A quest that the viewer has or had, or of the current catalogue; else NOT_FOUND. */
export async function readQuest(ctx: RequestContext, viewer: Viewer, id: string): Promise<Quest> {
  const own = await queries.findAssigned(ctx.db, viewer.id, id);
  const dated =
    own === undefined ? questsOn(today(ctx, viewer)).find((each) => each.id === id) : questsOf([own])[0];
  const [quest] = dated === undefined ? [] : await withProgress(ctx.db, viewer, [dated]);
  if (quest === undefined) throw notFound('Quest');
  return quest;
}

export const readProgress = async (ctx: RequestContext, viewer: Viewer, id: string) =>
  presentProgress(await readQuest(ctx, viewer, id));

/** The most chapters that the choice of quests looks for. */
const chaptersToFind = 60;

/** Whether a person can complete a quest, and does such things (docs/product/quests.md#assignment). */
function isPossible(
  { template: { action }, target }: DatedQuest,
  reach: Map<string, queries.Reach>,
): boolean {
  const { chapters = 0, words = 0, is_known: isKnown = false } = reach.get(action) ?? {};
  if (action === 'publish_chapter') return isKnown;
  if (action === 'read_words') return words >= target;
  if (action === 'read_minutes') return words * slowestSecondsPerWord >= target * 60;
  return chapters >= target && (isKnown || action === 'finish_chapter');
}

/** Actions of quests that also those are given who have never done such a thing. */
const firstActions: QuestAction[] = ['finish_chapter', 'read_words', 'read_minutes'];

/** Gives people, whose locks the caller holds and who have none, quests of a type for the period of a day. */
export async function giveQuests(
  tx: Db,
  missing: readonly (queries.PersonDay & { type: QuestType })[],
): Promise<void> {
  const offers = missing.map((one) => ({ ...one, quests: questsOn(one.day, one.type) }));
  const actions = new Set(offers.flatMap(({ quests }) => quests.map(({ template }) => template.action)));
  if (actions.size === 0) return;
  const people = [...new Set(missing.map(({ userId }) => userId))];
  const rows = await queries.listReach(tx, people, [...actions], firstActions, chaptersToFind);
  const reach = Map.groupBy(rows, (row) => row.user_id);
  const chosen = offers.flatMap(({ userId, day, quests }) => {
    const own = new Map((reach.get(userId) ?? []).map((row) => [row.action as string, row]));
    const possible = quests.filter((quest) => isPossible(quest, own));
    return chooseQuests(userId, possible).map((quest, index) => ({ userId, day, slot: index + 1, quest }));
  });
  if (chosen.length > 0) await queries.assign(tx, chosen);
}

/** Gives the viewer quests for the current day, week or month, once; throws REWARDS_HIDDEN. */
export const assignQuests = (ctx: RequestContext, viewer: Viewer, type: QuestType): Promise<Quest[]> =>
  transaction(ctx.db, async (tx) => {
    await lockEarning(tx, viewer.id);
    const day = today(ctx, viewer);
    const list = () => queries.listOfPeriod(tx, viewer.id, type, periodOf(type, day).startsOn);
    const given = await list();
    if (given.length > 0) return withProgress(tx, viewer, questsOf(given));
    await giveQuests(tx, [{ userId: viewer.id, day, type }]);
    return withProgress(tx, viewer, questsOf(await list()));
  });

/**
 * Pays a quest of the viewer's, also one that has ended. Throws NOT_FOUND for others, ALREADY_CLAIMED, NOT_COMPLETED and
 * REWARDS_HIDDEN (docs/product/quests.md#claiming).
 */
export const claimQuest = (ctx: RequestContext, viewer: Viewer, id: string): Promise<Quest> =>
  transaction(ctx.db, async (tx) => {
    await lockEarning(tx, viewer.id);
    const own = await queries.lockAssigned(tx, viewer.id, id);
    const [dated] = own === undefined ? [] : questsOf([own]);
    if (dated === undefined) throw notFound('Quest');
    const [quest] = await withProgress(tx, viewer, [dated]);
    if (quest?.isClaimed) throw alreadyClaimed('quest');
    if (!quest?.isCompleted) throw notCompleted('quest');
    const paid = await pay(tx, viewer.id, paymentsOfQuest(dated), ctx.clock.now());
    if (paid.length === 0) throw alreadyClaimed('quest');
    return { ...quest, isClaimed: true };
  });

async function missionsWithProgress(
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
  missionsWithProgress(ctx.db, viewer, missionTemplates);

function templateOf(id: string): MissionTemplate {
  return requireFound(
    missionTemplates.find((mission) => mission.id === id),
    'Mission',
  );
}

async function readOne(db: Db, viewer: Viewer, template: MissionTemplate): Promise<Mission> {
  const [mission] = await missionsWithProgress(db, viewer, [template]);
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
