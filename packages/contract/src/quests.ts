import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, listResponse, pageQuery } from './page.ts';
import { reward } from './rewards.ts';
import { isoDate } from './text.ts';

export const questType = z.enum(['DAILY', 'WEEKLY', 'MONTHLY']);
export type QuestType = z.output<typeof questType>;

/** What a quest counts. */
export const questAction = z.enum([
  'finish_chapter',
  'read_minutes',
  'read_words',
  'comment',
  'highlight',
  'like',
  'react',
  'rate',
  'save',
  'follow',
  'post',
  'publish_chapter',
]);
export type QuestAction = z.output<typeof questAction>;

/** The id of a quest: its name and the first day of its period, such as `three-chapters:2026-03-29`. */
export const questId = z.string().regex(/^[a-z-]{1,40}:\d{4}-\d{2}-\d{2}$/);

export const quest = z.object({
  _id: z.string(),
  type: questType,
  title: z.string(),
  description: z.string(),
  requirements: z.object({ action: questAction, target: z.int() }),
  reward,
  startsAt: isoDate,
  endsAt: isoDate,
  /** The day before `endsAt`, in my time zone. */
  lastDay: z.iso.date(),
  /** At most the target. */
  progress: z.int(),
  isCompleted: z.boolean(),
  completedAt: isoDate.nullable(),
  isClaimed: z.boolean(),
  /** Whether it is one of mine. */
  isAssigned: z.boolean(),
});
export type Quest = z.output<typeof quest>;

export const questProgress = z.object({
  quest: z.object({ _id: z.string(), requirements: z.object({ target: z.int() }) }),
  progress: z.int(),
  isCompleted: z.boolean(),
  completedAt: isoDate.nullable(),
});
export type QuestProgress = z.output<typeof questProgress>;

const questList = dataResponse(z.array(quest));

export const listQuests = defineCall('GET /quests', {
  summary: 'List the quests of my day, week and month',
  access: 'user',
  response: questList,
});
export const listDailyQuests = defineCall('GET /quests/daily', {
  summary: 'List the quests of my day',
  access: 'user',
  response: questList,
});
export const listWeeklyQuests = defineCall('GET /quests/weekly', {
  summary: 'List the quests of my week',
  access: 'user',
  response: questList,
});
export const listMonthlyQuests = defineCall('GET /quests/monthly', {
  summary: 'List the quests of my month',
  access: 'user',
  response: questList,
});
export const listMyQuests = defineCall('GET /quests/user/my-quests', {
  summary: 'List all quests that I have and had, newest first',
  access: 'user',
  query: pageQuery(20),
  response: listResponse(quest),
});
export const listActiveQuests = defineCall('GET /quests/user/active', {
  summary: 'List my quests that have not ended',
  access: 'user',
  response: questList,
});
export const listClaimableQuests = defineCall('GET /quests/user/claimable', {
  summary: 'List my quests that are complete and not claimed',
  access: 'user',
  response: questList,
});
export const getQuestStats = defineCall('GET /quests/stats', {
  summary: 'Count the quests that I completed and claimed',
  access: 'user',
  response: dataResponse(
    z.object({
      completed: z.int(),
      claimed: z.int(),
      /** What claimed quests have paid. */
      ink: z.int(),
      /** Completed quests of each type. */
      byType: z.record(questType, z.int()),
    }),
  ),
});
export const assignQuests = defineCall('POST /quests/auto-assign', {
  summary: 'Get quests for my day, week or month: the same ones however often it is asked',
  access: 'user',
  errors: ['REWARDS_HIDDEN'],
  body: z.object({ type: questType.default('DAILY') }),
  response: questList,
});
export const getQuest = defineCall('GET /quests/{id}', {
  summary: 'Get a quest with my progress',
  access: 'user',
  params: { id: questId },
  response: dataResponse(quest),
});
export const getQuestProgress = defineCall('GET /quests/{id}/progress', {
  summary: 'Get my progress in a quest',
  access: 'user',
  params: { id: questId },
  response: dataResponse(questProgress),
});
export const reportQuestProgress = defineCall('POST /quests/{id}/progress', {
  summary: 'Get my progress in a quest: it follows from what I did, whatever the request claims',
  access: 'user',
  params: { id: questId },
  body: z.object({
    action: z.string().max(100).optional(),
    amount: z.number().optional(),
    source: z.string().max(200).optional(),
  }),
  response: dataResponse(questProgress),
});
export const claimQuest = defineCall('POST /quests/{id}/claim', {
  summary: 'Claim the reward of a quest that I completed',
  access: 'user',
  errors: ['ALREADY_CLAIMED', 'NOT_COMPLETED', 'REWARDS_HIDDEN'],
  params: { id: questId },
  response: dataResponse(quest),
});

/** A first step on the site. `id` repeats `_id`, as the specification has it. */
export const mission = z.object({
  _id: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Where it is done: a path of this site. */
  link: z.string(),
  progress: z.int(),
  target: z.int(),
  isCompleted: z.boolean(),
  isClaimed: z.boolean(),
  reward,
});
export type Mission = z.output<typeof mission>;

const missionId = z.string().regex(/^[a-z-]{1,40}$/);

export const listMissions = defineCall('GET /missions', {
  summary: 'List the first steps, with my progress',
  access: 'user',
  response: dataResponse(z.array(mission)),
});
export const reportMissionProgress = defineCall('PATCH /gamification/missions/{id}/progress', {
  summary: 'Get my progress in a mission: it follows from what I did, whatever the request claims',
  access: 'user',
  params: { id: missionId },
  body: z.object({ progress: z.number().optional() }),
  response: dataResponse(mission),
});
export const claimMission = defineCall('POST /gamification/missions/{id}/claim', {
  summary: 'Claim the reward of a mission that I completed',
  access: 'user',
  errors: ['ALREADY_CLAIMED', 'NOT_COMPLETED', 'REWARDS_HIDDEN'],
  params: { id: missionId },
  response: dataResponse(mission),
});
