import type { Mission, Quest, QuestProgress } from '@inkling/contract/quests';
import { dayAfter } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';
import type { DatedQuest } from './dated-quests.ts';
import type { MissionTemplate } from './mission-catalogue.ts';
import type { MissionState } from './missions.queries.ts';
import type { QuestState } from './quests.queries.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A quest whose days are those of `timeZone`. */
export function presentQuest(
  { id, template, startsOn, endsOn }: DatedQuest,
  state: QuestState,
  timeZone: string,
): Quest {
  const { type, title, description, action, target, reward } = template;
  return {
    _id: id,
    type,
    title,
    description,
    requirements: { action, target },
    reward,
    startsAt: momentOf(timeZone, startsOn, '00:00').toISOString(),
    endsAt: momentOf(timeZone, dayAfter(endsOn, 1), '00:00').toISOString(),
    progress: Math.min(state.done, target),
    isCompleted: state.completed_at !== null,
    completedAt: iso(state.completed_at),
    isClaimed: state.paid > 0,
    isAssigned: state.is_assigned,
  };
}

export const presentProgress = ({ _id, requirements, progress, isCompleted, completedAt }: Quest) =>
  ({
    quest: { _id, requirements: { target: requirements.target } },
    progress,
    isCompleted,
    completedAt,
  }) satisfies QuestProgress;

export const presentMission = (
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
