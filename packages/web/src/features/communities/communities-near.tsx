import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useSessionState } from '../../lib/session.ts';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';

const StoryCommunities = lazyComponent(async () => (await import('./communities-of.tsx')).StoryCommunities);
const AuthorCommunities = lazyComponent(async () => (await import('./communities-of.tsx')).AuthorCommunities);

/**
 * The communities of a story or author, for signed-in people, since only they can open them. Fetched after the page, once
 * their place is near the viewport.
 */
export function CommunitiesNear({ of }: { of: { storyId: string } | { username: string } }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, opened, session] = [useNear(place), useOpened(), useSessionState()];
  const shown = near && opened && session === 'member';
  return (
    <div ref={place}>
      {shown && ('storyId' in of ? <StoryCommunities {...of} /> : <AuthorCommunities {...of} />)}
    </div>
  );
}
