import { useRef } from 'react';
import { FeedSkeleton, PrivateFeed } from '../../features/feeds/private-feed.tsx';
import { useNear } from '../../lib/use-near.ts';

/** The private feed, loaded when it is scrolled near. */
export function FeedSection() {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  return (
    <div ref={container} className="space-y-4">
      <p className="text-muted">
        Get new chapters from the stories and authors you follow in your feed reader. Anyone who has the
        feed’s address can see what you follow, so keep it to yourself.
      </p>
      {near ? <PrivateFeed /> : <FeedSkeleton />}
    </div>
  );
}
