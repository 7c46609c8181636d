import { useQuery } from '@tanstack/react-query';
import { compactNumber } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { storyFollowQuery } from './story-follows.api.ts';

/** How many follow a story, for visitors: fetched once the page is open. A failure is not shown. */
export function FollowerCount({ storyId }: { storyId: string }) {
  const enabled = useOpened();
  const { data } = useQuery({ ...storyFollowQuery(storyId), enabled, retry: false });
  return data === undefined ? '–' : compactNumber(data.followersCount);
}
