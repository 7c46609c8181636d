import type { AchievementEntry } from '@inkling/contract/achievements';
import type { OwnedRow } from './achievements.queries.ts';
import type { Achievement } from './catalogue.ts';

/** The path of an achievement's picture, in the web app's public files. */
export const imageOf = ({ family, level }: Achievement): string => `/badges/${family}-${level}.svg`;

/** What is held stays complete, even if what it counts has become less. */
export function presentAchievement(
  achievement: Achievement,
  value: number,
  held: OwnedRow | undefined,
  heldBy: number | undefined,
): AchievementEntry {
  const { id, name, description, family, level, target } = achievement;
  const isCompleted = held !== undefined || value >= target;
  return {
    _id: id,
    name,
    description,
    image: imageOf(achievement),
    family,
    level,
    progress: isCompleted ? target : value,
    target,
    isCompleted,
    isClaimed: held !== undefined && held.claimed_at !== null,
    completedAt: held?.completed_at.toISOString() ?? null,
    heldBy: heldBy ?? null,
  };
}
