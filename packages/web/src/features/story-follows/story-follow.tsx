import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { compactNumber, pluralize } from '../../lib/format.ts';
import { shownCount } from '../../lib/use-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { storyFollowQuery, useStoryFollow } from './story-follows.api.ts';

interface Props {
  story: Pick<Story, '_id'>;
  /** The author sees the number alone. */
  mine: boolean;
}

/** Follows a story, and says what that means. It keeps its height while the number loads. */
export function StoryFollow({ story, mine }: Props) {
  const { data } = useQuery(storyFollowQuery(story._id));
  const { on, busy, toggle } = useStoryFollow(story._id, data?.isFollowing ?? false);
  const followers = shownCount(data?.followersCount ?? 0, data?.isFollowing ?? false, on);
  const Icon = on ? BellRing : Bell;
  return (
    <div className="flex min-h-11 items-center gap-x-4">
      {data !== undefined && !mine && (
        <Button variant="quiet" aria-pressed={on} aria-busy={busy || undefined} onClick={toggle}>
          <Icon aria-hidden="true" className={`size-5 ${on ? 'text-accent' : ''}`} />
          {on ? 'Following' : 'Follow'}
        </Button>
      )}
      {data !== undefined && (
        <p className="text-sm text-muted">
          {followers < 1000 ? pluralize(followers, 'follower') : `${compactNumber(followers)} followers`}
          {!mine && (on ? '. You’ll be notified of new chapters.' : '. Follow to hear about new chapters.')}
        </p>
      )}
    </div>
  );
}
