import type { Me } from '@inkling/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { feedAddress } from '../../features/feeds/feed-links.ts';
import { useExportFeeds } from '../../features/feeds/feeds.api.ts';
import { FeedAddress, FeedSkeleton, PrivateFeed } from '../../features/feeds/private-feed.tsx';
import { followingQuery } from '../../features/story-follows/story-follows.api.ts';
import { peopleQuery } from '../../features/users/users.api.ts';
import { useNear } from '../../lib/use-near.ts';
import { Button } from '../../ui/button.tsx';

/** The feeds for feed readers, loaded when they are scrolled near. */
export function FeedsSection({ me }: { me: Me }) {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  return (
    <div ref={container} className="space-y-8">
      <div className="space-y-4">
        <h3 className="font-semibold">What you follow, in one private feed</h3>
        <p className="text-muted">
          Get new chapters from the stories and authors you follow in your feed reader. Anyone who has the
          feed’s address can see what you follow, so keep it to yourself.
        </p>
        {near ? <PrivateFeed /> : <FeedSkeleton />}
      </div>
      {near && <PublicFeeds me={me} />}
    </div>
  );
}

/** The addresses of the feeds of the latest stories and people that the reader follows, and of their own stories. */
function PublicFeeds({ me }: { me: Me }) {
  const stories = useQuery(followingQuery('updated', 1)).data?.data ?? [];
  const people = useQuery(peopleQuery('following', me.username, 1)).data?.data ?? [];
  const opml = useExportFeeds();
  const of = (kind: 'story' | 'user', name: string, mature = false) =>
    feedAddress(location.href, { kind, name, mature }, 'atom');
  return (
    <div className="space-y-4">
      <h3 className="font-semibold">Public feeds</h3>
      <p className="text-muted">
        Anyone can use these. Every story, author, genre and public collection has one, and feed readers find
        it from the page’s address. For JSON Feed, replace “.atom” with “.json”. You can also download the
        feeds of all stories and people you follow as a file that feed readers can import.
      </p>
      <Button busy={opml.isPending} onClick={() => opml.mutate()}>
        <Download aria-hidden="true" className="size-5" />
        Download as OPML
      </Button>
      {stories.map(({ story: { _id, title, audience } }) => (
        <FeedAddress key={_id} name={title} address={of('story', _id, audience === 'mature')} />
      ))}
      {people.map(({ _id, username, displayName }) => (
        <FeedAddress key={_id} name={`All stories by ${displayName}`} address={of('user', username)} />
      ))}
      <FeedAddress name="All your stories" address={of('user', me.username)} />
    </div>
  );
}
