import type { Mission, Quest, QuestType } from '@inkling/contract/quests';
import type { Reward } from '@inkling/contract/rewards';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';
import { showNotice } from '../../lib/notify.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { rewardText } from './reward-text.ts';

/** Time counts towards quests, finished chapters and stories towards quests and first steps. */
const meta = { tags: ['rewards', 'readingTime', 'completion'] };

/** What a person does elsewhere shows as soon as they are here again. */
export const freshOnFocus = { staleTime: 5000, refetchOnWindowFocus: true };

/** The reader's quests that have not ended. */
export const activeQuestsQuery = callQuery('GET /quests/user/active', {}, meta);

/** Those that are complete and not claimed, also if they have ended. */
export const claimableQuestsQuery = callQuery('GET /quests/user/claimable', {}, meta);

export const missionsQuery = callQuery('GET /missions', {}, meta);

/** Gets quests of these types for the reader's day, week or month; asking again changes nothing. */
export function useAssignQuests() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (types: readonly QuestType[]) =>
      Promise.all(types.map((type) => call('POST /quests/auto-assign', { body: { type } }))),
    meta: { errors: 'inline' },
    onSuccess(answers) {
      client.setQueryData<CallResponse<'GET /quests/user/active'>>(activeQuestsQuery.queryKey, (active) => {
        const quests = [active, ...answers].flatMap((answer) => answer?.data ?? []);
        return { success: true, data: [...new Map(quests.map((quest) => [quest._id, quest])).values()] };
      });
    },
  });
}

const claims = { fallback: 'Failed to claim the reward.', touches: ['rewards'], rechecks: ['rewards'] };

const tellClaimed = ({ data: { reward, title } }: { data: { reward: Reward; title: string } }) =>
  showNotice(`+${rewardText(reward)} for “${title}”.`);

export const useClaimQuest = () => useCall('POST /quests/{id}/claim', claims, tellClaimed);
export const useClaimMission = () => useCall('POST /gamification/missions/{id}/claim', claims, tellClaimed);

/** Claims all of these; each that is refused says why. */
export function useClaimAll() {
  const [quest, mission] = [useClaimQuest(), useClaimMission()];
  return useMutation({
    meta: { errors: 'inline' },
    mutationFn: async ({ quests, missions }: { quests: readonly Quest[]; missions: readonly Mission[] }) => {
      for (const { _id: id } of quests) await quest.mutateAsync({ params: { id } }).catch(() => undefined);
      for (const { _id: id } of missions)
        await mission.mutateAsync({ params: { id } }).catch(() => undefined);
    },
  });
}
