import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/server-time.ts';
import { postsSince } from './communities.api.ts';

/** How often new posts are looked for while the page is visible: they are not reported. */
const pollMs = 60_000;

/** The number of posts that others wrote since the list was opened and that it does not show. */
export function useNewPosts(communityId: string, isShown: (id: string) => boolean): number {
  const [added, setAdded] = useState<readonly string[]>([]);
  useEffect(() => {
    const since = serverNow();
    const check = async () => {
      if (document.visibilityState === 'visible') setAdded(await postsSince(communityId, since));
    };
    const timer = setInterval(() => void check(), pollMs);
    return () => {
      clearInterval(timer);
      setAdded([]);
    };
  }, [communityId]);
  return added.filter((id) => !isShown(id)).length;
}
