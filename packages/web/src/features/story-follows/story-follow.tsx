import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { compactNumber, pluralize } from '../../lib/format.ts';
import { shownCount } from '../../lib/use-toggle.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { storyFollowQuery, useStoryFollow } from './story-follows.api.ts';

interface Props {
  story: Pick<Story, '_id'>;
  /** The author sees the number alone. */
  mine: boolean;
}

interface ButtonProps {
  follow: ReturnType<typeof useStoryFollow>;
  variant?: ButtonVariant;
  /** What is followed, if that is not clear. */
  what?: string;
}

export function FollowButton({ follow: { on, busy, toggle }, variant = 'quiet', what }: ButtonProps) {
  const Icon = on ? BellRing : Bell;
  return (
    <Button variant={variant} aria-pressed={on} aria-busy={busy || undefined} onClick={toggle}>
      <Icon aria-hidden="true" className={`size-5 ${on ? 'text-accent' : ''}`} />
      {on ? 'Following' : 'Follow'}
      {what !== undefined && ` ${what}`}
    </Button>
  );
}

/** Follows a story; the main button unless `quiet`. It does not wait, so that nothing beside it moves. */
export function FollowStory({ storyId, quiet = false }: { storyId: string; quiet?: boolean }) {
  const { data } = useQuery(storyFollowQuery(storyId));
  const follow = useStoryFollow(storyId, data?.isFollowing ?? false);
  return <FollowButton follow={follow} variant={follow.on || quiet ? 'quiet' : 'primary'} />;
}

/** Follows a story, and says what that means. It keeps its height while the number loads. */
export function StoryFollow({ story, mine }: Props) {
  const { data } = useQuery(storyFollowQuery(story._id));
  const follow = useStoryFollow(story._id, data?.isFollowing ?? false);
  const { on } = follow;
  const followers = shownCount(data?.followersCount ?? 0, data?.isFollowing ?? false, on);
  return (
    <div className="flex min-h-11 items-center gap-x-4">
      {data !== undefined && !mine && <FollowButton follow={follow} />}
      {data !== undefined && (
        <p className="text-sm text-muted">
          {followers < 1000 ? pluralize(followers, 'follower') : `${compactNumber(followers)} followers`}
          {!mine && (on ? '. You’ll be notified of new chapters.' : '. Follow to hear about new chapters.')}
        </p>
      )}
    </div>
  );
}
