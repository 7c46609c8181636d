import { callQuery, useCall } from '../../lib/query.ts';

/** All achievements with the person's progress. */
export const achievementsQuery = callQuery(
  'GET /achievements',
  {},
  { tags: ['achievements', 'completion', 'readingTime', 'follows'] },
);

/** Shows an achievement on the person's profile, or takes it off. */
export function useClaim() {
  const touches = ['achievements'];
  const claim = useCall('POST /gamification/achievements/{id}/claim', {
    fallback: 'Failed to show this on your profile',
    touches,
  });
  const unclaim = useCall('DELETE /gamification/achievements/{id}/claim', {
    fallback: 'Failed to take this off your profile',
    touches,
  });
  return async (id: string, wanted: boolean): Promise<boolean> =>
    (await (wanted ? claim : unclaim).mutateAsync({ params: { id } })).data.isClaimed;
}
