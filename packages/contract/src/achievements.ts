import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse } from './page.ts';
import { isoDate } from './text.ts';

export const achievementEntry = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The path of its picture. */
  image: z.string(),
  /** Those of a family count the same thing, level after level. */
  family: z.string(),
  level: z.int().min(1),
  /** At most the target. */
  progress: z.int(),
  target: z.int(),
  isCompleted: z.boolean(),
  /** Whether the person shows it on the profile. */
  isClaimed: z.boolean(),
  completedAt: isoDate.nullable(),
  /** The share of readers who have it, in percent; null below 50 readers. */
  heldBy: z.number().nullable(),
});
export type AchievementEntry = z.output<typeof achievementEntry>;

const achievementId = z.string().regex(/^[a-z0-9-]{1,40}$/);

export const listAchievements = defineCall('GET /achievements', {
  summary: 'List the achievements with my progress; those of authors only if I have written',
  access: 'user',
  response: dataResponse(z.array(achievementEntry)),
});
export const listAchievementsOf = defineCall('GET /achievements/user/{id}', {
  summary: 'List the achievements that a person shows',
  access: 'public',
  response: dataResponse(z.array(achievementEntry)),
});
export const claimAchievement = defineCall('POST /gamification/achievements/{id}/claim', {
  summary: 'Show an achievement that I completed on my profile',
  access: 'user',
  errors: ['ALREADY_CLAIMED', 'NOT_COMPLETED', 'REWARDS_HIDDEN'],
  params: { id: achievementId },
  response: dataResponse(achievementEntry),
});
export const unclaimAchievement = defineCall('DELETE /gamification/achievements/{id}/claim', {
  summary: 'Take an achievement off my profile; I keep it',
  access: 'user',
  params: { id: achievementId },
  response: dataResponse(achievementEntry),
});
