import type { Community } from '@inkling/contract/communities';
import { useEffect, useState } from 'react';
import { listenLive } from '../../lib/live.ts';
import { serverNow } from '../../lib/server-time.ts';
import { postsSince } from './communities.api.ts';

/** How often new posts of a private community are looked for: they are not reported. */
const pollMs = 60_000;

/** Calls `look` when something was posted: as the server reports, or of a private community every minute. Returns what ends that. */
function followPosts(communityId: string, isPrivate: boolean, look: () => void): () => void {
  if (isPrivate) {
    const timer = setInterval(look, pollMs);
    return () => clearInterval(timer);
  }
  const stop = listenLive({
    onConnected: (emit, mayHaveMissed) => {
      // From then on posts are reported.
      emit('posts:open', { communityId }, () => mayHaveMissed && look());
    },
    on: { 'posts:changed': (change) => change.communityId === communityId && look() },
  });
  return () => stop((emit) => emit('posts:close', { communityId }));
}

/**
 * The number of posts that others wrote since the list was opened and that it does not show. They are looked for while the
 * page is visible, and when it is again.
 */
export function useNewPosts(
  { _id: communityId, isPrivate }: Pick<Community, '_id' | 'isPrivate'>,
  isShown: (id: string) => boolean,
): number {
  const [added, setAdded] = useState<readonly string[]>([]);
  useEffect(() => {
    const since = serverNow();
    let looks = 0;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      looks += 1;
      const current = looks;
      const found = await postsSince(communityId, since);
      // A later look knows more.
      if (current === looks) setAdded(found);
    };
    const stop = followPosts(communityId, isPrivate, () => void look());
    document.addEventListener('visibilitychange', look);
    return () => {
      looks += 1;
      stop();
      document.removeEventListener('visibilitychange', look);
      setAdded([]);
    };
  }, [communityId, isPrivate]);
  return added.filter((id) => !isShown(id)).length;
}
